package io.github.rwsplit.connection;

/** How a SqlSession came to its connection, which tells what is a transaction for it. */
enum SessionStyle {
  /** Spring manages the connection; its synchronization tells. */
  SPRING,
  /** A plain session in autocommit: every statement is on its own. */
  AUTOCOMMIT,
  /** A plain session without autocommit: all of it is one transaction after another. */
  MANUAL,
  /** The application gave the session a connection of its own: it is left alone. */
  GIVEN
}
