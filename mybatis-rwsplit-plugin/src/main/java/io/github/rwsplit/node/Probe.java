package io.github.rwsplit.node;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The daemon thread that asks one node, at an interval and whenever somebody wakes it. */
final class Probe {

  private static final Logger log = LoggerFactory.getLogger(Probe.class);

  private final NodeMonitor monitor;
  private final Duration interval;
  private final CountDownLatch looked = new CountDownLatch(1);
  private final Semaphore woken = new Semaphore(0);
  private final Thread thread;
  private final Runnable beforeFirst;
  private volatile boolean closed;

  /**
   * @param beforeFirst runs on the thread before the first look
   */
  Probe(NodeMonitor monitor, Duration interval, Runnable beforeFirst) {
    this.monitor = monitor;
    this.interval = interval;
    this.beforeFirst = beforeFirst;
    this.thread = new Thread(this::run, "rwsplit-probe-" + monitor.node().name());
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void wake() {
    woken.release();
  }

  /** Waits for the end of the first look. Returns false if that took longer. */
  boolean awaitFirst(long nanos) throws InterruptedException {
    return looked.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Tells the thread to end. */
  void stop() {
    closed = true;
    monitor.end();
    thread.interrupt();
  }

  /** Waits for the end of the thread, at most the time given. */
  void awaitEnd(Duration patience) {
    try {
      thread.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      beforeFirst.run();
      while (!closed) {
        woken.drainPermits();
        boolean again = lookOnce();
        looked.countDown();
        if (!again && !woken.tryAcquire(interval.toMillis(), TimeUnit.MILLISECONDS)) {
          log.trace("{}: the interval is over", monitor.node());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      looked.countDown();
      monitor.close();
    }
  }

  private boolean lookOnce() {
    try {
      return monitor.look();
    } catch (RuntimeException e) {
      // the thread must go on: without it the node would never come back
      log.error("The probe of {} failed in itself; report this", monitor.node(), e);
      return false;
    }
  }
}
