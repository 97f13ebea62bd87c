package io.github.rwsplit.node;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks one server for what {@code rwsplit.lag.source} needs beside its executed set. Where the
 * source is chosen by itself, nothing more is asked of servers with GTIDs, of others the heartbeat
 * table first. What is not there, or not allowed, is tried again now and then. Used by one thread.
 *
 * <p>{@code SHOW REPLICA STATUS} tells whole seconds, and says 0 while the network to its source is
 * silent, until {@code replica_net_timeout} has passed. A receiver or an applier that does not run
 * makes its answer worthless, whatever number stands there.
 */
final class LagQuestion {

  /**
   * Where pt-heartbeat's table is looked for: in the schema of the URL, and where people put it.
   */
  static final List<String> TABLES =
      List.of("heartbeat", "percona.heartbeat", "heartbeat.heartbeat");

  private static final long AGAIN_AFTER = Duration.ofMillis(250).toNanos();
  private static final long TRIED_AGAIN_AFTER = Duration.ofSeconds(30).toNanos();
  private static final int SYNTAX = 1064;

  private final LagSettings.Source source;
  private final boolean ofPrimary;
  private final Heartbeats heartbeats;
  private final LongSupplier nanoTime;
  private @Nullable LagReading last;
  private @Nullable String table;
  private @Nullable Long primaryAskedFor;
  private LagReading.@Nullable None noBeat;
  private LagReading.@Nullable None noSeconds;

  LagQuestion(
      LagSettings.Source source, boolean ofPrimary, Heartbeats heartbeats, LongSupplier nanoTime) {
    this.source = source;
    this.ofPrimary = ofPrimary;
    this.heartbeats = heartbeats;
    this.nanoTime = nanoTime;
  }

  /**
   * Asks, if there is something to ask and it is time to.
   *
   * @return what the server said last; null where nothing is asked of it
   * @throws SQLException if the connection was lost over it
   */
  @Nullable LagReading ask(Connection connection, boolean hasGtids) throws SQLException {
    boolean beats =
        source == LagSettings.Source.HEARTBEAT_TABLE
            || (source == LagSettings.Source.AUTO && !hasGtids);
    boolean seconds =
        !ofPrimary
            && (source == LagSettings.Source.SECONDS_BEHIND
                || (source == LagSettings.Source.AUTO && !hasGtids));
    if (!beats && !seconds) {
      last = null;
      return null;
    }
    LagReading before = last;
    long now = nanoTime.getAsLong();
    if (before != null && now - before.askedAt() < AGAIN_AFTER) {
      return before;
    }
    LagReading reading = beats ? beat(connection, now) : null;
    if (seconds && !(reading instanceof LagReading.Beat)) {
      LagReading told = seconds(connection, now);
      reading =
          reading instanceof LagReading.None one && told instanceof LagReading.None other
              ? new LagReading.None(now, one.why() + ", and " + other.why())
              : told;
    }
    last = reading;
    return reading;
  }

  private static boolean isRecent(LagReading.@Nullable None failure, long now) {
    return failure != null && now - failure.askedAt() < TRIED_AGAIN_AFTER;
  }

  private LagReading beat(Connection connection, long now) throws SQLException {
    Long primary = heartbeats.serverId();
    if (noBeat != null && isRecent(noBeat, now) && Objects.equals(primary, primaryAskedFor)) {
      return noBeat;
    }
    primaryAskedFor = primary;
    if (!ofPrimary && primary == null) {
      noBeat = new LagReading.None(now, "the primary shows no row of a heartbeat table");
      return noBeat;
    }
    String server = ofPrimary ? "@@server_id" : String.valueOf(primary);
    for (String candidate : table == null ? TABLES : List.of(table)) {
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "SELECT server_id, ts FROM " + candidate + " WHERE server_id = " + server)) {
        if (row.next() && row.getString(2) != null) {
          table = candidate;
          noBeat = null;
          return new LagReading.Beat(now, candidate, row.getLong(1), row.getString(2));
        }
      } catch (SQLException e) {
        passOver(e);
      }
    }
    table = null;
    noBeat =
        new LagReading.None(
            now,
            "none of the tables %s has a row of the primary that this account may read"
                .formatted(String.join(", ", TABLES)));
    return noBeat;
  }

  private LagReading seconds(Connection connection, long now) throws SQLException {
    if (noSeconds != null && isRecent(noSeconds, now)) {
      return noSeconds;
    }
    noSeconds = null;
    try {
      return seconds(connection, "SHOW REPLICA STATUS", now);
    } catch (SQLException e) {
      passOver(e);
      if (e.getErrorCode() != SYNTAX) {
        return refused(e, now);
      }
    }
    try {
      // before MySQL 8.0.22 and MariaDB 10.5
      return seconds(connection, "SHOW SLAVE STATUS", now);
    } catch (SQLException e) {
      passOver(e);
      return refused(e, now);
    }
  }

  private LagReading refused(SQLException e, long now) {
    noSeconds =
        new LagReading.None(
            now,
            "SHOW REPLICA STATUS, which needs the privilege REPLICATION CLIENT (MariaDB: SLAVE"
                + " MONITOR), was refused: "
                + Node.said(e));
    return noSeconds;
  }

  private static LagReading seconds(Connection connection, String question, long now)
      throws SQLException {
    Long most = null;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      boolean any = false;
      // a row for each source that it replicates from
      while (row.next()) {
        any = true;
        Status status = Status.of(row);
        if (!status.runs() || status.seconds() == null) {
          return new LagReading.Seconds(now, null, status.toString());
        }
        most = Math.max(most == null ? 0 : most, status.seconds());
      }
      return new LagReading.Seconds(now, most, any ? "running" : "it replicates from nobody");
    }
  }

  /** One row, whose columns MySQL and MariaDB name differently. */
  private record Status(String receiver, String applier, @Nullable Long seconds) {

    static Status of(ResultSet row) throws SQLException {
      boolean old = !hasColumn(row, "Replica_IO_Running");
      String text = row.getString(old ? "Seconds_Behind_Master" : "Seconds_Behind_Source");
      return new Status(
          String.valueOf(row.getString(old ? "Slave_IO_Running" : "Replica_IO_Running")),
          String.valueOf(row.getString(old ? "Slave_SQL_Running" : "Replica_SQL_Running")),
          text == null ? null : Long.valueOf(text));
    }

    private static boolean hasColumn(ResultSet row, String name) throws SQLException {
      for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
        if (name.equalsIgnoreCase(row.getMetaData().getColumnLabel(i))) {
          return true;
        }
      }
      return false;
    }

    boolean runs() {
      return receiver.equals("Yes") && applier.equals("Yes");
    }

    @Override
    public String toString() {
      return "receiver %s, applier %s, seconds behind %s".formatted(receiver, applier, seconds);
    }
  }

  /** What a server refuses tells nothing about the server; a lost connection does. */
  private static void passOver(SQLException e) throws SQLException {
    if (ConnectionFailures.connectionLost(e)) {
      throw e;
    }
  }
}
