package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariConfig;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies {@code rwsplit.replicas.NAME.pool.*} to a HikariCP configuration. Every property that
 * HikariCP has can be given, in kebab-case or camelCase; a name it does not have, or a value it
 * does not take, is a problem and never ignored.
 */
final class PoolProperties {

  private static final Logger log = LoggerFactory.getLogger(PoolProperties.class);

  private static final Pattern DURATION = Pattern.compile("(\\d+)\\s*(ms|s|m|h|d)");

  private static final String DRIVER_PROPERTIES = "data-source-properties.";
  private static final String HEALTH_PROPERTIES = "health-check-properties.";

  /** HikariCP's setters by kebab-case name. */
  private static final Map<String, Method> KNOWN = setters();

  /** What would make the pool another one than the replica says, and what to set instead. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "jdbc-url", "url",
          "username", "username",
          "password", "password",
          "data-source-class-name", "data-source",
          "data-source-jndi", "data-source");

  private PoolProperties() {}

  /**
   * Applies all.
   *
   * @param replica its name, for messages
   * @param driverProperties takes what stands under {@code data-source-properties}
   * @param problems takes what is wrong
   */
  static void apply(
      HikariConfig config,
      String replica,
      Map<String, String> given,
      Properties driverProperties,
      List<String> problems) {
    given.forEach(
        (key, value) -> {
          String name = kebab(key);
          String property = "rwsplit.replicas.%s.pool.%s".formatted(replica, key);
          if (name.startsWith(DRIVER_PROPERTIES)) {
            driverProperties.setProperty(afterDot(key), value);
          } else if (name.startsWith(HEALTH_PROPERTIES)) {
            config.addHealthCheckProperty(afterDot(key), value);
          } else if (ELSEWHERE.containsKey(name)) {
            problems.add(
                "%s must not be set; set rwsplit.replicas.%s.%s instead"
                    .formatted(property, replica, ELSEWHERE.get(name)));
          } else {
            set(config, name, property, value, problems);
          }
        });
  }

  private static void set(
      HikariConfig config, String name, String property, String value, List<String> problems) {
    Method setter = KNOWN.get(name);
    if (setter == null) {
      problems.add(
          "%s must be a property of HikariCP, but there is no such property; nearest are %s"
              .formatted(property, String.join(", ", nearest(name))));
      return;
    }
    Class<?> type = setter.getParameterTypes()[0];
    Object converted = converted(type, value.strip());
    if (converted == null) {
      problems.add("%s must be %s, but was '%s'".formatted(property, expected(type), value));
      return;
    }
    if (name.equals("auto-commit") && converted.equals(false)) {
      problems.add(
          "%s must be true, but was false: a connection of a replica serves one read at a time"
              .formatted(property));
      return;
    }
    if (name.equals("connection-init-sql")) {
      log.warn(
          "{} replaces the statement that makes the sessions of this pool read-only; a replica that"
              + " accepts writes will no longer refuse them",
          property);
    }
    if (name.equals("read-only") && converted.equals(true)) {
      log.warn(
          "{} makes the driver refuse CALL before it is sent; leave it out, the sessions of this"
              + " pool are read-only anyway",
          property);
    }
    try {
      setter.invoke(config, converted);
    } catch (InvocationTargetException e) {
      String why = String.valueOf(e.getTargetException().getMessage());
      problems.add(
          "%s must be a value that HikariCP takes, but was '%s': %s"
              .formatted(property, value, why));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("HikariCP's " + setter + " cannot be called", e);
    }
  }

  private static @Nullable Object converted(Class<?> type, String value) {
    try {
      if (type == int.class) {
        return Integer.valueOf(value);
      }
      if (type == long.class) {
        Matcher time = DURATION.matcher(value);
        return time.matches()
            ? Math.multiplyExact(Long.parseLong(time.group(1)), millisOf(time.group(2)))
            : Long.valueOf(value);
      }
    } catch (NumberFormatException | ArithmeticException e) {
      return null;
    }
    if (type == boolean.class) {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "true" -> true;
        case "false" -> false;
        default -> null;
      };
    }
    return value;
  }

  private static long millisOf(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> 86_400_000;
    };
  }

  private static String expected(Class<?> type) {
    if (type == int.class) {
      return "a whole number";
    }
    return type == long.class ? "a number of milliseconds or a time such as 30s" : "true or false";
  }

  private static Map<String, Method> setters() {
    Map<String, Method> setters = new TreeMap<>();
    for (Method method : HikariConfig.class.getMethods()) {
      boolean simple =
          method.getParameterCount() == 1
              && List.of(String.class, int.class, long.class, boolean.class)
                  .contains(method.getParameterTypes()[0]);
      if (simple && method.getName().startsWith("set")) {
        setters.put(kebab(method.getName().substring(3)), method);
      }
    }
    return Map.copyOf(setters);
  }

  /** As written: names of the driver's properties are not HikariCP's. */
  private static String afterDot(String key) {
    return key.substring(key.indexOf('.') + 1);
  }

  private static String kebab(String key) {
    return key.replace('_', '-').replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }

  private static List<String> nearest(String name) {
    return KNOWN.keySet().stream()
        .filter(known -> !ELSEWHERE.containsKey(known))
        .sorted(
            Comparator.comparingInt((String known) -> distance(name, known))
                .thenComparing(Comparator.naturalOrder()))
        .limit(3)
        .toList();
  }

  /** The number of letters to change, add or drop (V. Levenshtein). */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
