package io.github.rwsplit.proof;

import java.util.Map;

/** How reads after a write are kept from being stale, in the three ways that are compared. */
enum Strategy {
  /** Not at all: every read goes to a replica, as hand-written splitting does. */
  NAIVE(Map.of("session.eventual-follows-writes", "false")),
  /** A session reads the primary for five seconds after each write. */
  WINDOW(Map.of("session.strategy", "window", "session.window", "5s")),
  /** A replica serves a session as soon as it is proved to have the session's position. */
  POSITION(Map.of("session.strategy", "gtid"));

  private final Map<String, String> properties;

  Strategy(Map<String, String> properties) {
    this.properties = properties;
  }

  Map<String, String> properties() {
    return properties;
  }

  /** Whether a stale read breaks its promise. */
  boolean promises() {
    return this == POSITION;
  }

  String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
