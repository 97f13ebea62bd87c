package io.github.rwsplit.node;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks over JDBC: on a connection of its own that stays open, where it may open one, else on one
 * borrowed from the node's pool for each question.
 *
 * <p>The time limit is that of the socket. Neither a connect nor a query time-out ends a wait for a
 * server that accepts and never answers.
 */
final class JdbcProber implements Prober {

  private static final Logger log = LoggerFactory.getLogger(JdbcProber.class);

  /**
   * Needs no privilege. A plain SELECT without comments: filters of some pools refuse anything
   * else. What is under way comes before what was executed, so that a commit which ends in between
   * is in both and not in neither.
   */
  private static final String QUESTION =
      "SELECT @@server_uuid, @@global.read_only, @@global.super_read_only,"
          + " @@global.max_connections, @@global.gtid_mode, @@global.gtid_owned,"
          + " @@global.gtid_executed, @@global.innodb_read_only";

  private static final int UNKNOWN_SYSTEM_VARIABLE = 1193;

  /** Opens or borrows a connection. */
  @FunctionalInterface
  interface Source {
    Connection connect() throws SQLException;
  }

  private final Source source;
  private final @Nullable BorrowedPool pool;
  private final int timeoutMillis;
  private final boolean guarded;
  private @Nullable LagQuestion lag;
  private @Nullable StandingQuestion standing;
  private @Nullable Answer plain;
  private @Nullable Connection kept;

  private JdbcProber(
      Source source, @Nullable BorrowedPool pool, int timeoutMillis, boolean guarded) {
    this.source = source;
    this.pool = pool;
    this.timeoutMillis = timeoutMillis;
    this.guarded = guarded;
  }

  /**
   * One that keeps a connection of its own, opened with hard limits by the source.
   *
   * @param guarded whether the sessions of the node's pool are read-only
   */
  static JdbcProber onOwnConnection(Source source, int timeoutMillis, boolean guarded) {
    return new JdbcProber(source, null, timeoutMillis, guarded);
  }

  /** One that borrows a connection each time, and gives it back as it was. */
  static JdbcProber throughPool(BorrowedPool pool, int timeoutMillis) {
    return new JdbcProber(pool, pool, timeoutMillis, false);
  }

  @Override
  public Answer ask() throws SQLException {
    if (pool != null) {
      try (Connection borrowed = source.connect()) {
        return askWithinTime(borrowed);
      }
    }
    Connection connection = kept;
    if (connection == null) {
      connection = source.connect();
      kept = connection;
    }
    try {
      return question(connection);
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public void alsoAsk(LagQuestion question) {
    lag = question;
  }

  @Override
  public void alsoAsk(StandingQuestion question) {
    standing = question;
  }

  @Override
  public boolean isInTheWay() {
    return pool != null && pool.isCrowded();
  }

  private Answer askWithinTime(Connection borrowed) throws SQLException {
    if (!isMySql(borrowed)) {
      return question(borrowed);
    }
    int before = borrowed.getNetworkTimeout();
    borrowed.setNetworkTimeout(Runnable::run, timeoutMillis);
    Answer answer = question(borrowed);
    if (borrowed.isClosed()) {
      // lost over the question that may fail; the other one was answered
      return answer;
    }
    // after a failure the socket is closed and there is nothing to put back
    borrowed.setNetworkTimeout(Runnable::run, before);
    if (!borrowed.getAutoCommit()) {
      borrowed.rollback();
    }
    return answer;
  }

  private Answer question(Connection connection) throws SQLException {
    Answer answer = plain != null || !isMySql(connection) ? alive(connection) : ofMySql(connection);
    if (!isMySql(connection)) {
      return answer;
    }
    LagQuestion also = lag;
    if (also != null) {
      answer = answer.with(also.ask(connection, answer.executed() != null));
    }
    StandingQuestion last = standing;
    return last == null || answer.serverUuid() == null
        ? answer
        : answer.with(standing(connection, last));
  }

  /** The last question, since it may wait for locks of replication on a server that is well. */
  private Standing standing(Connection connection, StandingQuestion question) {
    try {
      return question.ask(connection, pool == null ? guarded : null);
    } catch (SQLException | RuntimeException e) {
      if (pool == null) {
        close();
      }
      return question.failed(e);
    }
  }

  private Answer ofMySql(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUESTION)) {
      row.next();
      String mode = row.getString(5);
      String executed = "ON".equals(mode) ? row.getString(7) : null;
      Answer answer =
          new Answer(
              row.getString(1),
              row.getInt(2) == 0 && row.getInt(3) == 0 && row.getInt(8) == 0,
              row.getInt(4),
              executed == null ? null : GtidSet.parse(executed),
              executed == null ? "its gtid_mode is " + mode : "");
      return executed == null ? answer : answer.withUnderWay(GtidSet.parseOwned(row.getString(6)));
    } catch (SQLException e) {
      if (e.getErrorCode() != UNKNOWN_SYSTEM_VARIABLE) {
        throw e;
      }
      plain = Answer.alive("it lacks a variable of MySQL's (1193), as MariaDB does");
      return alive(connection);
    }
  }

  private Answer alive(Connection connection) throws SQLException {
    if (!connection.isValid(Math.max(1, timeoutMillis / 1000))) {
      throw new SQLException("the connection is not valid any more", "08006");
    }
    Answer known = plain;
    return known == null ? Answer.alive("it is not MySQL") : known;
  }

  private static boolean isMySql(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return product != null && product.toLowerCase(Locale.ROOT).contains("mysql");
  }

  @Override
  public void close() {
    Connection connection = kept;
    kept = null;
    plain = null;
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        log.debug("A probe's connection could not be closed: {}", Node.said(e));
      }
    }
  }
}
