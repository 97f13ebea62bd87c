package io.github.rwsplit.chaos;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What one fault came to.
 *
 * @param before the servers by role as the fault found them, the primary first
 * @param violations of the chronicle and of the servers; none, or a promise is broken
 */
record Round(
    Fault fault,
    Chronicle chronicle,
    List<String> before,
    List<String> after,
    List<String> violations) {

  /** Runs the load before, during and after it, and holds servers against what callers saw. */
  static Round of(Fault fault, MySqlCluster servers, ServerClocks clocks) throws Exception {
    servers.reset();
    createSchema(servers);
    List<MySqlNode> alwaysReplicas = new ArrayList<>(servers.replicas());
    List<String> violations = new ArrayList<>();
    Chronicle chronicle;
    List<String> before;
    List<String> after;
    try (Scene scene = new Scene(servers, clocks, fault.setting())) {
      before = scene.roles();
      scene.running().awaitBusy(before);
      servers.clearStatements();
      scene.running().mark(Chronicle.Mark.FAULT);
      fault.make().on(scene);
      // so long is the fault there
      TimeUnit.NANOSECONDS.sleep(fault.lasts().toNanos());
      fault.heal().on(scene);
      scene.running().mark(Chronicle.Mark.HEALED);
      after = scene.roles();
      scene.running().awaitRecovery(before.subList(0, after.size()), after);
      chronicle = scene.running().end();
      servers.awaitReplication();
      violations.addAll(chronicle.violations());
      chronicle
          .failures()
          .forEach(
              (kind, times) -> {
                if (!fault.mayFail().contains(kind)) {
                  violations.add(
                      "%d calls failed with: %s, first %s"
                          .formatted(times, kind, chronicle.sample(kind)));
                }
              });
      alwaysReplicas.remove(servers.primary());
      violations.addAll(
          new Examination(servers, chronicle.ledger(), List.of(before.get(0), after.get(0)))
              .violations(alwaysReplicas));
    }
    return new Round(fault, chronicle, before, after, violations);
  }

  private static void createSchema(MySqlCluster servers) throws SQLException {
    try (Connection connection = servers.primary().connect();
        Statement statement = connection.createStatement()) {
      for (String sql : ChaosMapper.SCHEMA) {
        statement.execute(sql);
      }
      for (int row = 0; row <= Load.SESSIONS; row++) {
        statement.execute("insert into chaos_rows values (" + row + ", 0)");
      }
    }
    servers.awaitReplication();
    for (MySqlNode node : servers.nodes()) {
      boolean replica = node != servers.primary();
      node.readOnly(false);
      node.execute(
          "set sql_log_bin = 0",
          "insert into `%s`.chaos_who values (@@server_uuid)".formatted(servers.database()));
      node.readOnly(replica);
    }
  }
}
