package io.github.rwsplit.connection;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What few statements need: those of which somebody is told, and those that nodes have failed. */
final class Told {

  @Nullable String id;
  @Nullable SentSql sent;
  boolean timed;
  Set<String> tried = Set.of();
  long acquireNanos = -1;
}
