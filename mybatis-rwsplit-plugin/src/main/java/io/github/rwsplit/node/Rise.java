package io.github.rwsplit.node;

import java.time.Duration;

/**
 * How much of its weight a replica has that came back: a tenth at first, one more with each second.
 * Its caches are cold, and what made it go may still be there.
 *
 * @param since when it came back, a {@code System.nanoTime()}
 */
record Rise(long since) {

  /** The whole weight, in the unit of {@link #tenths}. */
  static final int WHOLE = 10;

  private static final long STEP = Duration.ofSeconds(1).toNanos();

  /** How long it takes. */
  static final Duration LENGTH = Duration.ofNanos(STEP * (WHOLE - 1));

  /** The part of its weight at a moment. */
  int tenths(long now) {
    return (int) Math.min(WHOLE, 1 + Math.max(0, now - since) / STEP);
  }

  /** How long it takes from a moment on until the part is another one. */
  long untilNext(long now) {
    long passed = Math.max(0, now - since);
    return passed >= LENGTH.toNanos() ? Lag.NEVER : STEP - passed % STEP;
  }
}
