package io.github.rwsplit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the key that an environment variable means. Its underscores stand for dots, for dashes, or
 * for both, so the known keys tell which.
 */
final class ConfigVariables {

  private ConfigVariables() {}

  /**
   * The segments of the key below {@code rwsplit}.
   *
   * @param words the variable's name without its prefix, cut at the underscores, in lower case
   * @param chosenNames names of replicas and groups as written elsewhere, by their uniform form
   * @return empty where no known key can be meant
   */
  static Optional<List<String>> segments(List<String> words, Map<String, String> chosenNames) {
    for (ConfigKey key : ConfigKeys.ALL) {
      List<String> path = new ArrayList<>();
      if (fit(key, key.segments(), words, chosenNames, path)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  private static boolean fit(
      ConfigKey key,
      List<String> segments,
      List<String> words,
      Map<String, String> chosenNames,
      List<String> path) {
    if (segments.isEmpty()) {
      if (words.isEmpty()) {
        return true;
      }
      boolean element = key.isList() && words.size() == 1 && ConfigNames.isIndex(words.get(0));
      return element && path.add(words.get(0));
    }
    String segment = segments.get(0);
    if (segment.equals("**")) {
      return !words.isEmpty() && path.add(String.join("-", words));
    }
    for (int taken = 1; taken <= words.size(); taken++) {
      String joined = String.join("-", words.subList(0, taken));
      String uniform = ConfigNames.uniform(joined);
      boolean fits =
          switch (segment) {
            case "*" -> true;
            case "#" -> ConfigNames.isIndex(joined);
            default -> uniform.equals(ConfigNames.uniform(segment));
          };
      int length = path.size();
      if (fits) {
        path.add(segment.equals("*") ? chosenNames.getOrDefault(uniform, joined) : joined);
        if (fit(
            key,
            segments.subList(1, segments.size()),
            words.subList(taken, words.size()),
            chosenNames,
            path)) {
          return true;
        }
        path.subList(length, path.size()).clear();
      }
    }
    return false;
  }
}
