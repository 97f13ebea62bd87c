package io.github.rwsplit.session;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one session: what it wrote, up to which position, and what it read last.
 * Immutable; small, since there may be millions.
 *
 * <p>Times are nanoseconds of the markers' clock; {@link #NEVER} where there is none.
 *
 * @param commitsUnderWay how many of its commits have begun and not ended
 * @param deliveredTo the thread to which a position was delivered since it last claimed one; its
 *     negative where that was asked for; 0: none
 * @param committedAt a time at which its last commit had ended
 * @param unprovenAt the same of the last commit whose position is not known
 * @param position the position of those commits whose position is known; null without any
 * @param readAt a time at which its last read on the primary or with a proof had ended
 * @param readTerm the node that served it, as {@link Servers} numbers them; {@link Servers#NONE}
 *     where several may have, of which none is known to have all
 */
record Marker(
    int commitsUnderWay,
    int deliveredTo,
    long committedAt,
    long unprovenAt,
    @Nullable Position position,
    long readAt,
    long readTerm) {

  static final long NEVER = Long.MIN_VALUE;

  static final Marker NONE = new Marker(0, 0, NEVER, NEVER, null, NEVER, Servers.NONE);

  /** A commit begins. */
  Marker begin() {
    return with(commitsUnderWay + 1, 0, committedAt, unprovenAt);
  }

  /** A commit that began has ended. */
  Marker end() {
    return with(Math.max(0, commitsUnderWay - 1), deliveredTo, committedAt, unprovenAt);
  }

  /**
   * The server has told the position of a commit, on the thread that committed, or a later one that
   * it was asked for.
   *
   * @param thread that thread; its negative where the position was asked for
   */
  Marker delivered(Position own, long now, int thread) {
    Position merged = position == null ? own : position.max(own);
    return new Marker(
        commitsUnderWay, thread, Math.max(committedAt, now), unprovenAt, merged, readAt, readTerm);
  }

  /**
   * A thread has committed; only what was delivered to it meanwhile tells the position. Whatever
   * was read before the commit began was committed before it, so that who has the commit has that
   * too. That holds of a commit that has a position of its own: one that changed nothing follows
   * nothing, and may have been before what was read elsewhere.
   */
  Marker committed(long began, long now, int thread) {
    boolean heard = deliveredTo == thread && committedAt - began >= 0;
    boolean told = heard || (deliveredTo == -thread && committedAt - began >= 0);
    boolean covered = heard && readAt != NEVER && began - readAt >= 0;
    return new Marker(
        commitsUnderWay,
        told ? 0 : deliveredTo,
        Math.max(committedAt, now),
        told ? unprovenAt : Math.max(unprovenAt, now),
        position,
        covered ? NEVER : readAt,
        covered ? Servers.NONE : readTerm);
  }

  /** It may have written at any time up to one that is still to come. */
  Marker unknownUntil(long time) {
    return with(
        commitsUnderWay, deliveredTo, Math.max(committedAt, time), Math.max(unprovenAt, time));
  }

  /**
   * It has read something that it must not go back behind.
   *
   * @param term the server
   * @param at a time at which the read had ended
   * @param decidedAfter the {@link #readAt} that the choice of the server took into account: a read
   *     that ended later on another server may have seen what this one did not
   */
  Marker read(long term, long at, long decidedAfter) {
    boolean accountedFor = readAt == NEVER || (decidedAfter != NEVER && readAt - decidedAfter <= 0);
    boolean inOrder = accountedFor || readTerm == term;
    boolean older = readAt != NEVER && at - readAt < 0;
    return new Marker(
        commitsUnderWay,
        deliveredTo,
        committedAt,
        unprovenAt,
        position,
        older ? readAt : at,
        inOrder ? (older ? readTerm : term) : Servers.NONE);
  }

  /** What holds for both, for a session that has two names, or a token beside its key. */
  Marker max(Marker other) {
    Position mine = position;
    Position theirs = other.position;
    boolean later = other.readAt > readAt;
    // of two reads on two nodes only a look at the primary behind both shows that neither is missed
    long term =
        readAt == NEVER || other.readAt == NEVER || readTerm == other.readTerm
            ? (later ? other.readTerm : readTerm)
            : Servers.NONE;
    return new Marker(
        commitsUnderWay + other.commitsUnderWay,
        0,
        Math.max(committedAt, other.committedAt),
        Math.max(unprovenAt, other.unprovenAt),
        mine == null ? theirs : theirs == null ? mine : mine.max(theirs),
        Math.max(readAt, other.readAt),
        term);
  }

  /**
   * The same for another name: a commit under way is ended by whoever began it, under the name that
   * it began with.
   *
   * @param until the time until which such a commit may come
   */
  Marker settled(long until) {
    return commitsUnderWay == 0 ? this : with(0, 0, committedAt, unprovenAt).unknownUntil(until);
  }

  /** The same without what was read. */
  Marker unread() {
    return new Marker(
        commitsUnderWay, deliveredTo, committedAt, unprovenAt, position, NEVER, Servers.NONE);
  }

  boolean wrote() {
    return committedAt != NEVER;
  }

  private Marker with(int underWay, int delivered, long committed, long unproven) {
    return new Marker(underWay, delivered, committed, unproven, position, readAt, readTerm);
  }
}
