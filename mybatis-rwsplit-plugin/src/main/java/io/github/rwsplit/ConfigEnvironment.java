package io.github.rwsplit;

import io.github.rwsplit.ConfigNames.Match;
import io.github.rwsplit.node.OneLine;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Collects what stands under {@code rwsplit} in a Spring Environment: the source that comes first
 * wins, for a list as a whole; placeholders are resolved; names are read as leniently as Spring
 * Boot reads them, environment variables included ({@code RWSPLIT_REPLICAS_REPLICA1_PASSWORD}, or
 * {@code ..._REPLICA_1_...}, speaks of {@code replica-1} where that name is configured).
 *
 * <p>It works on the property sources themselves, so that it is the same with and without Boot,
 * tells where a key comes from, and never lets two sources mix the elements of one list.
 */
final class ConfigEnvironment {

  private static final Logger LOG = LoggerFactory.getLogger(RwSplitConfig.class);
  private static final String PREFIX = "rwsplit.";
  private static final String VARIABLE_PREFIX = "RWSPLIT_";

  private final ConfigurableEnvironment environment;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Map<String, String> origins = new LinkedHashMap<>();
  private final Map<String, String> sourceOfList = new LinkedHashMap<>();
  private final Set<String> taken = new LinkedHashSet<>();
  private final Map<String, String> chosenNames = new LinkedHashMap<>();

  private ConfigEnvironment(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  static RwSplitConfig read(ConfigurableEnvironment environment) {
    ConfigEnvironment reader = new ConfigEnvironment(environment);
    List<EnumerablePropertySource<?>> sources =
        environment.getPropertySources().stream()
            .filter(EnumerablePropertySource.class::isInstance)
            .<EnumerablePropertySource<?>>map(source -> (EnumerablePropertySource<?>) source)
            .toList();
    sources.stream().filter(source -> !isVariables(source)).forEach(reader::noteNames);
    sources.forEach(reader::collect);
    return ConfigReader.read(reader.values, reader.origins);
  }

  private static boolean isVariables(PropertySource<?> source) {
    return source instanceof SystemEnvironmentPropertySource;
  }

  private static @Nullable String below(String name) {
    return name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
        ? name.substring(PREFIX.length())
        : null;
  }

  private void noteNames(EnumerablePropertySource<?> source) {
    for (String name : source.getPropertyNames()) {
      String key = below(name);
      List<String> segments = key == null ? List.of() : ConfigNames.split(key);
      if (segments.size() > 1) {
        chosenNames.putIfAbsent(ConfigNames.uniform(segments.get(1)), segments.get(1));
      }
    }
  }

  private void collect(EnumerablePropertySource<?> source) {
    for (String name : source.getPropertyNames()) {
      String key = below(name);
      if (key != null) {
        collectDotted(source, name, key);
      } else if (isVariables(source) && name.toUpperCase(Locale.ROOT).startsWith(VARIABLE_PREFIX)) {
        collectVariable(source, name);
      }
    }
  }

  private void collectDotted(EnumerablePropertySource<?> source, String name, String key) {
    List<String> segments = ConfigNames.split(key);
    Optional<Match> match = ConfigNames.match(segments);
    if (match.isEmpty() && isVariables(source) && !ConfigNames.isContainer(segments)) {
      warnOfVariable(name);
      return;
    }
    take(source, name, key, match, segments);
  }

  private void collectVariable(EnumerablePropertySource<?> source, String name) {
    String rest = name.substring(VARIABLE_PREFIX.length()).toLowerCase(Locale.ROOT);
    List<String> words = Arrays.stream(rest.split("_")).filter(word -> !word.isEmpty()).toList();
    Optional<List<String>> segments = ConfigVariables.segments(words, chosenNames);
    if (segments.isEmpty()) {
      warnOfVariable(name);
    } else {
      String key = String.join(".", segments.get());
      take(source, name, key, ConfigNames.match(segments.get()), segments.get());
    }
  }

  private static void warnOfVariable(String name) {
    LOG.warn(
        "The environment variable {} is no known key of rwsplit and is left alone; if it was meant"
            + " as one, correct its name",
        OneLine.of(name));
  }

  private void take(
      EnumerablePropertySource<?> source,
      String name,
      String key,
      Optional<Match> match,
      List<String> segments) {
    String list = match.flatMap(known -> listOf(known, segments)).orElse(null);
    if (list != null
        && !sourceOfList.computeIfAbsent(list, k -> source.getName()).equals(source.getName())) {
      return;
    }
    String identity = segments.stream().map(ConfigNames::uniform).collect(Collectors.joining("."));
    if (taken.add(identity)) {
      values.put(key, text(key, source.getProperty(name)));
      origins.put(key, source.getName());
    }
  }

  /** What a source gives as a whole or not at all. */
  private static Optional<String> listOf(Match match, List<String> segments) {
    if (match.key().segments().contains("#")) {
      return Optional.of(ConfigNames.uniform(segments.get(0)));
    }
    return match.key().isList()
        ? Optional.of(ConfigNames.uniform(match.canonical()))
        : Optional.empty();
  }

  private String text(String key, @Nullable Object value) {
    String text;
    if (value instanceof Collection<?> many) {
      text = many.stream().map(String::valueOf).collect(Collectors.joining(","));
    } else if (value instanceof Object[] many) {
      text = Arrays.stream(many).map(String::valueOf).collect(Collectors.joining(","));
    } else {
      text = value == null ? "" : value.toString();
    }
    try {
      return environment.resolveRequiredPlaceholders(text);
    } catch (IllegalArgumentException unresolved) {
      // Not the cause's message: it repeats the value, which may be a secret.
      throw new RwSplitConfigException(
          List.of(PREFIX + key + " has a placeholder that nothing resolves; define its property"));
    }
  }
}
