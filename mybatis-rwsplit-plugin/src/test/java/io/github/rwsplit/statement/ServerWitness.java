package io.github.rwsplit.statement;

import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs statements of the corpus on one server, each on a connection of its own, and tells what a
 * second connection sees of it: the answer, locks, and whatever it left behind.
 */
final class ServerWitness implements AutoCloseable {

  private static final Pattern VALUES = Pattern.compile("run with ([^\\[]*)");
  private static final Pattern VALUE = Pattern.compile("'([^']*)'|(\\d+)");

  private static final String ACCOUNT = "witness";
  private static final String PASSWORD = UUID.randomUUID().toString();

  /** So that the clock gives the same answer everywhere. */
  private static final String FIXED_CLOCK = "SET timestamp = 1767225600";

  /** A connection that was used for other things before. */
  private static final List<String> USED =
      List.of(
          "SET SESSION sql_mode = CONCAT(@@sql_mode, ',ALLOW_INVALID_DATES')",
          "SET @v = 1, @r = 7, @n = 5, @doc = '[{\"a\": 1}]'",
          "SELECT GET_LOCK('a', 0)",
          "SELECT LAST_INSERT_ID(3)",
          "SELECT CAST('x' AS SIGNED) UNION SELECT 2");

  private static final String LEFT_BEHIND =
      """
      SELECT 'gtid', @@GLOBAL.gtid_executed
      UNION ALL SELECT 'database', t.PROCESSLIST_DB
        FROM performance_schema.threads t WHERE t.THREAD_ID = %1$d
      UNION ALL SELECT CONCAT('user variable ', v.VARIABLE_NAME), CAST(v.VARIABLE_VALUE AS CHAR)
        FROM performance_schema.user_variables_by_thread v WHERE v.THREAD_ID = %1$d
      UNION ALL SELECT CONCAT('session variable ', v.VARIABLE_NAME), v.VARIABLE_VALUE
        FROM performance_schema.variables_by_thread v WHERE v.THREAD_ID = %1$d
          AND v.VARIABLE_NAME NOT IN ('warning_count', 'error_count', 'statement_id')
      UNION ALL SELECT 'prepared statement', p.STATEMENT_NAME
        FROM performance_schema.prepared_statements_instances p WHERE p.OWNER_THREAD_ID = %1$d
      UNION ALL SELECT
          IF(m.OBJECT_TYPE = 'USER LEVEL LOCK', 'user-level lock', 'metadata lock'),
          CONCAT_WS(' ', m.OBJECT_TYPE, m.OBJECT_SCHEMA, m.OBJECT_NAME, m.LOCK_TYPE)
        FROM performance_schema.metadata_locks m WHERE m.OWNER_THREAD_ID = %1$d
      UNION ALL SELECT 'transaction', x.EVENT_ID
        FROM performance_schema.events_transactions_current x
        WHERE x.THREAD_ID = %1$d AND x.STATE = 'ACTIVE' AND x.AUTOCOMMIT = 'NO'
      UNION ALL SELECT 'temporary table', i.TABLE_ID
        FROM information_schema.innodb_temp_table_info i
      """;

  private final MySqlNode node;
  private final Connection aside;

  ServerWitness(MySqlNode node) throws SQLException {
    this.node = node;
    this.aside = node.adminConnection();
  }

  /** Makes, on the primary, the account with all rights that the statements run with. */
  static void createAccount(MySqlNode primary) {
    primary.execute(
        "CREATE USER %s IDENTIFIED BY '%s'".formatted(ACCOUNT, PASSWORD),
        "GRANT ALL ON *.* TO %s WITH GRANT OPTION".formatted(ACCOUNT));
  }

  static void dropAccount(MySqlNode primary) {
    primary.execute("DROP USER " + ACCOUNT);
  }

  /**
   * What came of a statement.
   *
   * @param outcome {@code ok} or the number of the error
   * @param answer the names of the columns, then the rows, of all results
   * @param effects what is not as it was before, by kind
   */
  record Seen(String outcome, List<String> answer, Set<String> effects) {}

  /** In autocommit, on a fresh connection. */
  Seen alone(SqlCorpus.Row row) throws SQLException {
    try (Connection connection = connection(row)) {
      return watch(connection, row);
    }
  }

  /** In autocommit, on a connection with variables, locks, warnings and an insert id. */
  Seen onAUsedConnection(SqlCorpus.Row row) throws SQLException {
    try (Connection connection = connection(row)) {
      try (Statement statement = connection.createStatement()) {
        for (String before : USED) {
          statement.execute(before);
        }
      }
      return run(connection, row);
    }
  }

  /** How many locks it holds at the end of a transaction that is rolled back. */
  int locks(SqlCorpus.Row row) throws SQLException {
    try (Connection connection = connection(row)) {
      connection.setAutoCommit(false);
      run(connection, row);
      long thread = number(connection, "SELECT PS_CURRENT_THREAD_ID()");
      int locks =
          (int)
              number(
                  aside,
                  "SELECT COUNT(*) FROM performance_schema.data_locks WHERE THREAD_ID = " + thread);
      connection.rollback();
      return locks;
    }
  }

  private Connection connection(SqlCorpus.Row row) throws SQLException {
    String url = node.jdbcUrl() + "&allowMultiQueries=" + row.kind().equals("multi");
    Connection connection = DriverManager.getConnection(url, ACCOUNT, PASSWORD);
    connection.setCatalog("app");
    try (Statement statement = connection.createStatement()) {
      statement.execute(FIXED_CLOCK);
      if (!row.mode().isEmpty()) {
        statement.execute("SET SESSION sql_mode = CONCAT(@@sql_mode, ',%s')".formatted(row.mode()));
      }
    }
    return connection;
  }

  private Seen watch(Connection connection, SqlCorpus.Row row) throws SQLException {
    long thread = number(connection, "SELECT PS_CURRENT_THREAD_ID()");
    Set<String> before = state(thread);
    Seen seen = run(connection, row);
    Set<String> effects = new TreeSet<>();
    Set<String> after = state(thread);
    after.stream().filter(entry -> !before.contains(entry)).forEach(effects::add);
    before.stream().filter(entry -> !after.contains(entry)).forEach(effects::add);
    if (seen.outcome().equals("ok")) {
      long found = number(connection, "SELECT FOUND_ROWS()");
      if (found > Math.max(1, seen.answer().size() - 1)) {
        effects.add("FOUND_ROWS()=" + found);
      }
    }
    return new Seen(seen.outcome(), seen.answer(), effects);
  }

  /**
   * What the server has of a thread. It reads what a thread changes at that moment as NULL, without
   * a lock; so a thread that seems to have no database is looked at again.
   */
  private Set<String> state(long thread) throws SQLException {
    Set<String> state = look(thread);
    return state.contains("database=null") ? look(thread) : state;
  }

  private Set<String> look(long thread) throws SQLException {
    Set<String> state = new TreeSet<>();
    try (Statement statement = aside.createStatement();
        ResultSet rows = statement.executeQuery(LEFT_BEHIND.formatted(thread))) {
      while (rows.next()) {
        state.add(rows.getString(1) + "=" + rows.getString(2));
      }
    }
    return state;
  }

  private static Seen run(Connection connection, SqlCorpus.Row row) throws SQLException {
    List<String> answer = new ArrayList<>();
    List<String> values = values(row);
    try (PreparedStatement prepared =
            values.isEmpty() ? null : connection.prepareStatement(row.statement());
        Statement plain = prepared == null ? connection.createStatement() : prepared) {
      // the server is to see the text as it is
      plain.setEscapeProcessing(false);
      for (int i = 0; prepared != null && i < values.size(); i++) {
        String value = values.get(i);
        if (value.matches("\\d+")) {
          prepared.setLong(i + 1, Long.parseLong(value));
        } else {
          prepared.setString(i + 1, value);
        }
      }
      boolean rows = prepared == null ? plain.execute(row.statement()) : prepared.execute();
      while (rows || plain.getUpdateCount() >= 0) {
        if (rows) {
          try (ResultSet result = plain.getResultSet()) {
            read(result, answer);
          }
        }
        rows = plain.getMoreResults();
      }
      return new Seen("ok", answer, Set.of());
    } catch (SQLException e) {
      return new Seen(String.valueOf(e.getErrorCode()), List.of(String.valueOf(e)), Set.of());
    }
  }

  private static void read(ResultSet result, List<String> answer) throws SQLException {
    ResultSetMetaData columns = result.getMetaData();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      names.add(columns.getColumnLabel(i));
    }
    answer.add(names.toString());
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= names.size(); i++) {
        row.add(String.valueOf(result.getString(i)));
      }
      answer.add(row.toString());
    }
  }

  private static List<String> values(SqlCorpus.Row row) {
    List<String> values = new ArrayList<>();
    Matcher said = VALUES.matcher(row.note());
    if (said.find()) {
      Matcher value = VALUE.matcher(said.group(1));
      while (value.find()) {
        values.add(value.group(1) == null ? value.group(2) : value.group(1));
      }
    }
    return values;
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    aside.close();
  }
}
