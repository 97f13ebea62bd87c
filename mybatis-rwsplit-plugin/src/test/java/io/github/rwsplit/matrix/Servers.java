package io.github.rwsplit.matrix;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Gives each server rows that tell it from the others, in number and in content. */
final class Servers {

  private Servers() {}

  static void prepare(MySqlCluster servers) throws SQLException {
    try (Connection connection = servers.primary().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("drop table if exists whoami, marks");
      statement.execute("create table whoami (id bigint primary key, name varchar(20) not null)");
      statement.execute("insert into whoami values (1, 'primary'), (2, 'primary')");
      statement.execute(
          "create table marks (id bigint primary key auto_increment, note varchar(200) not null)");
    }
    servers.awaitReplication();
    int more = 0;
    for (MySqlNode replica : servers.replicas()) {
      more++;
      replica.readOnly(false);
      try (Connection connection = replica.adminConnection();
          Statement statement = connection.createStatement()) {
        String table = "`" + servers.database() + "`.whoami";
        statement.execute("set sql_log_bin = 0");
        statement.execute("update " + table + " set name = '" + replica.name() + "'");
        for (int id = 3; id < 3 + more; id++) {
          statement.execute(
              "insert into " + table + " values (" + id + ", '" + replica.name() + "')");
        }
      } finally {
        replica.readOnly(true);
      }
    }
    servers.clearStatements();
  }

  /** How many rows the server of a name has in its table. */
  static long rowsOf(String name) {
    return switch (name) {
      case "primary" -> 2;
      case "replica-1" -> 3;
      case "replica-2" -> 4;
      default -> throw new AssertionError("there is no server " + name);
    };
  }

  static long marks(MySqlNode node) throws SQLException {
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("select count(*) from marks")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Statements that wrote, or tried to, on a replica. */
  static List<String> writesOnReplicas(MySqlCluster servers) {
    return servers.replicas().stream()
        .flatMap(replica -> replica.statements().stream())
        .map(received -> received.text())
        .filter(text -> text.contains("marks"))
        .toList();
  }
}
