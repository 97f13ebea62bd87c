package io.github.rwsplit.connection;

import org.jspecify.annotations.Nullable;

/** What only those want to know of a statement who are told of it. */
final class Told {

  @Nullable String id;
  @Nullable SentSql sent;
  boolean timed;
  long acquireNanos = -1;
}
