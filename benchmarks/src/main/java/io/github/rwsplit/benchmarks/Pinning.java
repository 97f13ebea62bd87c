package io.github.rwsplit.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A virtual thread that waits where it cannot leave its carrier: the recorder has to see it. In the
 * initializer of a class, which on all versions has a native frame below it.
 */
final class Pinning {

  private Pinning() {}

  /** Its initializer waits, each time that a class loader of its own initializes it. */
  static final class Waiter {
    static {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    private Waiter() {}
  }

  private static final class Alone extends ClassLoader {

    private Alone() {
      super(Alone.class.getClassLoader());
    }

    private Class<?> define(Class<?> type) throws IOException {
      String file = type.getName().replace('.', '/') + ".class";
      try (InputStream code = getResourceAsStream(file)) {
        if (code == null) {
          throw new IOException(file + " is not there");
        }
        byte[] bytes = code.readAllBytes();
        return defineClass(type.getName(), bytes, 0, bytes.length);
      }
    }
  }

  /**
   * Waits so on a thread of its own.
   *
   * @param readers gets its id
   */
  static void happen(ExecutorService on, Set<Long> readers) throws Exception {
    on.submit(
            () -> {
              readers.add(Thread.currentThread().getId());
              Class<?> type = new Alone().define(Waiter.class);
              return Class.forName(type.getName(), true, type.getClassLoader());
            })
        .get();
  }
}
