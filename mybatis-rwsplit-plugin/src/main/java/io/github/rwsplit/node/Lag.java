package io.github.rwsplit.node;

import org.jspecify.annotations.Nullable;

/**
 * What is known of how old a replica's data are. It has two parts: how far the replica was behind
 * when that could be seen, and how long ago that was. The first is its own fault; the second is
 * not, and what it counts is for {@code rwsplit.lag.when-unprovable} to say. Times are {@code
 * System.nanoTime()}'s, lengths are nanoseconds.
 *
 * @param upTo everything that was committed on the primary before this is there; null: nobody knows
 *     of any such time, so that it is later than everything that was seen
 * @param seenAt when the primary was seen as it is compared with; null: nothing can tell
 */
record Lag(@Nullable Long upTo, @Nullable Long seenAt) {

  /** Nothing can tell: no source, or none that has seen the primary yet. */
  static final Lag UNTOLD = new Lag(null, null);

  /** As {@link #untilAbove} has it: as long as nobody looks again. */
  static final long NEVER = Long.MAX_VALUE / 4;

  /** A source that can tell does not know, as with a stopped applier. That is never no lag. */
  static Lag unknown(long seenAt) {
    return new Lag(null, seenAt);
  }

  /** How old the data are at most; null where that is not known. */
  @Nullable Long at(long now) {
    return upTo == null ? null : Math.max(0, now - upTo);
  }

  /** How far it was behind when it was seen; null where that is not known. */
  @Nullable Long behind() {
    return upTo == null || seenAt == null ? null : Math.max(0, seenAt - upTo);
  }

  /**
   * Whether it is too late for a limit.
   *
   * @param strict whether the time since the primary was seen counts in full. If not, it counts for
   *     half of the limit at most: looks come four times as often as the smallest limit, so more
   *     than that means that the primary cannot be asked, which is not the replica's lag
   */
  boolean isAbove(long limit, long now, boolean strict) {
    Long behind = behind();
    if (seenAt == null || behind == null) {
      return seenAt != null || strict;
    }
    long unseen = Math.max(0, now - seenAt);
    return behind + (strict ? unseen : Math.min(unseen, limit / 2)) > limit;
  }

  /** How long it takes from now on until it is above a limit that it is not above now. */
  long untilAbove(long limit, long now, boolean strict) {
    Long behind = behind();
    if (seenAt == null || behind == null || (!strict && behind + limit / 2 <= limit)) {
      return NEVER;
    }
    return Math.max(0, limit - behind - Math.max(0, now - seenAt)) + 1;
  }
}
