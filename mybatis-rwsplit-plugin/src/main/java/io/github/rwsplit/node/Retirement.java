package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a replica that was removed or got a new pool: it is picked no more, what runs on its
 * connections ends there, and then its pool is closed; at a deadline whatever runs.
 */
final class Retirement {

  private static final Logger log = LoggerFactory.getLogger(Retirement.class);

  /** Who has picked the node before the swap has its connection by then. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  private static final long LOOK_AGAIN_MILLIS = 50;

  private final Node node;
  private final AutoCloseable pool;
  private final Duration most;
  private final CountDownLatch atOnce = new CountDownLatch(1);
  private final Thread thread;

  /**
   * @param pool of the node
   * @param most how long it may take for what runs to end
   */
  Retirement(Node node, AutoCloseable pool, Duration most) {
    this.node = node;
    this.pool = pool;
    this.most = most;
    this.thread = new Thread(this::run, "rwsplit-drain-" + node.name());
    this.thread.setDaemon(true);
  }

  void begin() {
    thread.start();
  }

  boolean isOver() {
    return !thread.isAlive();
  }

  /** Closes the pool now; waits for it. */
  void end(Duration patience) {
    atOnce.countDown();
    try {
      thread.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    long begun = System.nanoTime();
    try {
      while (!atOnce.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        long passed = System.nanoTime() - begun;
        if (passed >= most.toNanos() || (passed >= LEAST.toNanos() && inUse() == 0)) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int left = inUse();
    if (left > 0) {
      log.warn(
          "{}: {} connections of the pool that was replaced are still in use and are closed now",
          node,
          left);
    }
    try {
      pool.close();
      log.info("{}: the pool that was replaced is closed", node);
    } catch (Exception e) {
      log.warn("{}: the pool that was replaced could not be closed", node, e);
    }
  }

  private int inUse() {
    HikariPoolMXBean counters =
        pool instanceof HikariDataSource hikari ? hikari.getHikariPoolMXBean() : null;
    return counters == null ? node.active() : counters.getActiveConnections();
  }
}
