package io.github.rwsplit.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that read, all at once, as fast as they can. */
final class Readers {

  /** How they are told apart from all other threads in a recording. */
  static final String NAME = "reader";

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

  /** Reads so many times on so many threads each, and returns when all is read. */
  static void read(ExecutorService on, int threads, int times, Callable<?> read) throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(
          on.submit(
              () -> {
                Thread.currentThread().setName(NAME);
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
