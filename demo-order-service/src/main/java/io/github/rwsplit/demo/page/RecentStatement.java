package io.github.rwsplit.demo.page;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.StatementEvent;
import org.jspecify.annotations.Nullable;

/**
 * A statement as the page lists it.
 *
 * @param number counts all statements since the start
 * @param at when it began, in milliseconds since 1970
 * @param statement the mapped statement's id
 * @param decision the id shared by all statements of one call
 * @param level what it declares; null for writes
 * @param reason why it went there
 * @param target the node chosen; null where none was
 * @param node the node used; null where none was
 * @param lagMillis that node's lag; null where it is not known
 * @param attempt 2 for a second one
 * @param micros how long it took
 * @param outcome ok, error or refused
 */
record RecentStatement(
    long number,
    long at,
    String statement,
    String decision,
    @Nullable ConsistencyLevel level,
    String reason,
    @Nullable String target,
    @Nullable String node,
    @Nullable Long lagMillis,
    int attempt,
    long micros,
    String outcome) {

  static RecentStatement of(long number, StatementEvent event) {
    return new RecentStatement(
        number,
        event.time().toEpochMilli(),
        event.statement(),
        event.decision(),
        event.level(),
        event.reason().name(),
        event.target(),
        event.node(),
        event.lagMillis(),
        event.attempt(),
        event.durationMicros(),
        event.outcome().word());
  }
}
