package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a session that has read a replica read the primary only once that shows as much. MySQL sends
 * a transaction to replicas when it is in the binary log, and shows it on the primary itself when
 * the storage engine has committed it: usually at once, but with {@code sync_binlog} other than 1,
 * or semi-synchronous replication and {@code AFTER_SYNC}, after a while in which replicas are
 * ahead.
 *
 * <p>Such a transaction has its number and is not counted as executed, so it stands in {@code
 * gtid_owned}. Where a look at the primary that began after the read has found none, or a later one
 * found those executed, nothing is asked. Else the primary is asked on the read's own connection,
 * and where there are some, the server waits there for them. What the replica that was read is
 * known not to have is not waited for, nor is what the primary itself has from another server.
 *
 * <p>Safe for use by many threads.
 */
public final class PrimaryCatchUp {

  /** What such a wait comes to. */
  public enum Outcome {
    /** The primary shows all that the session has read. */
    REACHED,

    /** It does not, in the time that there was, or too many were waiting already. */
    NOT_IN_TIME,

    /** The primary could not be asked: nobody knows. */
    UNKNOWN
  }

  private static final Logger log = LoggerFactory.getLogger(PrimaryCatchUp.class);

  /** What is under way has the number of the server that began it. Needs no privilege. */
  private static final String QUESTION = "SELECT @@server_uuid, @@global.gtid_owned";

  /** So long a replica has to say what it has, before that is looked at again. */
  private static final Duration STEP = Duration.ofMillis(100);

  private final Node primary;
  private final GtidClock clock;
  private final LongFunction<@Nullable Node> byTerm;
  private final LongSupplier nanoTime;
  private final Duration longest;
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * @param byTerm finds the replica that has a number; null where none has
   * @param longest how long a read waits
   */
  PrimaryCatchUp(
      Node primary,
      GtidClock clock,
      LongFunction<@Nullable Node> byTerm,
      LongSupplier nanoTime,
      Duration longest) {
    this.primary = primary;
    this.clock = clock;
    this.byTerm = byTerm;
    this.nanoTime = nanoTime;
    this.longest = longest;
  }

  /**
   * Whether what a session has read may be ahead of the primary.
   *
   * @param read what the session has read
   * @return false where a look has shown that it is not, and where servers have no GTIDs
   */
  public boolean isDue(Needed read) {
    Long upTo = clock.caughtUpTo();
    return clock.newest() != null && (upTo == null || upTo - read.readAt() <= 0);
  }

  /**
   * How long a read waits at most.
   *
   * @return 2 s
   */
  public Duration longest() {
    return longest;
  }

  /**
   * Waits until the primary shows what a session has read.
   *
   * @param read what the session has read
   * @param connection one of the primary's, on which nothing is open; a question for variables
   *     begins no transaction there
   * @return how that ended
   * @throws SQLException if the connection was lost over it
   */
  public Outcome await(Needed read, Connection connection) throws SQLException {
    try {
      long asked = nanoTime.getAsLong();
      GtidSet missing = underWay(connection);
      if (missing.isEmpty()) {
        clock.primaryCaughtUp(asked);
        return Outcome.REACHED;
      }
      if (!primary.waiting().begin()) {
        return Outcome.NOT_IN_TIME;
      }
      try {
        return await(read, missing, asked, connection);
      } finally {
        primary.waiting().end();
      }
    } catch (SQLException e) {
      if (ConnectionFailures.connectionLost(e)) {
        throw e;
      }
      if (warned.compareAndSet(false, true)) {
        log.warn(
            "The primary could not be asked whether it shows what a session has read on a replica;"
                + " such a session may see older data there. Let the pool, or what stands before"
                + " it, pass '{}' and 'SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?)'",
            QUESTION,
            e);
      }
      return Outcome.UNKNOWN;
    }
  }

  private Outcome await(Needed read, GtidSet underWay, long asked, Connection connection)
      throws SQLException {
    GtidSet missing = underWay;
    while (true) {
      Node replica = byTerm.apply(read.readTerm());
      if (replica != null) {
        missing = replica.holdings().mayHaveShown(missing, read.readAt());
      }
      long left = longest.toNanos() - (nanoTime.getAsLong() - asked);
      if (missing.isEmpty()) {
        return Outcome.REACHED;
      }
      if (left <= 0) {
        log.debug("The primary does not show {}, which replicas may have shown", missing);
        return Outcome.NOT_IN_TIME;
      }
      if (PositionWait.on(connection, missing, Math.min(left, STEP.toNanos()))) {
        return Outcome.REACHED;
      }
    }
  }

  private static GtidSet underWay(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUESTION)) {
      row.next();
      return GtidSet.parseOwned(row.getString(2)).of(row.getString(1));
    }
  }
}
