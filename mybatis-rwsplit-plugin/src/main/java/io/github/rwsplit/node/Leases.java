package io.github.rwsplit.node;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one node that are in use, so that a hang can be ended. Each stands in one of a
 * few places, so that a read makes no object for it; threads begin at different places, and where
 * all near by are taken the rest goes into a set. Thread-safe, without locks.
 *
 * <p>A read pays for each step that processors have to agree on, so both numbers are one, and a
 * place is given free without a comparison: nobody but its lease changes a place that is taken.
 */
final class Leases {

  private static final Logger log = LoggerFactory.getLogger(Leases.class);

  private static final int PLACES = 64;
  private static final int TRIED = 8;

  private static final int COUNT_BITS = 24;
  private static final long COUNT = (1L << COUNT_BITS) - 1;

  private final AtomicReferenceArray<@Nullable Connection> places =
      new AtomicReferenceArray<>(PLACES);
  private final Set<Connection> others = ConcurrentHashMap.newKeySet();

  /** How many there ever were, and in the lower bits how many there are. */
  private final AtomicLong counts = new AtomicLong();

  /**
   * @param connection one that is not in use yet
   */
  void add(Connection connection) {
    if (!placed(connection)) {
      others.add(connection);
    }
    counts.getAndAdd((1L << COUNT_BITS) + 1);
  }

  private boolean placed(Connection connection) {
    int first = first();
    for (int i = 0; i < TRIED; i++) {
      int place = (first + i) % PLACES;
      if (places.get(place) == null && places.compareAndSet(place, null, connection)) {
        return true;
      }
    }
    return false;
  }

  void remove(Connection connection) {
    if (taken(connection) || others.remove(connection)) {
      counts.getAndDecrement();
    }
  }

  /** Whether it stood in a place and does no more; mostly where its own thread put it. */
  private boolean taken(Connection connection) {
    int first = first();
    for (int i = 0; i < PLACES; i++) {
      int place = (first + i) % PLACES;
      if (places.get(place) == connection) {
        places.setRelease(place, null);
        return true;
      }
    }
    return false;
  }

  private static int first() {
    return (int) (Thread.currentThread().getId() * TRIED % PLACES);
  }

  int count() {
    return (int) (counts.get() & COUNT);
  }

  /** How many there ever were. */
  long ever() {
    return counts.get() >>> COUNT_BITS;
  }

  /** Aborts all; those who wait on one get a lost connection. Returns how many. */
  int abort(Executor executor, Node node) {
    int aborted = 0;
    for (int place = 0; place < PLACES; place++) {
      Connection lease = places.get(place);
      // still there at this moment: a connection that was returned belongs to the pool again
      if (lease != null && places.get(place) == lease) {
        aborted++;
        abort(lease, executor, node);
      }
    }
    for (Connection lease : others) {
      if (others.contains(lease)) {
        aborted++;
        abort(lease, executor, node);
      }
    }
    return aborted;
  }

  private static void abort(Connection lease, Executor executor, Node node) {
    try {
      lease.abort(executor);
    } catch (SQLException e) {
      log.warn("A connection of {} could not be aborted: {}", node, Node.said(e));
    }
  }
}
