package io.github.rwsplit.chaos;

import java.time.Duration;
import java.util.Set;

/**
 * One fault, and what it may cost.
 *
 * @param words for the table
 * @param setting what it needs around it
 * @param lasts how long it stays as it is after it has been made
 * @param mayFail the kinds of failure that the documentation promises for it; every other one is a
 *     violation
 */
record Fault(
    String words, Setting setting, Act make, Act heal, Duration lasts, Set<String> mayFail) {

  /** What is done to the scene. */
  interface Act {
    void on(Scene scene) throws Exception;
  }

  /** How the application and its servers are connected. */
  enum Setting {
    /** The application has its own pool to the primary. */
    PLAIN,
    LINE_TO_PRIMARY,
    LINE_TO_REPLICA,
    /** From the primary to the first replica. */
    LINE_BETWEEN,
    /** The library owns the primary's pool, and follows promotions. */
    FOLLOWING,
    /** The application runs in a process of its own. */
    PROCESS,
    /** The same, with a clock that can be set. */
    PROCESS_WITH_CLOCK,
    /** The primary has a clock that can be set. */
    PRIMARY_WITH_CLOCK,
    /** The first replica has one. */
    REPLICA_WITH_CLOCK
  }

  static Fault of(String words, Setting setting, Act make, Act heal) {
    return new Fault(words, setting, make, heal, Duration.ofSeconds(2), Set.of());
  }

  Fault lasting(Duration time) {
    return new Fault(words, setting, make, heal, time, mayFail);
  }

  Fault mayFail(String... kinds) {
    return new Fault(words, setting, make, heal, lasts, Set.of(kinds));
  }

  @Override
  public String toString() {
    return words;
  }
}
