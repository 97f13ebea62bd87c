package io.github.rwsplit.route;

import io.github.rwsplit.statement.StatementPattern;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The switches as they are in effect at one moment, whatever the configuration says. Immutable.
 *
 * @param primaryOnly all reads go to the primary; null: off
 * @param tenants those whose reads go to the primary, by name
 * @param statements those that go to the primary
 * @param readOnly writes are refused; null: off
 * @param replicaPercent the share of eligible reads that go to replicas, 0 to 100
 * @param primaryReadsPerSecond how many SESSION and EVENTUAL reads outside of transactions may
 *     begin on the primary each second; null: any number
 * @param drained the replicas that get no new read, by name
 */
public record SwitchState(
    @Nullable Turned primaryOnly,
    Map<String, Turned> tenants,
    Map<StatementPattern, Turned> statements,
    @Nullable Turned readOnly,
    Limit replicaPercent,
    @Nullable Limit primaryReadsPerSecond,
    Map<String, Turned> drained) {

  /**
   * A number that an operator may set.
   *
   * @param value the number
   * @param turned who set it, and why
   */
  public record Limit(int value, Turned turned) {}

  /** Copies what may be mutable, and keeps its order. */
  public SwitchState {
    tenants = Collections.unmodifiableMap(new LinkedHashMap<>(tenants));
    statements = Collections.unmodifiableMap(new LinkedHashMap<>(statements));
    drained = Collections.unmodifiableMap(new LinkedHashMap<>(drained));
  }

  /** Whether a statement is among those that go to the primary. */
  boolean covers(String statement) {
    if (statements.isEmpty()) {
      // as nearly always; an iterator for each statement would not be free
      return false;
    }
    for (StatementPattern pattern : statements.keySet()) {
      if (pattern.matches(statement)) {
        return true;
      }
    }
    return false;
  }
}
