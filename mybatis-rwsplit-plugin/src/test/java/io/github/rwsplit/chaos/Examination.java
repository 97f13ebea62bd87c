package io.github.rwsplit.chaos;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What servers show after a fault: each write as its caller was told, on the primary and in the end
 * everywhere, and nothing else.
 *
 * @param primaries those that were the primary at some time
 */
record Examination(MySqlCluster servers, Ledger ledger, List<String> primaries) {

  /**
   * @param alwaysReplicas servers that were replicas all the time
   */
  List<String> violations(List<MySqlNode> alwaysReplicas) throws SQLException {
    List<String> violations = new ArrayList<>();
    String contents = contents(servers.primary());
    for (MySqlNode node : servers.nodes()) {
      Map<Long, Long> wrong = ledger.wrong(numbersOn(node));
      if (!wrong.isEmpty()) {
        violations.add("on %s, writes are there so often: %s".formatted(node.name(), wrong));
      }
      if (!contents.equals(contents(node))) {
        violations.add(
            "%s has %s, the primary has %s".formatted(node.name(), contents(node), contents));
      }
      String more =
          text(
              servers.primary(),
              "select gtid_subtract('%s', '%s')"
                  .formatted(node.gtidExecuted(), servers.primary().gtidExecuted()));
      if (!more.isEmpty()) {
        violations.add("%s has transactions of its own: %s".formatted(node.name(), more));
      }
    }
    for (MySqlNode node : alwaysReplicas) {
      node.statements().stream()
          .filter(statement -> statement.text().matches("(?is)\\s*(insert|update)\\b.*"))
          .forEach(
              statement ->
                  violations.add("%s was sent %s".formatted(node.name(), statement.text())));
    }
    String strangers =
        text(
            servers.primary(),
            "select count(*) from chaos_writes where server not in ('%s')"
                .formatted(String.join("', '", primaries)));
    if (!strangers.equals("0")) {
      violations.add(strangers + " writes ran on a server that was no primary");
    }
    return violations;
  }

  private static Map<Long, Long> numbersOn(MySqlNode node) throws SQLException {
    Map<Long, Long> found = new HashMap<>();
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select number, count(*) from chaos_writes group by number")) {
      while (rows.next()) {
        found.put(rows.getLong(1), rows.getLong(2));
      }
    }
    return found;
  }

  private static String contents(MySqlNode node) throws SQLException {
    return text(
        node,
        "select concat((select concat(count(*), ' writes ',"
            + " coalesce(sum(crc32(concat_ws('-', id, number, server))), 0)) from chaos_writes),"
            + " (select concat(' rows ', sum(crc32(concat_ws('-', id, version)))) from chaos_rows))");
  }

  private static String text(MySqlNode node, String question) throws SQLException {
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      row.next();
      return String.valueOf(row.getString(1)).strip();
    }
  }
}
