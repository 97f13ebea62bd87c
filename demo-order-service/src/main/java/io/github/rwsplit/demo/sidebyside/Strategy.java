package io.github.rwsplit.demo.sidebyside;

import java.util.Map;

/** How reads after a write are kept from being stale. */
enum Strategy {
  /** Not at all: every read goes to a replica, as hand-written splitting does. */
  NAIVE("naive splitting", 100),
  /** A session reads the primary for five seconds after each write. */
  WINDOW("fixed window of 5 s", 200),
  /** A replica serves a session as soon as it is proved to have the session's position. */
  POSITION("by position", 300);

  private final String words;
  private final long firstRow;

  Strategy(String words, long firstRow) {
    this.words = words;
    this.firstRow = firstRow;
  }

  String words() {
    return words;
  }

  /** The first of the rows that no other strategy has. */
  long firstRow() {
    return firstRow;
  }

  /** What is configured below {@code rwsplit} for it. */
  Map<String, String> properties() {
    return switch (this) {
      case NAIVE -> Map.of("session.eventual-follows-writes", "false");
      case WINDOW -> Map.of("session.strategy", "window", "session.window", "5s");
      case POSITION -> Map.of("session.strategy", "gtid");
    };
  }
}
