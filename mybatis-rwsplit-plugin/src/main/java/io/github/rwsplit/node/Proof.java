package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.Servers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What a node was proved to have, at the moment somebody looked; immutable, so that it can be kept
 * beside a snapshot.
 *
 * @param upTo everything that was committed on the primary before this {@code System.nanoTime()};
 *     null where nothing proves any
 * @param measured whether the node has GTIDs, so that proof can be asked for at all
 * @param executed its executed set; null where it has no GTIDs
 * @param primary the newest look at the primary; null before the first
 * @param term the node's number, as {@link Servers} has it
 */
public record Proof(
    @Nullable Long upTo,
    boolean measured,
    @Nullable GtidSet executed,
    @Nullable Look primary,
    long term) {

  static final Proof NONE_TO_BE_HAD = new Proof(null, false, null, null, Servers.NONE);

  /**
   * Whether the node may serve a read of a session. Where servers have no GTIDs nothing can be
   * proved, and the window decides, as long as it is not known to be shorter than the lag.
   *
   * @param needed what the session needs
   * @param now the moment at which the node's data are fixed, a {@code System.nanoTime()}
   * @return false where it may miss something
   */
  public boolean satisfies(Needed needed, long now) {
    return hasWrites(needed, now) && hasReads(needed, now);
  }

  private boolean hasWrites(Needed needed, long now) {
    if (covers(needed.committedAt(), now, needed.windowNanos())) {
      return true;
    }
    Position position = needed.position();
    return position != null
        && executed != null
        && covers(needed.unprovenAt(), now, needed.windowNanos())
        && reaches(position, needed.committedAt());
  }

  /** Whether it does not go back behind what the session has read. */
  boolean hasReads(Needed needed, long now) {
    boolean sameServer =
        needed.readTerm() != Servers.NONE
            && needed.readTerm() == term
            && now - needed.readAt() >= 0;
    return sameServer || covers(needed.readAt(), now, needed.windowNanos());
  }

  /** Whether it may serve a session as soon as it has reached the session's position. */
  boolean lacksOnlyThePosition(Needed needed, long now) {
    return covers(needed.unprovenAt(), now, needed.windowNanos()) && hasReads(needed, now);
  }

  /** Whether it has everything that was committed at a time. */
  private boolean covers(long time, long now, long windowNanos) {
    if (time == Needed.NEVER) {
      return true;
    }
    boolean shown = upTo != null && upTo - time > 0;
    // a window that is shorter than the lag proves nothing, where that is known
    return measured ? shown : now - time >= windowNanos && (upTo == null || shown);
  }

  /** Whether it has all that the primary had up to a position that was committed at a time. */
  private boolean reaches(Position position, long committedAt) {
    GtidSet mine = executed;
    if (mine == null) {
      return false;
    }
    AtomicBoolean all = new AtomicBoolean(true);
    position.each(
        (source, number) -> {
          if (all.get() && !mine.reaches(source, number, primary, committedAt)) {
            all.set(false);
          }
        });
    return all.get();
  }
}
