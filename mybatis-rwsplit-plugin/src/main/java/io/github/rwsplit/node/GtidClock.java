package io.github.rwsplit.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Tells how old a replica's data are, by what the primary had executed at which time.
 *
 * <p>Each look at the primary notes our own time from before the question, and the set that came
 * back. A replica whose set contains a noted one has everything that was committed before that look
 * began; so its data are no older than that. This needs no table, no privilege and no equal clocks,
 * and it is right where {@code Seconds_Behind_Source} is not: with a stopped receiver or applier, a
 * silent network, a delayed replica. While the primary cannot be asked, nothing can prove that a
 * replica is fresh, and what it was proved to have grows old.
 *
 * <p>Times are {@code System.nanoTime()}'s. Safe for use by the probes of all nodes.
 */
final class GtidClock {

  /** A quarter of an hour of looks that all found something new, at two a second. */
  private static final int REMEMBERED = 1_800;

  /** What the primary had at the time of the look, and had still at later ones. */
  private record Noted(long time, GtidSet executed) {}

  private final Deque<Noted> newestFirst = new ArrayDeque<>();

  /** Notes what the primary said to a question that was put at a time. */
  synchronized void primaryHad(GtidSet executed, long askedAt) {
    Noted last = newestFirst.peekFirst();
    if (last != null && askedAt <= last.time()) {
      return;
    }
    if (last != null && last.executed().equals(executed)) {
      newestFirst.removeFirst();
    }
    newestFirst.addFirst(new Noted(askedAt, executed));
    if (newestFirst.size() > REMEMBERED) {
      newestFirst.removeLast();
    }
  }

  /** The time up to which a replica has everything; null where nothing noted proves any. */
  synchronized @Nullable Long upTo(GtidSet executed) {
    Iterator<Noted> noted = newestFirst.iterator();
    while (noted.hasNext()) {
      Noted one = noted.next();
      if (executed.contains(one.executed())) {
        return one.time();
      }
    }
    return null;
  }
}
