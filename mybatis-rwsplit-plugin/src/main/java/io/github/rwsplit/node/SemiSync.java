package io.github.rwsplit.node;

/**
 * Whether commits on the primary wait until a replica has received them ("Semisynchronous
 * Replication" in the MySQL manual).
 */
public enum SemiSync {
  /** Not known: the server was not asked yet, or refused to say. */
  UNKNOWN,
  /** They do not, and are not meant to: there is no such plugin, or it is not enabled. */
  NOT_USED,
  /** They do. */
  ACTIVE,
  /**
   * They are meant to and do not: no replica acknowledged within {@code
   * rpl_semi_sync_source_timeout}. A commit that only the primary has is lost with it.
   */
  FALLEN_BACK
}
