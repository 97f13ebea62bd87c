package io.github.rwsplit.cli.candidates;

import io.github.rwsplit.cli.log.Entry;
import io.github.rwsplit.cli.log.LogReader;
import io.github.rwsplit.cli.log.Place;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Watches the lines of an observed application go by. A line says neither its transaction nor, by
 * itself, its thread; what belongs together is told by the trace, else by the thread that a
 * logger's layout writes and the session, else by the session.
 */
final class Observation implements LogReader.Sink {

  private static final int MOST_UNITS = 20_000;
  private static final int MOST_SESSIONS = 100_000;
  private static final int MOST_STATEMENTS = 5_000;
  private static final long TRANSACTION_GAP_MICROS = 60_000_000;
  private static final long TOGETHER_MICROS = 1_000_000;
  private static final long LAG_HOLDS_MICROS = 60_000_000;

  final Map<String, Usage> usages = new HashMap<>();
  long reads;
  long writes;
  long readMicros;
  long observedDeclared;
  long observedToReplica;
  long observedUnknown;
  boolean folded;

  private final long windowMicros;
  private final long assumedLagMillis;
  private final Recent<Unit> units = new Recent<>(MOST_UNITS, Unit::end);
  private final Recent<Long> writesOfSessions = new Recent<>(MOST_SESSIONS, unused -> {});
  private long lagMillis = Entry.NONE;
  private long lagSeen;
  boolean lagKnown;

  Observation(long windowMillis, long assumedLagMillis) {
    this.windowMicros = windowMillis * 1_000;
    this.assumedLagMillis = assumedLagMillis;
  }

  @Override
  public void take(Entry entry, Place place) {
    if (entry.outcome().equals("refused")) {
      return;
    }
    seeLag(entry);
    boolean transaction = "rw".equals(entry.tx());
    Unit unit = unit(entry, place);
    if (unit != null) {
      unit.at(entry.micros(), transaction, transaction ? TRANSACTION_GAP_MICROS : TOGETHER_MICROS);
    }
    if (!entry.isRead()) {
      writes++;
      if (unit != null) {
        unit.write(entry.micros(), TOGETHER_MICROS);
      }
      if (entry.session() != null) {
        writesOfSessions.put(entry.session(), entry.micros());
      }
      return;
    }
    reads++;
    readMicros += Math.max(0, entry.durationMicros());
    seeObserved(entry);
    Usage usage = usage(entry.statement());
    count(entry, usage, transaction, unit);
    if (unit != null) {
      unit.read(usage, entry.micros());
    }
  }

  /** All lines were read. */
  void end() {
    units.values().forEach(Unit::end);
    units.clear();
  }

  private Usage usage(String statement) {
    Usage known = usages.get(statement);
    if (known == null && usages.size() >= MOST_STATEMENTS) {
      folded = true;
      return usages.computeIfAbsent("(others)", Usage::new);
    }
    return known != null ? known : usages.computeIfAbsent(statement, Usage::new);
  }

  private void count(Entry entry, Usage usage, boolean transaction, @Nullable Unit unit) {
    usage.calls++;
    usage.micros += Math.max(0, entry.durationMicros());
    String level = entry.level();
    if (entry.reason().equals("UNDECLARED")) {
      usage.undeclared++;
    } else if (entry.reason().equals("STRONG") || (level != null && !level.equals("STRONG"))) {
      usage.declared++;
    }
    usage.inTransaction += transaction ? 1 : 0;
    usage.unknown += unit == null || entry.session() == null ? 1 : 0;
    long age = sinceOwnWrite(entry);
    boolean recent = age != Entry.NONE && age * 1_000 <= windowMicros;
    usage.afterWrite += recent ? 1 : 0;
    if (!transaction) {
      usage.alone++;
      usage.replicaHadData += age == Entry.NONE || age >= lag(entry.micros()) ? 1 : 0;
    }
  }

  /** In milliseconds; {@link Entry#NONE}: none is known. */
  private long sinceOwnWrite(Entry entry) {
    long age = entry.markerAgeMillis();
    Long wrote = entry.session() == null ? null : writesOfSessions.get(entry.session());
    if (wrote != null && entry.micros() >= wrote) {
      long seen = (entry.micros() - wrote) / 1_000;
      age = age == Entry.NONE ? seen : Math.min(age, seen);
    }
    return age;
  }

  private void seeLag(Entry entry) {
    if (entry.lagMillis() != Entry.NONE) {
      boolean old = entry.micros() - lagSeen > LAG_HOLDS_MICROS / 60;
      lagMillis = old ? entry.lagMillis() : Math.max(lagMillis, entry.lagMillis());
      lagSeen = old ? entry.micros() : lagSeen;
      lagKnown = true;
    }
  }

  /** The greatest lag of the latest second that said one, if that is not too long ago. */
  private long lag(long micros) {
    return lagMillis != Entry.NONE && micros - lagSeen <= LAG_HOLDS_MICROS
        ? lagMillis
        : assumedLagMillis;
  }

  /**
   * What observe mode says of declared reads: the target is the replica that had the data, the
   * primary where none had, and the word {@code replica} where there is no replica to ask.
   */
  private void seeObserved(Entry entry) {
    boolean declared = "SESSION".equals(entry.level()) || "EVENTUAL".equals(entry.level());
    if (!entry.reason().equals("OBSERVED") || !declared || "rw".equals(entry.tx())) {
      return;
    }
    observedDeclared++;
    if ("replica".equals(entry.target())) {
      observedUnknown++;
    } else if (entry.target() != null && !entry.target().equals("primary")) {
      observedToReplica++;
    }
  }

  private @Nullable Unit unit(Entry entry, Place place) {
    String key;
    if (entry.trace() != null) {
      key = "trace " + entry.trace();
    } else if (entry.thread() != null) {
      key = place.log() + " thread " + entry.thread() + " " + entry.session();
    } else if (entry.session() != null) {
      key = "session " + entry.session();
    } else {
      return null;
    }
    return units.computeIfAbsent(key, unused -> new Unit());
  }
}
