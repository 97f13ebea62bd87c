package io.github.rwsplit.session;

import org.jspecify.annotations.Nullable;

/**
 * What a replica must be proved to have before it may serve a read of a session: the session's own
 * writes, and whatever it has seen already. Immutable.
 *
 * <p>Times are {@code System.nanoTime()}'s; {@link #NEVER} where there is none. A replica is proved
 * to have what was committed at a time once it has everything that a look at the primary found
 * which began after that time. A read may go back to the very server that the session read last,
 * else it needs a look that began after that read ended (Terry et al., "Session Guarantees for
 * Weakly Consistent Replicated Data", 1994).
 *
 * @param committedAt when the last write had been committed
 * @param unprovenAt when the last of the writes had been committed whose position is not known
 * @param position the position of the other writes; null: without any
 * @param readAt when the last read had ended
 * @param readTerm the server of that read, as {@link Servers} numbers them
 * @param windowNanos how long the session stays away from servers that prove nothing
 */
public record Needed(
    long committedAt,
    long unprovenAt,
    @Nullable Position position,
    long readAt,
    long readTerm,
    long windowNanos) {

  /** No time. */
  public static final long NEVER = Marker.NEVER;

  static Needed of(Marker marker, long windowNanos) {
    return new Needed(
        marker.committedAt(),
        marker.unprovenAt(),
        marker.position(),
        marker.readAt(),
        marker.readTerm(),
        windowNanos);
  }

  /** What this and the floor of a session that is not remembered need; the floor has no reads. */
  Needed and(Needed floor) {
    boolean floorIsLast = committedAt == NEVER || floor.committedAt - committedAt > 0;
    return new Needed(
        floorIsLast ? floor.committedAt : committedAt,
        Math.max(unprovenAt, floor.unprovenAt),
        position,
        readAt,
        readTerm,
        floorIsLast && readAt == NEVER ? floor.windowNanos : windowNanos);
  }

  /** The same where servers that prove nothing must not be used, however long nothing happens. */
  Needed onlyProven() {
    return new Needed(committedAt, unprovenAt, position, readAt, readTerm, Long.MAX_VALUE);
  }

  /**
   * The same without what was read, for reads that may go back.
   *
   * @return what the writes alone need
   */
  public Needed ofWrites() {
    return new Needed(committedAt, unprovenAt, position, NEVER, Servers.NONE, windowNanos);
  }

  /**
   * When the last of all that is needed was written or read.
   *
   * @return a {@code System.nanoTime()}, or {@link #NEVER}
   */
  public long latest() {
    return Math.max(Math.max(committedAt, unprovenAt), readAt);
  }

  /**
   * Whether any replica will do.
   *
   * @return true where nothing was written and nothing was read
   */
  public boolean nothing() {
    return committedAt == NEVER && readAt == NEVER;
  }

  /**
   * Whether the position alone shows that the writes are there, without a look at the primary.
   *
   * @return true where every write has a position
   */
  public boolean provenByPosition() {
    return position != null && unprovenAt == NEVER;
  }
}
