package io.github.rwsplit.cases;

import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's driver, but at every call of JDBC it asks which monitors the calling thread holds: a
 * virtual thread that waits for a server with a monitor held keeps its carrier (until Java 24), and
 * everybody else waits for the monitor. It takes URLs that begin with {@code jdbc:watched:mysql:}
 * while it is open. Only for platform threads: of others the JVM does not tell what they hold.
 */
final class WatchedDriver implements Driver, AutoCloseable {

  static final String NAME = "watched";

  private static final String PREFIX = "jdbc:" + NAME + ":";
  private static final String PLAIN = "jdbc:";

  private final Set<String> held = ConcurrentHashMap.newKeySet();
  private final Set<String> connecting = ConcurrentHashMap.newKeySet();
  private final AtomicLong calls = new AtomicLong();

  private WatchedDriver() {}

  static WatchedDriver open() throws SQLException {
    WatchedDriver driver = new WatchedDriver();
    DriverManager.registerDriver(driver);
    return driver;
  }

  /** What was held in which call, each once. */
  Set<String> held() {
    return new TreeSet<>(held);
  }

  /** The names of the threads that opened a connection. */
  Set<String> connecting() {
    return new TreeSet<>(connecting);
  }

  /** How many calls were looked at. */
  long calls() {
    return calls.get();
  }

  private void look(String call) {
    calls.incrementAndGet();
    ThreadInfo[] infos =
        ManagementFactory.getThreadMXBean()
            .getThreadInfo(new long[] {Thread.currentThread().getId()}, true, false);
    ThreadInfo info =
        Objects.requireNonNull(infos[0], "a platform thread, whose monitors the JVM tells");
    for (MonitorInfo monitor : info.getLockedMonitors()) {
      // the pool's own affair: when it starts, and when it closes what a caller left open
      if (!monitor.getLockedStackFrame().getClassName().startsWith("com.zaxxer.hikari.")) {
        held.add(describe(monitor, info) + " in " + call);
      }
    }
  }

  /** The caller of a JDK collection is who is to blame for a monitor in it. */
  private static String describe(MonitorInfo monitor, ThreadInfo info) {
    StackTraceElement[] stack = info.getStackTrace();
    int depth = monitor.getLockedStackDepth();
    String by =
        Arrays.stream(stack, depth, stack.length)
            .filter(frame -> !frame.getClassName().startsWith("java."))
            .findFirst()
            .map(StackTraceElement::toString)
            .orElse("nobody");
    return "the monitor of a %s, taken in %s by %s"
        .formatted(monitor.getClassName(), stack[depth], by);
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    connecting.add(Thread.currentThread().getName());
    look("Driver.connect");
    String plain = PLAIN + url.substring(PREFIX.length());
    Properties properties = info == null ? new Properties() : info;
    return (Connection) watched(DriverManager.getDriver(plain).connect(plain, properties));
  }

  /** Whatever JDBC hands out is looked at too. */
  private @Nullable Object watched(@Nullable Object result) {
    if (result == null) {
      return null;
    }
    List<Class<?>> faces = new ArrayList<>();
    for (Class<?> type = result.getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> face : type.getInterfaces()) {
        jdbcFaces(face, faces);
      }
    }
    if (faces.isEmpty()) {
      return result;
    }
    return Proxy.newProxyInstance(
        WatchedDriver.class.getClassLoader(),
        faces.toArray(Class<?>[]::new),
        (proxy, method, arguments) -> call(result, proxy, method, arguments));
  }

  private static void jdbcFaces(Class<?> face, List<Class<?>> faces) {
    if (face.getPackageName().equals("java.sql")) {
      if (!faces.contains(face)) {
        faces.add(face);
      }
      return;
    }
    for (Class<?> parent : face.getInterfaces()) {
      jdbcFaces(parent, faces);
    }
  }

  private @Nullable Object call(
      Object target, Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return method.getName().equals("equals")
          ? arguments != null && proxy == arguments[0]
          : method.invoke(target, arguments);
    }
    look(method.getDeclaringClass().getSimpleName() + "." + method.getName());
    try {
      Object result = method.invoke(target, arguments);
      return method.getName().equals("unwrap") ? result : watched(result);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public void close() throws SQLException {
    DriverManager.deregisterDriver(this);
  }
}
