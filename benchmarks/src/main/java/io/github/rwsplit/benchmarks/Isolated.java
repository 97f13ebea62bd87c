package io.github.rwsplit.benchmarks;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.IntFunction;

/**
 * Reads with classes of their own: MyBatis, Spring, pool and driver are loaded once more for them.
 * So two contestants in one process share nothing that a compiler has learned, but for what it has
 * learned of the JDK, and each is compiled as if it were alone.
 */
final class Isolated implements AutoCloseable {

  private final URLClassLoader loader;
  private final IntFunction<long[]> reads;

  @SuppressWarnings("unchecked") // Reads is one, which only its own loader can tell
  Isolated(Cell cell) throws Exception {
    loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      // DriverManager looks for drivers only once in a process
      ServiceLoader.load(Driver.class, loader).forEach(Driver::getMajorVersion);
      reads =
          (IntFunction<long[]>)
              loader
                  .loadClass(Reads.class.getName())
                  .getConstructor(String[].class)
                  .newInstance((Object) cell.words());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(element).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  /** Of these reads, as their own loader has it. */
  Class<?> type() {
    return reads.getClass();
  }

  /** As {@link Reads#apply}. */
  long[] read(int times) {
    return reads.apply(times);
  }

  @Override
  public void close() throws Exception {
    ((AutoCloseable) reads).close();
    loader.close();
  }
}
