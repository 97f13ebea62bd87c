package io.github.rwsplit;

import io.github.rwsplit.ConfigKey.Kind;
import io.github.rwsplit.node.JdbcUrls;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The configuration as it is in effect, in a form that may be shown: every key with its value or
 * its default, secrets masked.
 */
final class ConfigShown {

  static final String MASK = "******";

  /** A property of a pool or a driver that may be a secret. */
  private static final Pattern SECRET =
      Pattern.compile("(?i)pass|pwd|secret|token|credential|key|trust|init-sql");

  private final ConfigProperties properties;
  private final Map<String, String> shown = new LinkedHashMap<>();

  private ConfigShown(ConfigProperties properties) {
    this.properties = properties;
  }

  /** What stands below {@code rwsplit}, by key. */
  static Map<String, String> of(ConfigProperties properties) {
    ConfigShown config = new ConfigShown(properties);
    ConfigKeys.ALL.forEach(key -> config.show(key, key.segments(), ""));
    return config.shown;
  }

  /** Goes down a pattern, with a branch for each name that was chosen. */
  private void show(ConfigKey key, List<String> segments, String path) {
    if (segments.isEmpty()) {
      put(path, value(key, path));
      return;
    }
    String segment = segments.get(0);
    List<String> rest = segments.subList(1, segments.size());
    if (segment.equals("**")) {
      properties
          .below(path)
          .forEach((name, value) -> put(path + "." + name, shownProperty(name, value)));
    } else if (ConfigNames.isVariable(segment)) {
      TreeSet<String> names = new TreeSet<>(properties.names(path));
      if (path.equals("groups")) {
        names.add(properties.textOrDefault("default-group"));
      }
      names.forEach(name -> show(key, rest, path + "." + name));
    } else {
      show(key, rest, path.isEmpty() ? segment : path + "." + segment);
    }
  }

  private @Nullable String value(ConfigKey key, String path) {
    if (key.isList()) {
      List<String> elements = properties.list(path);
      if (elements.isEmpty()) {
        return key.defaultValue();
      }
      return key.kind() == Kind.SECRETS ? MASK : String.join(",", elements);
    }
    String value = properties.text(path);
    if (value == null || key.kind() == Kind.SECRET) {
      return value == null ? null : MASK;
    }
    return shownAddress(value);
  }

  /** Wherever one stands, in a property of a driver or by mistake in another key. */
  private static String shownAddress(String value) {
    return value.contains("jdbc:") ? JdbcUrls.shown(value) : value;
  }

  private static String shownProperty(String name, String value) {
    return SECRET.matcher(name).find() ? MASK : shownAddress(value);
  }

  private void put(String path, @Nullable String value) {
    if (value != null) {
      shown.put(path, value);
    }
  }
}
