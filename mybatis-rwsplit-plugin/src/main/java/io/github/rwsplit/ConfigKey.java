package io.github.rwsplit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One key under {@code rwsplit}, as the contract names it.
 *
 * @param pattern its segments with dots between: a word; {@code *} for a name that the user chose;
 *     {@code #} for the index of a list; {@code **} for the rest of the key
 * @param kind how its value is read
 * @param defaultValue what holds where it is not given; null: nothing
 * @param choices the values that it may have; empty: not a closed choice
 */
record ConfigKey(String pattern, Kind kind, @Nullable String defaultValue, List<String> choices) {

  /** How a value is read. */
  enum Kind {
    TEXT,
    SECRET,
    LIST,
    SECRETS,
    INTEGER,
    DECIMAL,
    BOOLEAN,
    DURATION,
    /** A duration that may be 0, which switches something off. */
    DURATION_OR_ZERO,
    CHOICE,
    /** Properties of HikariCP below this key. */
    POOL
  }

  static ConfigKey key(Kind kind, String pattern, @Nullable String defaultValue) {
    return new ConfigKey(pattern, kind, defaultValue, List.of());
  }

  static ConfigKey choice(String pattern, @Nullable String defaultValue, String... choices) {
    return new ConfigKey(pattern, Kind.CHOICE, defaultValue, List.of(choices));
  }

  List<String> segments() {
    return List.of(pattern.split("\\."));
  }

  boolean isList() {
    return kind == Kind.LIST || kind == Kind.SECRETS;
  }
}
