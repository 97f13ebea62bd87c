package io.github.rwsplit.test;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a used cluster back to the state of a new one, without starting its servers anew.
 *
 * <p>First gently, through replication, so that positions of the primary only ever grow and whoever
 * watches the servers is not confused. Where servers have diverged, all positions are forgotten and
 * replication starts from nothing.
 */
final class ClusterReset {

  private static final Logger log = LoggerFactory.getLogger(ClusterReset.class);
  private static final Set<String> SYSTEM_DATABASES =
      Set.of("mysql", "sys", "information_schema", "performance_schema");
  private static final Duration CATCH_UP = Duration.ofSeconds(20);

  private final MySqlCluster cluster;
  private final boolean own;
  private final Map<String, Map<String, String>> variables = new TreeMap<>();

  /**
   * Remembers the servers' settings; {@code own} says that nothing but the cluster's data is on
   * them.
   */
  ClusterReset(MySqlCluster cluster, boolean own) {
    this.cluster = cluster;
    this.own = own;
    for (MySqlNode node : cluster.nodes()) {
      try (AdminSession session = node.admin()) {
        variables.put(node.name(), variablesOf(session));
      }
    }
  }

  void run() {
    for (MySqlNode node : cluster.nodes()) {
      node.resume();
      if (!node.isRunning()) {
        node.start();
      }
      try (AdminSession session = node.admin()) {
        endOpenWork(session);
        restoreVariables(node, session);
      }
    }
    String divergence = gently();
    if (divergence != null) {
      if (!own) {
        throw new MySqlClusterException(
            "The servers given by URL have diverged and must be repaired by their owner: "
                + divergence);
      }
      log.info("The servers have diverged and begin from nothing: {}", divergence);
      fromNothing();
    }
    cluster.clearStatements();
  }

  /** The reason why this is not possible, or null when it is done. */
  private @Nullable String gently() {
    try {
      MySqlNode first = cluster.nodes().get(0);
      for (MySqlNode node : cluster.replicas()) {
        if (!followAgain(node)) {
          return node.name() + " has transactions that " + cluster.primary().name() + " has not";
        }
      }
      cluster.primary().readOnly(false);
      first.promote();
      try (AdminSession session = first.admin()) {
        dropDatabases(session);
        session.execute("CREATE DATABASE `" + cluster.database() + "`");
      }
      for (MySqlNode node : cluster.replicas()) {
        cluster.awaitCaughtUp(node, CATCH_UP);
        try (AdminSession session = node.admin()) {
          Set<String> databases = new HashSet<>(applicationDatabases(session));
          databases.remove(cluster.database());
          if (own && !databases.isEmpty()) {
            return node.name() + " has databases that the primary has not: " + databases;
          }
        }
      }
      return null;
    } catch (MySqlClusterException e) {
      log.debug("The gentle way failed", e);
      return e.getMessage() == null ? e.toString() : e.getMessage();
    }
  }

  /** False where the replica has something that the primary has not. */
  private boolean followAgain(MySqlNode node) {
    MySqlNode primary = cluster.primary();
    try (AdminSession session = node.admin();
        AdminSession source = primary.admin()) {
      if (!Replication.isSubset(
          source, Replication.executed(session), Replication.executed(source))) {
        return false;
      }
      if (Replication.follows(session, primary.serverUuid())) {
        session.execute(
            "STOP REPLICA", "CHANGE REPLICATION SOURCE TO SOURCE_DELAY=0", "START REPLICA");
      } else {
        node.follow();
      }
    }
    node.readOnly(true);
    return true;
  }

  private void fromNothing() {
    for (MySqlNode node : cluster.nodes()) {
      try (AdminSession session = node.admin()) {
        Replication.forget(session);
      }
      node.readOnly(false);
    }
    for (MySqlNode node : cluster.nodes()) {
      try (AdminSession session = node.admin()) {
        session.execute("SET SESSION sql_log_bin=0");
        dropDatabases(session);
        session.execute("CREATE DATABASE `" + cluster.database() + "`");
        Replication.resetGtids(session);
      }
    }
    cluster.beginAnew();
  }

  private void dropDatabases(AdminSession session) {
    for (String database : own ? applicationDatabases(session) : List.of(cluster.database())) {
      session.execute("DROP DATABASE IF EXISTS `" + database + "`");
    }
  }

  private static List<String> applicationDatabases(AdminSession session) {
    return session.values("SHOW DATABASES").stream()
        .filter(name -> !SYSTEM_DATABASES.contains(name))
        .toList();
  }

  /** Open transactions and locks of tests that failed would hold up everything that follows. */
  private void endOpenWork(AdminSession session) {
    List<String> connections =
        session.values(
            """
            SELECT DISTINCT t.PROCESSLIST_ID
              FROM performance_schema.metadata_locks l
              JOIN performance_schema.threads t ON t.THREAD_ID = l.OWNER_THREAD_ID
             WHERE t.TYPE = 'FOREGROUND' AND t.PROCESSLIST_ID <> CONNECTION_ID()
               AND t.PROCESSLIST_COMMAND NOT LIKE 'Binlog Dump%' AND t.CONNECTION_TYPE IS NOT NULL
            """);
    for (String id : connections) {
      session.execute("KILL " + id);
    }
  }

  private void restoreVariables(MySqlNode node, AdminSession session) {
    Map<String, String> wanted = variables.getOrDefault(node.name(), Map.of());
    variablesOf(session)
        .forEach(
            (name, value) -> {
              String before = wanted.get(name);
              if (before != null && !before.equals(value)) {
                log.debug("{}: {} is set back from {} to {}", node.name(), name, value, before);
                boolean bare = before.matches("-?\\d+(\\.\\d+)?");
                session.execute(
                    "SET GLOBAL "
                        + name
                        + "="
                        + (bare ? before : "'" + before.replace("'", "''") + "'"));
              }
            });
  }

  /** Without what changes by itself, and without what promotions change. */
  private static Map<String, String> variablesOf(AdminSession session) {
    Map<String, String> variables = new TreeMap<>();
    for (Map<String, @Nullable String> row : session.rows("SHOW GLOBAL VARIABLES")) {
      String name = row.get("variable_name");
      String value = row.get("value");
      if (name != null
          && value != null
          && !name.startsWith("gtid_")
          && !name.endsWith("read_only")) {
        variables.put(name, value);
      }
    }
    return variables;
  }
}
