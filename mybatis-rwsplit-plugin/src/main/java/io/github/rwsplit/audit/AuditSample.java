package io.github.rwsplit.audit;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.statement.StatementPattern;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which share of the reads the audit log has ({@code rwsplit.audit.sample}).
 *
 * <p>Taken by the decision's id, so that all statements of one logical call are there or none is,
 * whichever instance writes them. What is no read, what failed or was refused, a second attempt,
 * and what may break a promise is always there.
 *
 * @param all the share where nothing else is said, 0 to 1
 * @param levels shares of single levels; they go before {@code all}
 * @param statements shares of statements by their ids, the first that matches; they go before both
 */
public record AuditSample(
    double all, Map<ConsistencyLevel, Double> levels, Map<StatementPattern, Double> statements) {

  /** Everything. */
  public static final AuditSample EVERYTHING = new AuditSample(1, Map.of(), Map.of());

  private static final double LOWEST_OF_53_BITS = 0x1.0p-53;

  /** Copies what may be mutable, and keeps its order. */
  public AuditSample {
    levels = Map.copyOf(levels);
    statements = Collections.unmodifiableMap(new LinkedHashMap<>(statements));
  }

  /**
   * Whether the log has an event.
   *
   * @param event what happened
   * @return true where it is to be written
   */
  public boolean takes(StatementEvent event) {
    ConsistencyLevel level = event.level();
    if (level == null || mustBeTold(event, level)) {
      return true;
    }
    double share = share(event.statement(), level);
    return share >= 1 || (share > 0 && placeOf(event.decision()) < share);
  }

  private double share(String statement, ConsistencyLevel level) {
    for (Map.Entry<StatementPattern, Double> entry : statements.entrySet()) {
      if (entry.getKey().matches(statement)) {
        return entry.getValue();
      }
    }
    return levels.getOrDefault(level, all);
  }

  private static boolean mustBeTold(StatementEvent event, ConsistencyLevel level) {
    String target = event.target();
    String node = event.node();
    boolean elsewhere =
        switch (event.reason()) {
          // nothing was chosen to run there
          case OBSERVED -> false;
          default -> target != null && node != null && !target.equals(node);
        };
    return event.outcome() != StatementEvent.Outcome.OK
        || event.attempt() > 1
        || elsewhere
        || !event.command().equals("SELECT")
        || (level == ConsistencyLevel.STRONG && event.role() == NodeRole.REPLICA);
  }

  /** From 0 to 1, evenly spread over decisions, which are random. */
  private static double placeOf(String decision) {
    return (Long.parseUnsignedLong(decision, 16) >>> 11) * LOWEST_OF_53_BITS;
  }
}
