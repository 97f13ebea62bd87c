package io.github.rwsplit;

import io.github.rwsplit.ConfigNames.Match;
import io.github.rwsplit.statement.WrittenDuration;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The values under {@code rwsplit} by their canonical keys, with the problems found in them. A
 * getter that finds a bad value notes the problem and goes on with the default, so that one start
 * shows all problems.
 */
final class ConfigProperties {

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Map<String, TreeMap<Integer, String>> elements = new LinkedHashMap<>();
  private final Map<String, Set<String>> names = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * Sorts what was written.
   *
   * @param written values by key below {@code rwsplit}
   * @param origins where a key comes from, for those of which that is known
   */
  ConfigProperties(Map<String, String> written, Map<String, String> origins) {
    Map<String, String> seen = new LinkedHashMap<>();
    written.forEach(
        (name, value) -> {
          List<String> segments = ConfigNames.split(name);
          Optional<Match> match = ConfigNames.match(segments);
          if (match.isPresent()) {
            String earlier = seen.put(identity(segments), name);
            if (earlier != null) {
              problem(name, "must be given once, but is also given as rwsplit." + earlier);
            }
            accept(match.get(), segments, value.trim());
          } else if (value.isBlank() && ConfigNames.isContainer(segments)) {
            noteName(segments);
          } else {
            unknown(name, segments, origins.get(name));
          }
        });
  }

  private static String identity(List<String> segments) {
    return String.join(".", segments.stream().map(ConfigNames::uniform).toList());
  }

  private void accept(Match match, List<String> segments, String value) {
    noteName(match.path());
    String canonical = match.canonical();
    int size = match.path().size();
    if (segments.size() > size) {
      elements
          .computeIfAbsent(canonical, key -> new TreeMap<>())
          .put(Integer.parseInt(segments.get(size)), value);
    } else {
      values.put(canonical, value);
    }
  }

  private void noteName(List<String> path) {
    if (path.size() > 1) {
      names.computeIfAbsent(path.get(0), key -> new LinkedHashSet<>()).add(path.get(1));
    }
  }

  private void unknown(String name, List<String> segments, @Nullable String origin) {
    String from = origin == null ? "" : " (from " + origin + ")";
    problem(
        name + from,
        "is not a known key"
            + ConfigNames.nearest(segments)
                .map(near -> "; did you mean rwsplit." + near + "?")
                .orElse("; remove it"));
  }

  void problem(String key, String sentence) {
    problems.add("rwsplit." + key + " " + sentence);
  }

  List<String> problems() {
    return List.copyOf(problems);
  }

  /**
   * The names that the user chose below a key such as {@code replicas}, or the indexes of a list.
   */
  Set<String> names(String container) {
    return names.getOrDefault(container, Set.of());
  }

  boolean isGiven(String key) {
    String value = values.get(key);
    return value != null && !value.isEmpty();
  }

  /** The values below a key, by the rest of their key as written. */
  Map<String, String> below(String key) {
    Map<String, String> below = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(key + ".")) {
            below.put(name.substring(key.length() + 1), value);
          }
        });
    return below;
  }

  @Nullable String text(String key) {
    String value = values.get(key);
    return value == null || value.isEmpty() ? presetOf(key) : value;
  }

  String textOrDefault(String key) {
    return Objects.requireNonNull(text(key), key);
  }

  List<String> list(String key) {
    TreeMap<Integer, String> indexed = elements.get(key);
    if (indexed != null) {
      return indexed.values().stream().filter(value -> !value.isBlank()).toList();
    }
    return Arrays.stream(values.getOrDefault(key, "").split(","))
        .map(String::trim)
        .filter(element -> !element.isEmpty())
        .toList();
  }

  /** One of the key's choices, as the table writes it; null where none is given and none preset. */
  @Nullable String choice(String key) {
    String value = text(key);
    if (value == null) {
      return null;
    }
    ConfigKey known = keyOf(key);
    for (String choice : known.choices()) {
      if (meansChoice(value, choice)) {
        return choice;
      }
    }
    problem(
        key, "must be one of %s, but was %s".formatted(String.join(", ", known.choices()), value));
    return known.defaultValue();
  }

  String choiceOrDefault(String key) {
    return Objects.requireNonNull(choice(key), key);
  }

  /** YAML 1.1 reads a bare {@code off} as the boolean false. */
  private static boolean meansChoice(String value, String choice) {
    return ConfigNames.uniform(value).equals(ConfigNames.uniform(choice))
        || (choice.equals("off") && value.equalsIgnoreCase("false"));
  }

  boolean flag(String key) {
    String value = textOrDefault(key);
    Optional<Boolean> flag = bool(value);
    if (flag.isEmpty()) {
      problem(key, "must be true or false, but was " + value);
    }
    return flag.orElseGet(() -> Boolean.parseBoolean(presetOf(key)));
  }

  int integer(String key, int least, int most) {
    String value = textOrDefault(key);
    Optional<BigDecimal> number = number(value);
    boolean right =
        number
            .filter(n -> n.stripTrailingZeros().scale() <= 0)
            .filter(n -> n.compareTo(BigDecimal.valueOf(least)) >= 0)
            .filter(n -> n.compareTo(BigDecimal.valueOf(most)) <= 0)
            .isPresent();
    if (!right) {
      String rule =
          most == Integer.MAX_VALUE
              ? "a whole number of at least " + least
              : "a whole number from %d to %d".formatted(least, most);
      problem(key, "must be %s, but was %s".formatted(rule, value));
      return Integer.parseInt(Objects.requireNonNull(presetOf(key)));
    }
    return number.orElseThrow().intValue();
  }

  /** A duration above zero; null where none is given and none preset. */
  @Nullable Duration duration(String key) {
    String value = text(key);
    if (value == null) {
      return null;
    }
    Optional<Duration> duration = WrittenDuration.parse(value);
    boolean zeroAllowed = keyOf(key).kind() == ConfigKey.Kind.DURATION_OR_ZERO;
    if (duration.isPresent()
        && !duration.get().isNegative()
        && (zeroAllowed || !duration.get().isZero())) {
      return duration.get();
    }
    problem(
        key,
        duration.isPresent()
            ? (zeroAllowed ? "must not be negative, but was " : "must be positive, but was ")
                + value
            : "must be a duration with its unit, such as 20ms, 5s or 1m, but was " + value);
    String preset = presetOf(key);
    return preset == null ? null : WrittenDuration.parse(preset).orElseThrow();
  }

  private static Optional<Boolean> bool(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "on", "yes" -> Optional.of(true);
      case "false", "off", "no" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<BigDecimal> number(String value) {
    return value.matches("[+-]?\\d{1,10}(\\.\\d{1,6})?")
        ? Optional.of(new BigDecimal(value))
        : Optional.empty();
  }

  private static ConfigKey keyOf(String key) {
    return ConfigNames.match(ConfigNames.split(key)).orElseThrow().key();
  }

  private static @Nullable String presetOf(String key) {
    return keyOf(key).defaultValue();
  }
}
