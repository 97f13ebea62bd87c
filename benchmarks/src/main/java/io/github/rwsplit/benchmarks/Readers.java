package io.github.rwsplit.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that read, all at once, as fast as they can. */
final class Readers {

  private Readers() {}

  /** Threads of the operating system. */
  static ExecutorService threads() {
    return Executors.newCachedThreadPool();
  }

  /** Virtual ones, on Java 21 and later; by name, since this is compiled for 17. */
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  /**
   * Reads so many times on so many threads each, and returns when all is read.
   *
   * @param readers gets the threads' ids
   */
  static void read(ExecutorService on, int threads, int times, Callable<?> read, Set<Long> readers)
      throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(
          on.submit(
              () -> {
                readers.add(Thread.currentThread().getId());
                for (int n = 0; n < times; n++) {
                  read.call();
                }
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
  }
}
