package io.github.rwsplit.cases;

import io.github.rwsplit.chaos.Ledger;
import io.github.rwsplit.test.MySqlNode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Threads that insert an order each time under a number of its own, half of them in transactions,
 * and remember what was acknowledged.
 */
final class OrderWriters implements AutoCloseable {

  private static final long FIRST = 1_000;

  /** Without one they would write more than replicas on the same cores can apply. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

  private final AtomicLong next = new AtomicLong(FIRST);
  private final Ledger ledger = new Ledger();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final ReadWriteLock between = new ReentrantReadWriteLock();
  private final List<Thread> threads = new ArrayList<>();

  OrderWriters(OrderMapper orders, TransactionTemplate transaction, int count) {
    for (int i = 0; i < count; i++) {
      boolean inTransaction = i % 2 == 0;
      Thread thread =
          new Thread(
              () -> {
                while (!ended.get()) {
                  write(orders, inTransaction ? transaction : null);
                  LockSupport.parkNanos(PAUSE);
                }
              },
              "writer-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void write(OrderMapper orders, TransactionTemplate transaction) {
    between.readLock().lock();
    try {
      long number = next.getAndIncrement();
      Order order = new Order(number, "NEW");
      if (transaction == null) {
        orders.insert(order);
      } else {
        transaction.executeWithoutResult(status -> orders.insert(order));
      }
      ledger.acknowledged(number);
    } catch (RuntimeException refused) {
      // during a failover writes fail; what counts is what did not
      Thread.onSpinWait();
    } finally {
      between.readLock().unlock();
    }
  }

  int acknowledged() {
    return ledger.size();
  }

  /** The highest number that was tried. */
  long lastNumber() {
    return next.get() - 1;
  }

  /** The highest number that a server has. */
  static long highestOn(MySqlNode node) throws SQLException {
    try (var connection = node.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery("select max(user_id) from orders")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Runs something while no write is under way; they go on afterwards. */
  void betweenWrites(Runnable work) {
    between.writeLock().lock();
    try {
      work.run();
    } finally {
      between.writeLock().unlock();
    }
  }

  /** Also after a test has failed: nobody else would end them. */
  @Override
  public void close() throws InterruptedException {
    end();
  }

  void end() throws InterruptedException {
    ended.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The acknowledged writes that a server does not have, or has more than once. */
  Map<Long, Long> wrongOn(MySqlNode node) throws SQLException {
    Map<Long, Long> found = new HashMap<>();
    try (var connection = node.connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select user_id, count(*) from orders where user_id >= "
                    + FIRST
                    + " group by user_id")) {
      while (rows.next()) {
        found.put(rows.getLong(1), rows.getLong(2));
      }
    }
    return ledger.wrong(found);
  }
}
