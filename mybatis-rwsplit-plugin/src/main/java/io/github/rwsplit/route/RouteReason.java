package io.github.rwsplit.route;

/**
 * Why a statement went where it went. The same words stand in the audit, the meters and the
 * endpoint. The constants are in the order in which they are tried: the first that matches wins.
 */
public enum RouteReason {
  /** {@code rwsplit.mode} is {@code off}: the primary. */
  SPLITTING_OFF,
  /** {@code rwsplit.mode} is {@code observe}: the primary; the target says where it would go. */
  OBSERVED,
  /** A write while {@code rwsplit.switches.read-only} is on: nowhere. */
  READ_ONLY_MODE,
  /** Insert, update, delete, DDL, {@code affectData}, and SQL that writes whatever its tag. */
  WRITE,
  /** A statement ending in {@code !selectKey}: with its write. */
  SELECT_KEY,
  /** Several statements in one text: the primary. */
  MULTI_STATEMENT,
  /** {@code CALL} of a procedure that nobody declared free of side effects: the primary. */
  CALLABLE,
  /** A read that locks rows: the primary. */
  LOCKING_READ,
  /** A function with effects, with connection state, or unknown: the primary. */
  SIDE_EFFECT_FUNCTION,
  /** SQL that is not recognized as a pure read: the primary. */
  UNCLASSIFIED,
  /** The factory's DataSource points away from the primary's pool at this moment: left alone. */
  FOREIGN_DATASOURCE,
  /** Inside a read-write transaction: the primary. */
  TX_READ_WRITE,
  /** Inside a read-only transaction that lives, or has begun, on the primary. */
  TX_READ_ONLY,
  /** Inside a read-only transaction that lives on one replica. */
  TX_READ_ONLY_REPLICA,
  /** A Spring transaction is active, but not on the factory's DataSource: the primary. */
  TX_MANAGER_MISMATCH,
  /** {@code rwsplit.switches.primary-only}: the primary. */
  PRIMARY_ONLY,
  /** The share of reads kept back by {@code rwsplit.switches.replica-percent}: the primary. */
  ROLLOUT,
  /** STRONG asked for by the calling code or its service: the primary. */
  HINT_OVERRIDE,
  /** A write or connection state came earlier in this scope or session: the primary. */
  SCOPE_PINNED,
  /** Declared STRONG: the primary. */
  STRONG,
  /** Not declared at all: the primary. */
  UNDECLARED,
  /** A SESSION read outside any session: the primary. */
  NO_SESSION_CONTEXT,
  /** No eligible replica has the session's writes for sure: the primary. */
  SESSION_MARKER,
  /** A SESSION read on a replica that is proved to have the session's writes. */
  SESSION_REPLICA,
  /** An EVENTUAL read on a replica. */
  EVENTUAL_REPLICA,
  /** No replica may serve the read: the primary, within the fallback budget. */
  NO_ELIGIBLE_REPLICA,
  /** A replica older than its limit, because {@code when-none: stale} says so. */
  DEGRADED_STALE,
  /** Policy, budget or pin forbids the statement: nowhere. */
  REFUSED,
  /** Second attempt after the first node failed while it ran the read. */
  RETRY_READ,
  /** Second attempt on the primary after an empty answer with {@code onEmpty=PRIMARY}. */
  RETRY_EMPTY,
  /** Answered by a MyBatis cache: no node. */
  CACHE_HIT,
  /**
   * Outcome of a write: the primary has turned read-only. Also marks a read that such a primary has
   * answered all the same, since nobody asked for the newest data.
   */
  PRIMARY_DEMOTED,
  /** Outcome of a write: the connection was lost at commit, nobody knows whether it happened. */
  OUTCOME_UNKNOWN
}
