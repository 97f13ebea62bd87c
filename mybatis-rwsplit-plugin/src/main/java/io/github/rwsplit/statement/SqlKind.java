package io.github.rwsplit.statement;

/** What a piece of SQL is, as far as its text tells. Only {@link #READ} may leave the primary. */
public enum SqlKind {
  /**
   * One query that every caught-up replica answers like the primary and that leaves nothing behind.
   */
  READ,

  /** A statement that changes data, definitions or accounts, or a text that starts with one. */
  WRITE,

  /** More than one statement in one text. A trailing semicolon or comment is no statement. */
  MULTI_STATEMENT,

  /** {@code CALL}, also as JDBC escape. */
  CALLABLE,

  /**
   * A query with a locking clause ({@code FOR UPDATE}, {@code FOR SHARE}, {@code LOCK IN SHARE
   * MODE}) anywhere in it.
   */
  LOCKING_READ,

  /**
   * A query that uses a variable, state of its connection or server, a function with effects, an
   * unknown (stored) function, or that sends its rows into a variable or a file.
   */
  SIDE_EFFECT_FUNCTION,

  /** Anything that was not recognized positively, among it all administration and {@code SHOW}. */
  UNCLASSIFIED
}
