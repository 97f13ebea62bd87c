package io.github.rwsplit.route;

import io.github.rwsplit.annotation.ConsistencyLevel;

/**
 * The part of the configuration that decides routes.
 *
 * @param mode {@code rwsplit.mode}
 * @param defaultConsistency {@code rwsplit.default-consistency}: the level of undeclared selects
 * @param defaultGroup {@code rwsplit.default-group}
 * @param readOnlyOnReplica {@code rwsplit.transactions.read-only=replica}
 * @param switches the switches as configured; what is in effect is a {@link SwitchState}
 */
public record RouteSettings(
    Mode mode,
    ConsistencyLevel defaultConsistency,
    String defaultGroup,
    boolean readOnlyOnReplica,
    Switches switches) {

  /** Whether the library routes at all. */
  public enum Mode {
    /** Routes. */
    ROUTE,
    /** Runs everything on the primary and audits where it would have gone. */
    OBSERVE,
    /** Runs everything on the primary. */
    OFF
  }

  /**
   * What stands under {@code rwsplit.switches}.
   *
   * @param primaryOnly every read goes to the primary
   * @param readOnly writes are refused
   * @param replicaPercent the share of eligible reads that go to replicas, 0 to 100
   */
  public record Switches(boolean primaryOnly, boolean readOnly, int replicaPercent) {}
}
