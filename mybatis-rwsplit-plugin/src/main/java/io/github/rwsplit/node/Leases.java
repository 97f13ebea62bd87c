package io.github.rwsplit.node;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one node that are in use, so that a hang can be ended. Thread-safe. */
final class Leases {

  private static final Logger log = LoggerFactory.getLogger(Leases.class);

  private final Set<Connection> inUse = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private final LongAdder ever = new LongAdder();

  void add(Connection connection) {
    if (inUse.add(connection)) {
      count.incrementAndGet();
      ever.increment();
    }
  }

  void remove(Connection connection) {
    if (inUse.remove(connection)) {
      count.decrementAndGet();
    }
  }

  int count() {
    return count.get();
  }

  /** How many there ever were. */
  long ever() {
    return ever.sum();
  }

  /** Aborts all; those who wait on one get a lost connection. Returns how many. */
  int abort(Executor executor, Node node) {
    int aborted = 0;
    for (Connection lease : inUse) {
      // still there at this moment: a connection that was returned belongs to the pool again
      if (inUse.contains(lease)) {
        aborted++;
        try {
          lease.abort(executor);
        } catch (SQLException e) {
          log.warn("A connection of {} could not be aborted: {}", node, Node.said(e));
        }
      }
    }
    return aborted;
  }
}
