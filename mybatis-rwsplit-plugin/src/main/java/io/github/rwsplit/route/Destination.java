package io.github.rwsplit.route;

/** Where a decision sends a statement. */
public enum Destination {
  /** The primary, on exactly the connection that the application would have had without us. */
  PRIMARY,
  /** Any eligible replica of the group, for this one statement. */
  REPLICA,
  /** The one replica that the read-only transaction lives on. */
  PINNED_REPLICA,
  /** Where the application's own router points at this moment; we do not know what that is. */
  ELSEWHERE,
  /** Nowhere: the statement is refused before it reaches JDBC. */
  NOWHERE
}
