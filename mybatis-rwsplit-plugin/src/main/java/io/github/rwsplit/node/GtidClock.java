package io.github.rwsplit.node;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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

  /** Within this time every look is kept that found something new. */
  private static final long KEPT_ALL = Duration.ofSeconds(30).toNanos();

  /** Of older ones, one for each such step: the older the data, the coarser the answer may be. */
  private static final long KEPT_EVERY = Duration.ofSeconds(1).toNanos();

  /** Older ones are of no use: nobody's limit of lag is that wide. */
  private static final long FORGOTTEN_AFTER = Duration.ofHours(1).toNanos();

  private final Deque<Look> newestFirst = new ArrayDeque<>();
  private final Deque<Look> coarse = new ArrayDeque<>();

  /** Notes what the primary said to a question. */
  synchronized void primaryHad(Look look) {
    Look last = newestFirst.peekFirst();
    if (last != null && look.time() <= last.time()) {
      return;
    }
    if (last != null && last.executed().equals(look.executed())) {
      newestFirst.removeFirst();
    }
    newestFirst.addFirst(look);
    thin(look.time());
  }

  private void thin(long now) {
    while (newestFirst.size() > 1 && now - newestFirst.getLast().time() > KEPT_ALL) {
      Look old = newestFirst.removeLast();
      Look youngest = coarse.peekFirst();
      if (youngest == null || old.time() - youngest.time() >= KEPT_EVERY) {
        coarse.addFirst(old);
      }
    }
    while (!coarse.isEmpty() && now - coarse.getLast().time() > FORGOTTEN_AFTER) {
      coarse.removeLast();
    }
  }

  /** The newest look; null before the first. */
  synchronized @Nullable Look newest() {
    return newestFirst.peekFirst();
  }

  /** The time up to which a replica has everything; null where nothing noted proves any. */
  synchronized @Nullable Long upTo(GtidSet executed) {
    for (Deque<Look> looks : List.of(newestFirst, coarse)) {
      for (Look look : looks) {
        if (executed.contains(look.executed())) {
          return look.time();
        }
      }
    }
    return null;
  }
}
