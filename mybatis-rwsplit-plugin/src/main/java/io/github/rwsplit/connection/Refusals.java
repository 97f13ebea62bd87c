package io.github.rwsplit.connection;

import io.github.rwsplit.node.Node;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The errors of statements that are not let run; each says what forbids it and what to do. */
public final class Refusals {

  /** {@code read_only_sql_transaction} of the SQL standard. */
  private static final String READ_ONLY = "25006";

  /** {@code general error}: nothing in class 08, which callers take for a lost connection. */
  private static final String UNAVAILABLE = "HY000";

  private Refusals() {}

  /**
   * A write while {@code rwsplit.switches.read-only} is on.
   *
   * @param statement the mapped statement's id
   * @return the error
   */
  public static SQLException readOnlyMode(String statement) {
    return new SQLTransientException(
        "READ_ONLY_MODE: "
            + statement
            + " may write, and writes are switched off; turn rwsplit.switches.read-only off to let"
            + " it run",
        READ_ONLY);
  }

  /**
   * A write or a locking read in a read-only transaction that lives on a replica.
   *
   * @param statement the mapped statement's id
   * @return the error
   */
  public static SQLException readOnlyTransaction(String statement) {
    return new SQLNonTransientException(
        "REFUSED: "
            + statement
            + " writes or locks in a read-only transaction that lives on a replica; begin a"
            + " read-write transaction (readOnly = false, or REQUIRES_NEW) for it, or set"
            + " rwsplit.transactions.read-only to primary",
        READ_ONLY);
  }

  /**
   * A write that the primary refused because it takes no writes any more.
   *
   * @param statement the mapped statement's id
   * @param primary the node
   * @param refusal what the driver threw; its SQLState and code are kept
   * @return the error
   */
  public static SQLException demoted(String statement, Node primary, SQLException refusal) {
    return new SQLTransientException(
        "PRIMARY_DEMOTED: "
            + statement
            + " was refused by "
            + primary
            + ", which is read-only, and has written nothing; it was not tried elsewhere. Make that"
            + " server writable again, or let its address lead to the new primary ("
            + refusal.getMessage()
            + ")",
        refusal.getSQLState(),
        refusal.getErrorCode(),
        refusal);
  }

  static SQLException staleOnPrimary(String demotion) {
    return new SQLTransientConnectionException(
        "REFUSED: the read promises the newest data, but "
            + demotion
            + ", so another server may have newer ones; make it writable again or let its address"
            + " lead to the new primary. If it is read-only on purpose and no other server takes"
            + " writes, turn rwsplit.switches.read-only on, and it is read all the same",
        UNAVAILABLE);
  }

  static SQLException behindReplicas(Duration waited) {
    return new SQLTransientConnectionException(
        "REFUSED: the session has read on a replica what the primary does not show yet, also after "
            + waited.toMillis()
            + " ms, because transactions are in its binary log and not committed; try again. That"
            + " lasts while semi-synchronous replication waits for a replica (AFTER_SYNC,"
            + " rpl_semi_sync_source_timeout), or the disk is full",
        UNAVAILABLE);
  }

  static SQLException noReplica(String group, Set<String> tried) {
    return new SQLTransientConnectionException(
        "REFUSED: no replica of group "
            + group
            + " can serve the read"
            + triedWords(tried)
            + ", because none is up and fresh enough, and rwsplit.groups."
            + group
            + ".when-none is refuse; bring a replica back, or set it to primary",
        UNAVAILABLE);
  }

  static SQLException noBudget(String group, Set<String> tried) {
    return new SQLTransientConnectionException(
        "REFUSED: no replica of group "
            + group
            + " can serve the read"
            + triedWords(tried)
            + ", because none is up and fresh enough, and rwsplit.fallback.max-concurrent reads are"
            + " on the primary already; bring a replica back, or raise it",
        UNAVAILABLE);
  }

  static SQLException tooManyOnPrimary(@Nullable Integer perSecond) {
    return new SQLTransientConnectionException(
        "REFUSED: a read that a replica could serve by its level has to be on the primary, where an"
            + " operator lets only "
            + perSecond
            + " of them begin each second; try again later, or raise the limit",
        UNAVAILABLE);
  }

  private static String triedWords(Set<String> tried) {
    return tried.isEmpty() ? "" : " (tried " + String.join(", ", tried) + ")";
  }
}
