package io.github.rwsplit.node;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The daemon thread that asks one node, at its pace and whenever somebody wakes it. */
final class Probe {

  private static final Logger log = LoggerFactory.getLogger(Probe.class);

  private final NodeMonitor monitor;
  private final Pace pace;
  private final BooleanSupplier passes;
  private final CountDownLatch looked = new CountDownLatch(1);
  private final Semaphore woken = new Semaphore(0);
  private final Thread thread;
  private final Runnable beforeFirst;
  private volatile boolean closed;

  /**
   * @param passes whether this turn need not ask, for a node that is well
   * @param beforeFirst runs on the thread before the first look
   */
  Probe(NodeMonitor monitor, Pace pace, BooleanSupplier passes, Runnable beforeFirst) {
    this.monitor = monitor;
    this.pace = pace;
    this.passes = passes;
    this.beforeFirst = beforeFirst;
    this.thread = new Thread(this::run, "rwsplit-probe-" + monitor.node().name());
    this.thread.setDaemon(true);
  }

  /** Starts some, and waits for the ends of their first looks, at most the time given in all. */
  static void startAll(List<Probe> probes, Duration patience) {
    probes.forEach(Probe::start);
    long end = System.nanoTime() + patience.toNanos();
    try {
      for (Probe probe : probes) {
        if (!probe.awaitFirst(end - System.nanoTime())) {
          log.warn("{} has not answered its first probe yet; going on without it", probe);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void start() {
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
        if (!again && !woken.tryAcquire(pause(), TimeUnit.NANOSECONDS)) {
          log.trace("{}: the pause is over", monitor.node());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      looked.countDown();
      monitor.close();
    }
  }

  private long pause() {
    return pace.pause(monitor.node().state(), System.nanoTime());
  }

  private boolean lookOnce() {
    NodeState state = monitor.node().state();
    try {
      boolean passed =
          pace.mayPass(state, monitor.askedAt(), System.nanoTime())
              && (passes.getAsBoolean() || monitor.isInTheWay());
      return !passed && monitor.look();
    } catch (RuntimeException e) {
      // the thread must go on: without it the node would never come back
      log.error("The probe of {} failed in itself; report this", monitor.node(), e);
      return false;
    }
  }

  /** The node that it asks. */
  @Override
  public String toString() {
    return monitor.node().toString();
  }

  /** Runs what may hang with its server, such as the closing of connections to it. */
  static Executor onOwnThread(Node node) {
    return task -> {
      Thread thread = new Thread(task, "rwsplit-abort-" + node.name());
      thread.setDaemon(true);
      thread.start();
    };
  }
}
