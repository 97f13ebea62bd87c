package io.github.rwsplit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads names of properties as leniently as Spring Boot does: case, dashes and underscores of a
 * known word do not count; a name that the user chose is kept as written.
 */
final class ConfigNames {

  /**
   * A known key as it was written.
   *
   * @param key which key it is
   * @param path its segments: known words in their canonical form, names as written, no index at
   *     the end of a list
   */
  record Match(ConfigKey key, List<String> path) {

    String canonical() {
      return String.join(".", path);
    }
  }

  private ConfigNames() {}

  /**
   * The segments of a key below {@code rwsplit}: {@code a[0].b} is {@code a}, {@code 0}, {@code b}.
   */
  static List<String> split(String name) {
    return Arrays.stream(name.replace("]", "").replace('[', '.').split("\\."))
        .filter(segment -> !segment.isBlank())
        .toList();
  }

  static String uniform(String word) {
    StringBuilder letters = new StringBuilder(word.length());
    word.chars().filter(Character::isLetterOrDigit).forEach(c -> letters.append((char) c));
    return letters.toString().toLowerCase(Locale.ROOT);
  }

  static Optional<Match> match(List<String> written) {
    return ConfigKeys.ALL.stream().flatMap(key -> match(key, written).stream()).findFirst();
  }

  private static Optional<Match> match(ConfigKey key, List<String> written) {
    List<String> segments = key.segments();
    List<String> path = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      if (segment.equals("**")) {
        path.addAll(written.subList(Math.min(i, written.size()), written.size()));
        return written.size() > i ? Optional.of(new Match(key, path)) : Optional.empty();
      }
      if (i >= written.size() || !fits(segment, written.get(i))) {
        return Optional.empty();
      }
      path.add(isVariable(segment) ? written.get(i) : segment);
    }
    boolean whole = written.size() == segments.size();
    boolean element =
        key.isList() && written.size() == segments.size() + 1 && isIndex(written.get(path.size()));
    return whole || element ? Optional.of(new Match(key, path)) : Optional.empty();
  }

  /** Whether the written segments are the beginning of a known key, but not a whole one. */
  static boolean isContainer(List<String> written) {
    return ConfigKeys.ALL.stream()
        .map(ConfigKey::segments)
        .anyMatch(
            segments -> {
              if (written.size() >= segments.size()) {
                return false;
              }
              for (int i = 0; i < written.size(); i++) {
                if (!fits(segments.get(i), written.get(i))) {
                  return false;
                }
              }
              return true;
            });
  }

  private static boolean fits(String segment, String written) {
    return switch (segment) {
      case "*" -> true;
      case "#" -> isIndex(written);
      default -> uniform(segment).equals(uniform(written));
    };
  }

  static boolean isVariable(String segment) {
    return segment.equals("*") || segment.equals("#");
  }

  static boolean isIndex(String segment) {
    return !segment.isEmpty()
        && segment.length() < 6
        && segment.chars().allMatch(Character::isDigit);
  }

  /** The known key that the written one was perhaps meant to be. */
  static Optional<String> nearest(List<String> written) {
    String wanted = uniform(String.join("", written));
    String last = written.isEmpty() ? "" : uniform(written.get(written.size() - 1));
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (ConfigKey key : ConfigKeys.ALL) {
      List<String> segments = new ArrayList<>(key.segments());
      segments.remove("**");
      for (int i = 0; i < segments.size(); i++) {
        if (isVariable(segments.get(i))) {
          segments.set(i, i < written.size() - 1 ? written.get(i) : "NAME");
        }
      }
      int distance = distance(wanted, uniform(String.join("", segments)));
      int wordDistance = distance(last, uniform(segments.get(segments.size() - 1)));
      if (wordDistance <= 1) {
        // The right word in the wrong place is near, too.
        distance = Math.min(distance, 1 + wordDistance);
      }
      if (distance < bestDistance) {
        bestDistance = distance;
        best = String.join(".", segments);
      }
    }
    return bestDistance <= Math.max(2, wanted.length() / 4)
        ? Optional.ofNullable(best)
        : Optional.empty();
  }

  /** Levenshtein's distance. */
  static int distance(String left, String right) {
    int[] row = new int[right.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int substituted = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[right.length()];
  }
}
