package io.github.rwsplit.node;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The tickets that this instance was given by a {@link SharedLooks}, and when it asked for each. A
 * look that was made with a ticket began after that ticket was given out, so after every lower one
 * was, so after we had asked for that one.
 *
 * <p>Tickets of another history prove nothing, so they are forgotten. Times are {@code
 * System.nanoTime()}'s. Used by one thread.
 */
final class LookTickets {

  /** Older ones are of no use: each instance looks by itself more often than that. */
  private static final long KEPT = Duration.ofSeconds(1).toNanos();

  private record Own(long ticket, long time) {}

  private final ArrayDeque<Own> oldestFirst = new ArrayDeque<>();
  private String history = "";

  String history() {
    return history;
  }

  /**
   * Notes a ticket.
   *
   * @param time when it was asked for, before the question was sent
   * @return false where all that was given before counts for nothing
   */
  boolean given(String ofHistory, long ticket, long time) {
    Own newest = oldestFirst.peekLast();
    boolean goesOn =
        ofHistory.equals(history)
            && (newest == null || (ticket > newest.ticket() && time - newest.time() >= 0));
    if (!goesOn) {
      oldestFirst.clear();
      history = ofHistory;
    }
    oldestFirst.addLast(new Own(ticket, time));
    while (time - oldestFirst.getFirst().time() > KEPT) {
      oldestFirst.removeFirst();
    }
    return goesOn;
  }

  /** The latest time that a look with a ticket began after; null where none is known. */
  @Nullable Long before(long ticket) {
    for (Iterator<Own> all = oldestFirst.descendingIterator(); all.hasNext(); ) {
      Own own = all.next();
      if (own.ticket() <= ticket) {
        return own.time();
      }
    }
    return null;
  }

  /** The lowest ticket that was asked for after a time; {@link SharedLooks#NONE}: none was. */
  long after(long time) {
    for (Own own : oldestFirst) {
      if (own.time() - time > 0) {
        return own.ticket();
      }
    }
    return SharedLooks.NONE;
  }
}
