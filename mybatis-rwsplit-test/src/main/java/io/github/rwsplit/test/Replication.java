package io.github.rwsplit.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What replication is told and asked, statement by statement.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/replication-gtids-howto.html">MySQL manual,
 *     Setting Up Replication Using GTIDs</a>
 */
final class Replication {

  /**
   * As long as a server may be asked to wait in one statement; below the administrator's socket
   * timeout.
   */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private Replication() {}

  /**
   * Makes a server read-only for everybody and lets it follow a source from where its own set of
   * GTIDs ends.
   */
  static void follow(AdminSession replica, Server.Address source, Accounts.Account account) {
    replica.execute(
        "STOP REPLICA",
        "RESET REPLICA ALL",
        """
        CHANGE REPLICATION SOURCE TO SOURCE_HOST='%s', SOURCE_PORT=%d, SOURCE_USER='%s', SOURCE_PASSWORD='%s', \
        SOURCE_AUTO_POSITION=1, GET_SOURCE_PUBLIC_KEY=1, SOURCE_CONNECT_RETRY=1, SOURCE_RETRY_COUNT=86400, \
        SOURCE_HEARTBEAT_PERIOD=1\
        """
            .formatted(source.host(), source.port(), account.user(), account.password()),
        "START REPLICA");
    setReadOnly(replica, true);
  }

  /** Ends the following of any source. */
  static void forget(AdminSession replica) {
    replica.execute("STOP REPLICA", "RESET REPLICA ALL");
  }

  static void setReadOnly(AdminSession server, boolean readOnly) {
    if (readOnly) {
      server.execute("SET GLOBAL super_read_only=ON");
    } else {
      // switching super_read_only off leaves read_only as it is
      server.execute("SET GLOBAL super_read_only=OFF", "SET GLOBAL read_only=OFF");
    }
  }

  static String executed(AdminSession server) {
    String set = server.value("SELECT @@GLOBAL.gtid_executed");
    return set == null ? "" : set.replaceAll("\\s", "");
  }

  /**
   * Whether the replica has run all of the set within {@code limit}; the server itself waits,
   * nobody polls.
   */
  static boolean await(AdminSession replica, String set, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      double left = Math.min(end - System.nanoTime(), LONGEST_WAIT.toNanos()) / 1e9;
      if (left <= 0.001) {
        return false;
      }
      String answer =
          replica.value(
              "SELECT WAIT_FOR_EXECUTED_GTID_SET('%s', %s)".formatted(set, Double.toString(left)));
      if ("0".equals(answer)) {
        return true;
      }
    }
  }

  /** Whether a server has run something that the other has not. */
  static boolean isSubset(AdminSession asked, String part, String whole) {
    return "1".equals(asked.value("SELECT GTID_SUBSET('%s', '%s')".formatted(part, whole)));
  }

  /**
   * Whether a server is set to follow the server with this uuid, and has not stopped on an error.
   */
  static boolean follows(AdminSession replica, String sourceUuid) {
    List<Map<String, @Nullable String>> rows = replica.rows("SHOW REPLICA STATUS");
    return !rows.isEmpty()
        && sourceUuid.equals(rows.get(0).get("source_uuid"))
        && "0".equals(rows.get(0).get("last_sql_errno"));
  }

  /** One line on the state of both threads, for errors. */
  static String describe(AdminSession replica) {
    List<Map<String, @Nullable String>> rows = replica.rows("SHOW REPLICA STATUS");
    if (rows.isEmpty()) {
      return "it follows no source";
    }
    Map<String, @Nullable String> row = rows.get(0);
    return "receiver %s, applier %s, delay %s s, last errors: %s %s"
        .formatted(
            row.get("replica_io_running"),
            row.get("replica_sql_running"),
            row.get("sql_delay"),
            row.get("last_io_error"),
            row.get("last_sql_error"));
  }

  /** Empties the set of executed GTIDs; the statement was renamed in 8.2. */
  static void resetGtids(AdminSession server) {
    String version = server.value("SELECT VERSION()");
    String[] parts = version == null ? new String[] {"8", "0"} : version.split("\\.", 3);
    boolean renamed = Integer.parseInt(parts[0]) > 8 || Integer.parseInt(parts[1]) >= 2;
    server.execute(renamed ? "RESET BINARY LOGS AND GTIDS" : "RESET MASTER");
  }
}
