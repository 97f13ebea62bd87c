package io.github.rwsplit.node;

import java.sql.SQLException;

/** Asks one server whether it is there and what it is. Used by one thread at a time. */
interface Prober extends AutoCloseable {

  /** Asks, and waits for the answer no longer than a bounded time. */
  Answer ask() throws SQLException;

  /** Lets it ask for lag as well, with each of its questions. Before the first one. */
  default void alsoAsk(LagQuestion question) {}

  /** Lets it ask for its place in replication as well. Before the first question. */
  default void alsoAsk(StandingQuestion question) {}

  /** Whether a question now would be in somebody's way, so that it had better come later. */
  default boolean isInTheWay() {
    return false;
  }

  /** Gives up what it keeps open. */
  @Override
  default void close() {}
}
