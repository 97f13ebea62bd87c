package io.github.rwsplit.node;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often the servers of one cluster are asked.
 *
 * <p>While reads are routed each node is asked at the interval of the configuration. After a second
 * without any the pauses double with each further second, up to half a second, or to a quarter of
 * the smallest limit of lag that decides about EVENTUAL reads; the next read wakes the probes, and
 * waits for none of them. What need not be asked is passed over ({@link #mayPass}), but no node is
 * left alone for longer than that, so that a dead one is found, and lag is seen, even while nothing
 * is routed.
 *
 * <p>Safe for use by many threads. A read costs one comparison, and a write to memory once in an
 * interval.
 */
final class Pace {

  /** The longest pause of probes that are not asked to pause longer. */
  static final Duration SLOWEST = Duration.ofMillis(500);

  private static final long SLOWEST_NANOS = SLOWEST.toNanos();
  private static final long QUIET_AFTER = Duration.ofSeconds(1).toNanos();
  private static final int MOST_DOUBLINGS = 16;

  /** How many probes fit into the smallest limit of lag, so that it can be seen. */
  static final int LOOKS_WITHIN_LIMIT = 4;

  private final long interval;
  private volatile long slowest;
  private volatile long routedAt;
  private volatile long wantedAt;

  /**
   * @param interval {@code rwsplit.lag.probe-interval}
   * @param now a {@code System.nanoTime()}, as all times here
   */
  Pace(Duration interval, long now) {
    this.interval = interval.toNanos();
    this.slowest = SLOWEST_NANOS;
    this.routedAt = now;
    this.wantedAt = now;
  }

  /**
   * A limit of lag has to be seen from now on: no node that is well is left alone for longer than a
   * quarter of it, so that none is taken for late only because nobody looked.
   */
  void lookFor(Duration limit) {
    long quarter = Math.max(interval, limit.toNanos() / LOOKS_WITHIN_LIMIT);
    if (quarter < slowest) {
      slowest = quarter;
    }
  }

  /** A read is being routed. Returns whether the probes have to be woken for it. */
  boolean routed(long now) {
    long quiet = now - routedAt;
    if (quiet <= interval && quiet <= QUIET_AFTER) {
      return false;
    }
    routedAt = now;
    return pauseAfter(quiet) > interval;
  }

  /** A read has found no look at the primary that is young enough for it. */
  void wantLook(long now, Look newest) {
    if (wantedAt - newest.time() <= 0) {
      wantedAt = now;
    }
  }

  /** Whether somebody needs a look at the primary that is younger than the newest one. */
  boolean wantsLook(@Nullable Look newest) {
    // none at all: the primary has no GTIDs, and asking it more often brings none
    return newest != null && wantedAt - newest.time() > 0;
  }

  /** How long a probe pauses now, in nanoseconds. */
  long pause(NodeState state, long now) {
    return state == NodeState.UP
        ? pauseAfter(now - routedAt)
        // who is away is not pressed: each question to it is an attempt to connect
        : Math.max(interval, SLOWEST_NANOS);
  }

  private long pauseAfter(long quiet) {
    long doublings = Math.min(Math.max(0, quiet / QUIET_AFTER), MOST_DOUBLINGS);
    return Math.max(interval, Math.min(interval << doublings, slowest));
  }

  /** Whether a node may be left alone for this turn, if there is a reason to. */
  boolean mayPass(NodeState state, long askedAt, long now) {
    return state == NodeState.UP && now + pause(state, now) - askedAt <= slowest;
  }
}
