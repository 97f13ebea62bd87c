package io.github.rwsplit.node;

import java.time.Duration;

/**
 * The way back of one replica: how long it has to answer before it is used again. One that goes
 * again soon after it came back has to answer twice as long, and so on, up to a minute; so a server
 * that comes and goes does not take reads down with it each time. Used by one thread; times are
 * {@code System.nanoTime()}'s.
 */
final class Comeback {

  /** How many good answers in a row it takes at least. */
  static final int LOOKS = 3;

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(64);

  /** One that has stayed for so long has not come and gone. */
  private static final Duration STAYED = Duration.ofMinutes(1);

  private static final int MOST_DOUBLINGS = 6;

  private boolean cameBack;
  private long cameBackAt;
  private int relapses;
  private int good;
  private long goodSince;

  /** It is not used any more. */
  void gone(long now) {
    boolean stayed = !cameBack || now - cameBackAt >= STAYED.toNanos();
    relapses = stayed ? 0 : Math.min(relapses + 1, MOST_DOUBLINGS);
    cameBack = false;
    good = 0;
  }

  /** It gave no answer, or a bad one. */
  void bad() {
    good = 0;
  }

  /** It gave a good answer. Returns whether it has done so often and long enough. */
  boolean good(long now) {
    if (good == 0) {
      goodSince = now;
    }
    good++;
    return good >= LOOKS && now - goodSince >= hold().toNanos();
  }

  /** It is used again. */
  void back(long now) {
    cameBack = true;
    cameBackAt = now;
    good = 0;
  }

  /** How long it has to answer before it is used. */
  Duration hold() {
    Duration hold = FIRST.multipliedBy(1L << relapses);
    return hold.compareTo(LONGEST) < 0 ? hold : LONGEST;
  }

  /** How often in a row it has gone soon after it had come back. */
  int relapses() {
    return relapses;
  }
}
