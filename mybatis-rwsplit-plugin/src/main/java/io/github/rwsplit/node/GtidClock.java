package io.github.rwsplit.node;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
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
 * <p>Looks are kept the closer together the younger they are: two that are next to each other are
 * never further apart than a sixteenth of their age. With a look every 25 ms that is 300 looks for
 * an hour, and the age of a replica's data is told too high by 6 % at most, never too low.
 *
 * <p>Times are {@code System.nanoTime()}'s. Safe for use by many threads; only who waits takes a
 * lock.
 */
final class GtidClock {

  /** Older ones are of no use: nobody's limit of lag is that wide. */
  private static final long FORGOTTEN_AFTER = Duration.ofHours(1).toNanos();

  private static final int FINENESS = 16;

  /** What was under way for so long may have gone with its server. */
  private static final long NEVER_COMES_AFTER = Duration.ofSeconds(1).toNanos();

  /** What a look found under way, of which nobody has seen yet that it is there. */
  private record UnderWay(GtidSet set, long time) {}

  private final Consumer<GtidClock> listener;
  private volatile CompletableFuture<Look> next = new CompletableFuture<>();
  private volatile Look[] newestFirst = {};

  private @Nullable UnderWay unsettled;

  private volatile @Nullable Long caughtUpTo;

  /**
   * @param listener called after each look that is newer than all before, by whoever made it
   */
  GtidClock(Consumer<GtidClock> listener) {
    this.listener = listener;
  }

  /** Notes what the primary said to a question. */
  void primaryHad(Look look) {
    if (add(look)) {
      listener.accept(this);
    }
  }

  private boolean add(Look look) {
    CompletableFuture<Look> awaited;
    synchronized (this) {
      Look[] before = newestFirst;
      if (before.length > 0 && look.time() - before[0].time() <= 0) {
        return false;
      }
      // while nothing is committed one look says all that the ones before it said
      boolean same = before.length > 0 && before[0].executed().equals(look.executed());
      newestFirst = thinned(look, before, same ? 1 : 0);
      settle(look);
      awaited = next;
      next = new CompletableFuture<>();
    }
    awaited.complete(look);
    return true;
  }

  /** Whatever was under way at an earlier look may be there by now. */
  private void settle(Look look) {
    GtidSet underWay = look.underWay();
    UnderWay earlier = unsettled;
    if (underWay == null) {
      return;
    }
    boolean shown = earlier != null && look.shows(earlier.set());
    if (underWay.isEmpty()) {
      unsettled = null;
      primaryCaughtUp(look.time());
    } else if (earlier == null || shown || look.time() - earlier.time() > NEVER_COMES_AFTER) {
      unsettled = new UnderWay(underWay, look.time());
    }
    if (earlier != null && shown) {
      primaryCaughtUp(earlier.time());
    }
  }

  /** The primary shows everything that any replica had shown before a time. */
  synchronized void primaryCaughtUp(long time) {
    Long before = caughtUpTo;
    if (before == null || time - before > 0) {
      caughtUpTo = time;
    }
  }

  /**
   * The time up to which the primary is known to show all that replicas have shown: they get what
   * is in its binary log, which it shows itself a little later.
   *
   * @return null where nothing is known
   */
  @Nullable Long caughtUpTo() {
    return caughtUpTo;
  }

  /** Waits until there is a look that began after a time, but not for longer than so much. */
  void awaitLookAfter(long time, long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    while (true) {
      // taken before the newest one is looked at, so that no look comes in between
      CompletableFuture<Look> coming = next;
      Look look = newest();
      if (look != null && look.time() - time > 0) {
        return;
      }
      try {
        coming.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException tooLate) {
        return;
      } catch (ExecutionException e) {
        throw new IllegalStateException("a look is never completed with a failure", e);
      }
    }
  }

  private static Look[] thinned(Look newest, Look[] before, int from) {
    Look[] kept = new Look[before.length + 1];
    kept[0] = newest;
    int size = 1;
    for (int i = from; i < before.length; i++) {
      long age = newest.time() - before[i].time();
      if (age > FORGOTTEN_AFTER) {
        break;
      }
      boolean oldest = i + 1 == before.length;
      if (oldest || kept[size - 1].time() - before[i + 1].time() > age / FINENESS) {
        kept[size++] = before[i];
      }
    }
    return Arrays.copyOf(kept, size);
  }

  /** The newest look; null before the first. */
  @Nullable Look newest() {
    Look[] looks = newestFirst;
    return looks.length == 0 ? null : looks[0];
  }

  /** How many looks are kept. */
  int size() {
    return newestFirst.length;
  }

  /**
   * The time up to which a replica has everything; null where nothing noted proves any.
   *
   * <p>Found by halving, since who has a look has all before it. That fails for looks at a primary
   * that has gone and whose last transactions were lost; the answer is then an older look than need
   * be, or none.
   */
  @Nullable Long upTo(GtidSet executed) {
    Look[] looks = newestFirst;
    int missing = -1;
    int at = 0;
    for (int step = 1; at < looks.length && !executed.contains(looks[at].executed()); step *= 2) {
      missing = at;
      at += step;
    }
    int had = Math.min(at, looks.length);
    while (had - missing > 1) {
      int middle = (had + missing) >>> 1;
      if (executed.contains(looks[middle].executed())) {
        had = middle;
      } else {
        missing = middle;
      }
    }
    return had == looks.length ? null : looks[had].time();
  }
}
