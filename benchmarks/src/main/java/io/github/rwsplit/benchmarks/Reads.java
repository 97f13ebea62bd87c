package io.github.rwsplit.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * The reads of one cell, of which it is sure that they are where they belong. Has the shape of a
 * function of the JDK, so that it can be asked from outside the class loader that it has to itself
 * while it is timed ({@link Isolated}).
 */
public final class Reads implements IntFunction<long[]>, AutoCloseable {

  private static final long PATIENCE = Duration.ofSeconds(5).toNanos();
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final Application application;
  private final Callable<Item> read;
  private final int threads;
  private final ExecutorService others = Executors.newCachedThreadPool();

  /** Else a compiler may find that nobody wants the rows. */
  private Item last;

  /**
   * Starts the contestant, and fails unless its reads are where they belong.
   *
   * @param cell what is read, and how
   */
  Reads(Cell cell) throws Exception {
    application = cell.contestant().open(cell.database(), cell.replicas());
    read = cell.scenario().read(application, cell.sessions());
    threads = cell.threads();
    String expected =
        cell.scenario().leavesThePrimary() ? cell.contestant().expectedNode() : "primary";
    long begun = System.nanoTime();
    // until its probes have answered a router may not know its replicas
    String found;
    do {
      last = read.call();
      found = String.valueOf(last.getName());
      if (found.startsWith(expected)) {
        return;
      }
      Thread.onSpinWait();
    } while (System.nanoTime() - begun < PATIENCE);
    throw new IllegalStateException(
        "%s must read on %s, but reads on %s".formatted(cell, expected, found));
  }

  /**
   * The same from outside of the class loader.
   *
   * @param cell as {@link Cell#words} tells it
   */
  public Reads(String[] cell) throws Exception {
    this(Cell.of(cell));
  }

  /** One read. */
  Item read() throws Exception {
    return read.call();
  }

  /**
   * Reads so many times on each of its threads.
   *
   * @return the nanoseconds that it took, and the bytes that such a thread has allocated meanwhile
   */
  @Override
  public long[] apply(int times) {
    try {
      long begun = System.nanoTime();
      List<Future<Long>> beside = new ArrayList<>();
      for (int i = 1; i < threads; i++) {
        beside.add(others.submit(() -> allocatedBy(times)));
      }
      long bytes = allocatedBy(times);
      for (Future<Long> one : beside) {
        bytes += one.get();
      }
      return new long[] {System.nanoTime() - begun, bytes / threads};
    } catch (Exception e) {
      throw new IllegalStateException("a read has failed", e);
    }
  }

  private long allocatedBy(int times) throws Exception {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Item item = last;
    for (int n = 0; n < times; n++) {
      item = read.call();
    }
    last = item;
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @Override
  public void close() throws Exception {
    others.shutdownNow();
    application.close();
  }
}
