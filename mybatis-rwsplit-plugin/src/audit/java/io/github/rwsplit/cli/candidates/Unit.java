package io.github.rwsplit.cli.candidates;

import java.util.ArrayList;
import java.util.List;

/**
 * What one thread, trace or session does, as far as its lines show. Two transactions that follow
 * each other on one thread look like one: a read may then count as standing before a write that was
 * not of its transaction, never the other way round.
 */
final class Unit {

  private static final int MOST_WAITING = 1_000;

  /** A read of which nobody knows yet whether a write follows. */
  private record Waiting(Usage usage, long micros, boolean inTransaction) {}

  private final List<Waiting> waiting = new ArrayList<>();
  private boolean inTransaction;
  private boolean wrote;
  private long last = Long.MIN_VALUE;

  /** A statement is about to be looked at. */
  void at(long micros, boolean transaction, long gapMicros) {
    boolean later = last != Long.MIN_VALUE && Math.abs(micros - last) > gapMicros;
    if (later || transaction != inTransaction) {
      end(transaction && !later);
    }
    inTransaction = transaction;
    last = micros;
  }

  void read(Usage usage, long micros) {
    if ((!inTransaction || !wrote) && waiting.size() < MOST_WAITING) {
      waiting.add(new Waiting(usage, micros, inTransaction));
    }
  }

  /** A write counts for reads of its transaction, and for those alone shortly before it. */
  void write(long micros, long togetherMicros) {
    for (Waiting read : waiting) {
      if (!read.inTransaction && micros - read.micros > togetherMicros) {
        continue;
      }
      read.usage.beforeWrite++;
      read.usage.beforeWriteAlone += read.inTransaction ? 0 : 1;
    }
    waiting.clear();
    wrote = true;
  }

  /** What came before is over; reads outside transactions may still wait for a write. */
  private void end(boolean keepAlone) {
    for (Waiting read : waiting) {
      read.usage.inIdleTransaction += read.inTransaction ? 1 : 0;
    }
    if (keepAlone) {
      waiting.removeIf(Waiting::inTransaction);
    } else {
      waiting.clear();
    }
    wrote = false;
  }

  void end() {
    end(false);
  }
}
