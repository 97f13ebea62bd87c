package io.github.rwsplit.route;

import io.github.rwsplit.annotation.ConsistencyLevel;
import org.jspecify.annotations.Nullable;

/**
 * The decisions for the default group without a limit of lag of the statement's own: there are few
 * of them, and nearly every statement gets one, so each is made once. Safe for use by many threads:
 * two that make one at once make equal ones, and a record is whole for whoever sees it.
 */
@SuppressWarnings("EnumOrdinal") // as the index of a table that is made and used here only
final class UsualDecisions {

  private static final int REASONS = RouteReason.values().length;
  private static final int LEVELS = ConsistencyLevel.values().length;

  private final String group;
  private final @Nullable RouteDecision[] made =
      new RouteDecision[Destination.values().length * REASONS * (LEVELS + 1) * 2];

  UsualDecisions(String group) {
    this.group = group;
  }

  RouteDecision of(
      Destination destination,
      RouteReason reason,
      @Nullable ConsistencyLevel level,
      boolean followsSession) {
    int ofLevel = level == null ? LEVELS : level.ordinal();
    int index =
        ((destination.ordinal() * REASONS + reason.ordinal()) * (LEVELS + 1) + ofLevel) * 2
            + (followsSession ? 1 : 0);
    RouteDecision known = made[index];
    if (known == null) {
      known = new RouteDecision(destination, reason, level, group, null, followsSession, null);
      made[index] = known;
    }
    return known;
  }
}
