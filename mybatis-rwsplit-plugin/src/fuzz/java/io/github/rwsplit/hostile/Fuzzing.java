package io.github.rwsplit.hostile;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.Arguments;
import org.slf4j.LoggerFactory;

/**
 * A target of {@code HostileInputTest} with input that Jazzer makes by what code it reaches. Only
 * compiled with {@code -Drwsplit.fuzz=full}, since its agent changes every class of the JVM. What
 * Jazzer keeps of one target would not fit another, so each has a class, and that a JVM of its own,
 * as in the lane {@code fuzz}.
 */
abstract class Fuzzing {

  private static @Nullable Target target;
  private static int inputs;

  @BeforeAll
  static void silence() {
    ((Logger) LoggerFactory.getLogger("io.github.rwsplit.RwSplitConfig")).setLevel(Level.ERROR);
  }

  /** How much was tried is a part of the result. */
  @AfterAll
  static void tell() {
    System.out.printf("Fuzzing: %,d inputs%n", inputs);
  }

  /**
   * The first inputs of a target. It is loaded apart for this: Jazzer's agent comes only after
   * them, and a record that was loaded before has no fields any more once the agent has changed it.
   */
  static Stream<Arguments> seeds(String name) throws Exception {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      path.add(new File(entry).toURI().toURL());
    }
    try (URLClassLoader apart =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Constructor<?> constructor = apart.loadClass(name).getDeclaredConstructor();
      constructor.setAccessible(true);
      Method seeds = apart.loadClass(Target.class.getName()).getMethod("seeds");
      seeds.setAccessible(true);
      List<?> all = (List<?>) seeds.invoke(constructor.newInstance());
      return all.stream().map(seed -> Arguments.of((Object) seed));
    }
  }

  static void take(Supplier<Target> first, byte[] input) throws Exception {
    Target known = target;
    if (known == null) {
      known = first.get();
      target = known;
    }
    inputs++;
    known.take(input);
  }
}
