package io.github.rwsplit;

import com.zaxxer.hikari.HikariConfig;
import io.github.rwsplit.statement.WrittenDuration;
import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.beans.BeansException;
import org.springframework.core.NestedExceptionUtils;

/**
 * Reads {@code rwsplit.replicas.NAME.pool} and the pools of {@code rwsplit.primary}: HikariCP's
 * properties, whatever its version has. The one place that checks them, values included: HikariCP
 * itself is asked.
 */
final class ConfigPool {

  /** What holds properties of others, whose names are kept as written. */
  private static final List<String> CONTAINERS =
      List.of("data-source-properties", "health-check-properties");

  /** Given elsewhere, or never right for a replica's pool. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "jdbc-url", "is given as url beside pool",
          "username", "is given beside pool, not in it",
          "password", "is given beside pool, not in it",
          "data-source-class-name", "has no place here; name a bean with data-source beside pool",
          "data-source-jndi", "has no place here; name a bean with data-source beside pool");

  /** HikariCP's simple properties by their kebab-case names. */
  private static final Map<String, PropertyDescriptor> KNOWN = known();

  private ConfigPool() {}

  private static Map<String, PropertyDescriptor> known() {
    Map<String, PropertyDescriptor> known = new TreeMap<>();
    for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(HikariConfig.class)) {
      Class<?> type = property.getPropertyType();
      if (property.getWriteMethod() != null
          && Set.of(long.class, int.class, boolean.class, String.class).contains(type)) {
        known.put(kebab(property.getName()), property);
      }
    }
    return known;
  }

  private static String kebab(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }

  /** The pool's properties by their kebab-case names; times in milliseconds. */
  static Map<String, String> read(ConfigProperties properties, String key) {
    Map<String, String> pool = new LinkedHashMap<>();
    properties.below(key).forEach((written, value) -> one(properties, key, written, value, pool));
    return pool;
  }

  private static void one(
      ConfigProperties properties,
      String key,
      String written,
      String value,
      Map<String, String> pool) {
    List<String> segments = ConfigNames.split(written);
    String first = ConfigNames.uniform(segments.get(0));
    for (String container : CONTAINERS) {
      if (segments.size() > 1 && first.equals(ConfigNames.uniform(container))) {
        String rest = String.join(".", segments.subList(1, segments.size()));
        pool.put(container + "." + rest, value);
        return;
      }
    }
    Optional<Map.Entry<String, PropertyDescriptor>> known =
        segments.size() > 1
            ? Optional.empty()
            : KNOWN.entrySet().stream()
                .filter(one -> ConfigNames.uniform(one.getKey()).equals(first))
                .findFirst();
    String property = key + "." + written;
    if (known.isEmpty()) {
      properties.problem(property, "must be a property of HikariCP, but is none" + nearest(first));
      return;
    }
    String name = known.get().getKey();
    String elsewhere = ELSEWHERE.get(name);
    if (elsewhere != null) {
      properties.problem(property, elsewhere);
    } else {
      value(properties, property, known.get().getValue().getPropertyType(), value)
          .filter(right -> hikariTakes(properties, property, known.get().getValue(), right))
          .ifPresent(right -> put(properties, property, name, right, pool));
    }
  }

  private static boolean hikariTakes(
      ConfigProperties properties, String property, PropertyDescriptor descriptor, String value) {
    try {
      new BeanWrapperImpl(new HikariConfig()).setPropertyValue(descriptor.getName(), value);
      return true;
    } catch (BeansException refused) {
      properties.problem(
          property,
          "must be a value that HikariCP takes, but was %s: %s"
              .formatted(value, NestedExceptionUtils.getMostSpecificCause(refused).getMessage()));
      return false;
    }
  }

  private static void put(
      ConfigProperties properties,
      String property,
      String name,
      String value,
      Map<String, String> pool) {
    boolean writes = property.startsWith("primary.pool.");
    if (name.equals("auto-commit") && value.equals("false") && !writes) {
      properties.problem(
          property,
          "must be true, but was false: such a connection serves single statements, and"
              + " without auto-commit it would keep an old snapshot");
    } else {
      pool.put(name, value);
    }
  }

  private static Optional<String> value(
      ConfigProperties properties, String property, Class<?> type, String value) {
    boolean whole = value.matches("-?\\d{1,10}");
    if (type == boolean.class && !value.matches("(?i)true|false")) {
      properties.problem(property, "must be true or false, but was " + value);
      return Optional.empty();
    }
    if (type == int.class && !whole) {
      properties.problem(property, "must be a whole number, but was " + value);
      return Optional.empty();
    }
    if (type == long.class && !whole) {
      Optional<Duration> duration = WrittenDuration.parse(value);
      if (duration.isEmpty()) {
        properties.problem(
            property, "must be milliseconds or a duration such as 30s, but was " + value);
      }
      return duration.map(time -> Long.toString(time.toMillis()));
    }
    return Optional.of(type == boolean.class ? value.toLowerCase(Locale.ROOT) : value);
  }

  private static String nearest(String uniform) {
    return KNOWN.keySet().stream()
        .filter(known -> !ELSEWHERE.containsKey(known))
        .filter(known -> ConfigNames.distance(ConfigNames.uniform(known), uniform) <= 3)
        .findFirst()
        .map(known -> "; did you mean " + known + "?")
        .orElse("; remove it");
  }
}
