package io.github.rwsplit.histories;

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
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is asked of the servers themselves, past everything that is tested. */
final class Servers {

  /** Rows of one program lie between these of its number and the next one's. */
  private static final long ROWS = 10;

  private static final Pattern READ =
      Pattern.compile("\\A(?:[\\s(]|/\\*.*?\\*/)*select\\b.*", insensitive());
  private static final Pattern LOCK =
      Pattern.compile(
          ".*\\b(?:for\\s+update|for\\s+share|lock\\s+in\\s+share)\\b.*", insensitive());

  private final MySqlCluster cluster;

  /** Gives each replica a row that tells it from the others. */
  Servers(MySqlCluster cluster) throws SQLException {
    this.cluster = cluster;
    for (MySqlNode replica : cluster.replicas()) {
      replica.readOnly(false);
      try (Connection connection = replica.adminConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("set sql_log_bin = 0");
        statement.execute("update whoami set name = '" + replica.name() + "'");
      } finally {
        replica.readOnly(true);
      }
    }
  }

  private static int insensitive() {
    return Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
  }

  static long firstRow(long program) {
    return program * ROWS;
  }

  static List<Integer> marks(String text) {
    List<Integer> marks = new ArrayList<>();
    int begin = 0;
    for (int end = text.indexOf(','); end >= 0; end = text.indexOf(',', begin)) {
      marks.add(Integer.valueOf(text.substring(begin, end)));
      begin = end + 1;
    }
    return marks;
  }

  /** Gives programs their cells. */
  void prepare(long firstProgram, int programs) throws SQLException {
    StringBuilder sql = new StringBuilder("insert into cells values ");
    for (long program = firstProgram; program < firstProgram + programs; program++) {
      for (int cell = 0; cell < Program.CELLS; cell++) {
        sql.append('(').append(firstRow(program) + cell).append(", ''),");
      }
    }
    sql.setLength(sql.length() - 1);
    try (Connection connection = cluster.primary().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql.toString());
    }
  }

  /** What programs left, by their numbers. */
  Map<Long, Ending> endings(long firstProgram, int programs) throws SQLException {
    Map<String, Map<Long, Map<Integer, List<Integer>>>> byServer = new TreeMap<>();
    Map<Long, Map<Long, Integer>> keys = new HashMap<>();
    for (MySqlNode node : cluster.nodes()) {
      boolean primary = node == cluster.primary();
      byServer.put(
          node.name(),
          left(
              node,
              firstProgram,
              programs,
              primary ? owner -> keys.computeIfAbsent(owner, key -> new HashMap<>()) : null));
    }
    Map<Long, Ending> endings = new HashMap<>();
    for (long program = firstProgram; program < firstProgram + programs; program++) {
      Map<String, Map<Integer, List<Integer>>> replicas = new TreeMap<>();
      for (MySqlNode replica : cluster.replicas()) {
        replicas.put(replica.name(), of(byServer, replica, program));
      }
      endings.put(
          program,
          new Ending(
              of(byServer, cluster.primary(), program),
              replicas,
              keys.getOrDefault(program, Map.of())));
    }
    return endings;
  }

  private static Map<Integer, List<Integer>> of(
      Map<String, Map<Long, Map<Integer, List<Integer>>>> byServer, MySqlNode node, long program) {
    return byServer.getOrDefault(node.name(), Map.of()).getOrDefault(program, Map.of());
  }

  private static Map<Long, Map<Integer, List<Integer>>> left(
      MySqlNode node,
      long firstProgram,
      int programs,
      @Nullable LongFunction<Map<Long, Integer>> keys)
      throws SQLException {
    Map<Long, Map<Integer, List<Integer>>> places = new HashMap<>();
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement()) {
      String cells =
          "select id, marks from cells where id >= %d and id < %d"
              .formatted(firstRow(firstProgram), firstRow(firstProgram + programs));
      try (ResultSet rows = statement.executeQuery(cells)) {
        while (rows.next()) {
          long id = rows.getLong(1);
          places
              .computeIfAbsent(id / ROWS, key -> new TreeMap<>())
              .put((int) (id % ROWS), marks(rows.getString(2)));
        }
      }
      String notes =
          "select owner, mark, id from notes where owner >= %d and owner < %d order by id"
              .formatted(firstProgram, firstProgram + programs);
      try (ResultSet rows = statement.executeQuery(notes)) {
        while (rows.next()) {
          long owner = rows.getLong(1);
          places
              .computeIfAbsent(owner, key -> new TreeMap<>())
              .computeIfAbsent(History.NOTES, key -> new ArrayList<>())
              .add(rows.getInt(2));
          if (keys != null) {
            keys.apply(owner).put(rows.getLong(3), rows.getInt(2));
          }
        }
      }
    }
    return places;
  }

  /** What applications sent to replicas since the last call, and is no plain read. */
  Map<String, List<String>> writesOnReplicas() {
    return cluster.replicas().stream()
        .collect(Collectors.toMap(MySqlNode::name, Servers::writes, (a, b) -> a, TreeMap::new));
  }

  private static List<String> writes(MySqlNode replica) {
    List<String> writes =
        replica.statements().stream()
            .map(statement -> statement.text())
            .filter(text -> !isPlainRead(text))
            .toList();
    replica.clearStatements();
    return writes;
  }

  static boolean isPlainRead(String sql) {
    return READ.matcher(sql).matches() && !LOCK.matcher(sql).matches();
  }
}
