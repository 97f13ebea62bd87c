package io.github.rwsplit.node;

import io.github.rwsplit.node.ReplicaReport.Finding;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks one MySQL server for its place in replication, once a second: a replica for its sources, its
 * threads and what the account may do there, the primary for semi-synchronous replication. Used by
 * one thread.
 *
 * <p>{@code SHOW REPLICA STATUS} needs {@code REPLICATION CLIENT}; without it {@code
 * performance_schema} is tried, which needs {@code SELECT} on it. What may not be seen is asked for
 * again after half a minute. The primary is asked with {@code SHOW GLOBAL STATUS} and {@code SHOW
 * GLOBAL VARIABLES} alone, which need no privilege and pass the filters of pools.
 */
final class StandingQuestion {

  private static final long AGAIN_AFTER = Duration.ofSeconds(1).toNanos();
  private static final long TRIED_AGAIN_AFTER = Duration.ofSeconds(30).toNanos();

  /** A filter of the pool refuses it, and counts each question that it refuses. */
  private static final long NOT_BY_THE_SERVER = Duration.ofHours(1).toNanos();

  private static final int SYNTAX = 1064;

  /** Privileges by which an account can change data or tables, and EXECUTE, which may hide them. */
  private static final Pattern WRITES =
      Pattern.compile(
          "\\b(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|INDEX|TRIGGER|EVENT|EXECUTE)\\b");

  /** Privileges for which read_only does not hold. */
  private static final Pattern ABOVE_READ_ONLY =
      Pattern.compile("\\b(ALL PRIVILEGES ON \\*\\.\\*|SUPER|CONNECTION_ADMIN)(\\b|\\s)");

  private final boolean ofPrimary;
  private final LongSupplier nanoTime;
  private @Nullable Standing last;
  private @Nullable Grants grants;
  private long hiddenSince;
  private long hiddenFor;
  private String hidden = "";

  /** What the account may do, which is asked for seldom. */
  private record Grants(long askedAt, boolean writes, boolean aboveReadOnly) {}

  StandingQuestion(boolean ofPrimary, LongSupplier nanoTime) {
    this.ofPrimary = ofPrimary;
    this.nanoTime = nanoTime;
  }

  /**
   * Asks, if it is time to.
   *
   * @param guarded whether the sessions of the node's pool are read-only; null: this is one of them
   * @return what the server said last
   * @throws SQLException if the connection was lost over it
   */
  Standing ask(Connection connection, @Nullable Boolean guarded) throws SQLException {
    Standing before = last;
    long now = nanoTime.getAsLong();
    if (before != null && now - before.askedAt() < AGAIN_AFTER) {
      return before;
    }
    Standing told = ofPrimary ? primary(connection, now) : replica(connection, guarded, now);
    last = told;
    return told;
  }

  /**
   * It failed, or took too long. That is no failure of the node, which has answered the question
   * before it; this one is left alone for a while.
   */
  Standing failed(Exception e) {
    long now = nanoTime.getAsLong();
    hidden = "the question for it was not answered: " + Node.said(e);
    hiddenSince = now;
    hiddenFor = TRIED_AGAIN_AFTER;
    long later = now + TRIED_AGAIN_AFTER;
    Standing nothing =
        ofPrimary
            ? new Standing.OfPrimary(later, SemiSync.UNKNOWN)
            : new Standing.OfReplica(later, null, hidden, Finding.unknown(hidden), true, false);
    last = nothing;
    return nothing;
  }

  // ---------------------------------------------------------------- the primary

  private Standing primary(Connection connection, long now) throws SQLException {
    try {
      return new Standing.OfPrimary(now, semiSync(connection));
    } catch (SQLException e) {
      passOver(e);
      // a filter of the pool, say
      return new Standing.OfPrimary(now + TRIED_AGAIN_AFTER, SemiSync.UNKNOWN);
    }
  }

  private static SemiSync semiSync(Connection connection) throws SQLException {
    String works = ofSource(connection, "SHOW GLOBAL STATUS LIKE 'Rpl_semi_sync_%_status'");
    if ("ON".equals(works)) {
      return SemiSync.ACTIVE;
    }
    boolean wanted =
        works != null
            && "ON"
                .equals(
                    ofSource(connection, "SHOW GLOBAL VARIABLES LIKE 'rpl_semi_sync_%_enabled'"));
    return wanted ? SemiSync.FALLEN_BACK : SemiSync.NOT_USED;
  }

  /** Of a name and its value the one that speaks of a source, called master before 8.0.26. */
  private static @Nullable String ofSource(Connection connection, String question)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      while (row.next()) {
        String name = row.getString(1).toLowerCase(Locale.ROOT);
        if (name.contains("_source_") || name.contains("_master_")) {
          return row.getString(2);
        }
      }
      return null;
    }
  }

  // ---------------------------------------------------------------- a replica

  private Standing replica(Connection connection, @Nullable Boolean guarded, long now)
      throws SQLException {
    boolean readOnly;
    boolean superReadOnly;
    boolean sharesStorage;
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT @@global.read_only, @@global.super_read_only, @@global.innodb_read_only")) {
      row.next();
      readOnly = row.getBoolean(1);
      superReadOnly = row.getBoolean(2);
      sharesStorage = row.getBoolean(3);
    }
    return new Standing.OfReplica(
        now,
        sources(connection, now),
        hidden,
        writing(connection, now, readOnly, superReadOnly, sharesStorage),
        guarded == null ? isSessionReadOnly(connection) : guarded,
        sharesStorage);
  }

  private static boolean isSessionReadOnly(Connection connection) throws SQLException {
    if (connection.isReadOnly()) {
      return true;
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@session.transaction_read_only")) {
      return row.next() && row.getBoolean(1);
    } catch (SQLException e) {
      // before MySQL 5.7.20
      passOver(e);
      return false;
    }
  }

  private Finding writing(
      Connection connection,
      long now,
      boolean readOnly,
      boolean superReadOnly,
      boolean sharesStorage)
      throws SQLException {
    if (superReadOnly || sharesStorage) {
      return Finding.no(superReadOnly ? "super_read_only is on" : "innodb_read_only is on");
    }
    Grants known = grants;
    if (known == null || now - known.askedAt() >= TRIED_AGAIN_AFTER) {
      try {
        known = grants(connection, now);
        grants = known;
      } catch (SQLException e) {
        passOver(e);
        return readOnly
            ? Finding.unknown("read_only is on, and SHOW GRANTS was refused: " + Node.said(e))
            : Finding.yes("read_only and super_read_only are off");
      }
    }
    if (readOnly) {
      return known.aboveReadOnly()
          ? Finding.yes(
              "read_only is on, but does not hold for this account, which has SUPER or"
                  + " CONNECTION_ADMIN")
          : Finding.no("read_only is on");
    }
    return known.writes()
        ? Finding.yes("read_only and super_read_only are off")
        : Finding.no(
            "the account has no privilege to write; read_only and super_read_only are off");
  }

  private static Grants grants(Connection connection, long now) throws SQLException {
    List<String> lines = column(connection, "SHOW GRANTS");
    String roles = roles(connection);
    if (!roles.isEmpty()) {
      lines.addAll(column(connection, "SHOW GRANTS FOR CURRENT_USER() USING " + roles));
    }
    boolean writes = false;
    boolean above = false;
    for (String line : lines) {
      // before MySQL 8.0 the line goes on with the hash of the password
      String privileges = line.replaceFirst(" TO ['`].*", " ").toUpperCase(Locale.ROOT);
      writes |= WRITES.matcher(privileges).find();
      above |= ABOVE_READ_ONLY.matcher(privileges).find();
    }
    return new Grants(now, writes, above);
  }

  private static String roles(Connection connection) throws SQLException {
    try {
      String roles = String.join(",", column(connection, "SELECT CURRENT_ROLE(), @@version"));
      return roles.equals("NONE") ? "" : roles;
    } catch (SQLException e) {
      // before MySQL 8.0
      passOver(e);
      return "";
    }
  }

  private static List<String> column(Connection connection, String question) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      while (row.next()) {
        values.add(text(row, 1));
      }
    }
    return values;
  }

  private @Nullable List<Standing.Source> sources(Connection connection, long now)
      throws SQLException {
    if (!hidden.isEmpty() && now - hiddenSince < hiddenFor) {
      return null;
    }
    hidden = "";
    try {
      return shown(connection, "SHOW REPLICA STATUS");
    } catch (SQLException e) {
      passOver(e);
      return e.getErrorCode() == SYNTAX
          ? otherwise(connection, "SHOW SLAVE STATUS", now)
          : ofPerformanceSchema(connection, e, now);
    }
  }

  private @Nullable List<Standing.Source> otherwise(
      Connection connection, String question, long now) throws SQLException {
    try {
      return shown(connection, question);
    } catch (SQLException e) {
      passOver(e);
      return ofPerformanceSchema(connection, e, now);
    }
  }

  private static List<Standing.Source> shown(Connection connection, String question)
      throws SQLException {
    List<Standing.Source> sources = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      boolean old = !hasColumn(row, "Source_UUID");
      String source = old ? "Master_" : "Source_";
      String replica = old ? "Slave_" : "Replica_";
      while (row.next()) {
        sources.add(
            new Standing.Source(
                text(row, source + "UUID").toLowerCase(Locale.ROOT),
                text(row, source + "Host") + ":" + text(row, source + "Port"),
                text(row, replica + "IO_Running"),
                text(row, replica + "SQL_Running"),
                text(row, "Last_IO_Error"),
                text(row, "Last_SQL_Error")));
      }
    }
    return sources;
  }

  private @Nullable List<Standing.Source> ofPerformanceSchema(
      Connection connection, SQLException refusal, long now) throws SQLException {
    List<Standing.Source> sources = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT s.SOURCE_UUID, CONCAT(c.HOST, ':', c.PORT), s.SERVICE_STATE,"
                    + " a.SERVICE_STATE, s.LAST_ERROR_MESSAGE,"
                    + " (SELECT MAX(w.LAST_ERROR_MESSAGE)"
                    + " FROM performance_schema.replication_applier_status_by_worker w"
                    + " WHERE w.CHANNEL_NAME = s.CHANNEL_NAME)"
                    + " FROM performance_schema.replication_connection_status s"
                    + " JOIN performance_schema.replication_connection_configuration c"
                    + " USING (CHANNEL_NAME)"
                    + " JOIN performance_schema.replication_applier_status a"
                    + " USING (CHANNEL_NAME)")) {
      while (row.next()) {
        sources.add(
            new Standing.Source(
                text(row, 1).toLowerCase(Locale.ROOT),
                text(row, 2),
                said(text(row, 3)),
                said(text(row, 4)),
                text(row, 5),
                text(row, 6)));
      }
      return sources;
    } catch (SQLException e) {
      passOver(e);
      hidden =
          "SHOW REPLICA STATUS, which needs the privilege REPLICATION CLIENT, was refused: "
              + Node.said(refusal);
      hiddenSince = now;
      hiddenFor = refusal.getErrorCode() == 0 ? NOT_BY_THE_SERVER : TRIED_AGAIN_AFTER;
      return null;
    }
  }

  /** ON, OFF and CONNECTING, in the words of SHOW REPLICA STATUS. */
  private static String said(String serviceState) {
    return switch (serviceState) {
      case "ON" -> "Yes";
      case "CONNECTING" -> "Connecting";
      default -> "No";
    };
  }

  private static boolean hasColumn(ResultSet row, String name) throws SQLException {
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      if (name.equalsIgnoreCase(row.getMetaData().getColumnLabel(i))) {
        return true;
      }
    }
    return false;
  }

  private static String text(ResultSet row, String column) throws SQLException {
    String value = row.getString(column);
    return value == null ? "" : value;
  }

  private static String text(ResultSet row, int column) throws SQLException {
    String value = row.getString(column);
    return value == null ? "" : value;
  }

  /** What a server refuses tells nothing about the server; a lost connection does. */
  private static void passOver(SQLException e) throws SQLException {
    if (ConnectionFailures.connectionLost(e)) {
      throw e;
    }
  }
}
