package io.github.rwsplit.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for names that come back by the million. A log can hold any number of different names, so
 * all beyond a limit share the last number, and that is said.
 */
final class Names {

  static final String OTHERS = "(others)";

  private final int limit;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private boolean full;

  Names(int limit) {
    this.limit = limit;
  }

  /** The number of a name, from 0; -1 for no name. */
  int number(@Nullable String name) {
    if (name == null) {
      return -1;
    }
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= limit) {
      if (!full) {
        full = true;
        names.add(OTHERS);
      }
      return limit;
    }
    numbers.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  @Nullable String name(int number) {
    return number < 0 ? null : names.get(number);
  }

  int size() {
    return names.size();
  }

  /** Whether there were more names than could be told apart. */
  boolean overflowed() {
    return full;
  }
}
