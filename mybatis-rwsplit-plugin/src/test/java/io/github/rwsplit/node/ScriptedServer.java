package io.github.rwsplit.node;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server that answers questions as a test says, word by word, and notes them. */
final class ScriptedServer {

  /** Rows of one answer. */
  record Table(List<String> columns, List<List<@Nullable String>> rows) {}

  final List<String> asked = new ArrayList<>();
  private Consumer<String> listener = question -> {};
  private final Map<String, Object> answers = new LinkedHashMap<>();

  /** Questions that begin so are answered with one row. */
  ScriptedServer row(String question, List<String> columns, List<@Nullable String> values) {
    answers.put(question, new Table(columns, List.of(values)));
    return this;
  }

  /** Questions that begin so are answered with rows of one column. */
  ScriptedServer lines(String question, String... lines) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (String line : lines) {
      rows.add(List.of(line));
    }
    answers.put(question, new Table(List.of("line"), rows));
    return this;
  }

  /** Questions that begin so are answered with names and values. */
  ScriptedServer values(String question, Map<String, String> values) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    values.forEach((name, value) -> rows.add(List.of(name, value)));
    answers.put(question, new Table(List.of("Variable_name", "Value"), rows));
    return this;
  }

  ScriptedServer refuses(String question, SQLException refusal) {
    answers.put(question, refusal);
    return this;
  }

  /** Is told of each question before it is answered. */
  void whenAsked(Consumer<String> listener) {
    this.listener = listener;
  }

  Connection connection() {
    return stub(
        Connection.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "createStatement" -> statement();
              case "prepareStatement" -> prepared(String.valueOf(arguments[0]));
              case "isReadOnly" -> false;
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  private Statement statement() {
    return stub(
        Statement.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "executeQuery" -> answer(String.valueOf(arguments[0]));
              case "close" -> null;
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  /** Asks with the values in place of their question marks. */
  private PreparedStatement prepared(String question) {
    String[] words = (question + " ").split("\\?", -1);
    String[] values = new String[words.length];
    return stub(
        PreparedStatement.class,
        (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "setString", "setDouble" -> {
              values[(Integer) arguments[0]] = String.valueOf(arguments[1]);
              return null;
            }
            case "executeQuery" -> {
              StringBuilder text = new StringBuilder(words[0]);
              for (int i = 1; i < words.length; i++) {
                text.append(values[i]).append(words[i]);
              }
              return answer(text.toString().strip());
            }
            case "close" -> {
              return null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
          }
        });
  }

  private ResultSet answer(String question) throws SQLException {
    asked.add(question);
    listener.accept(question);
    for (Map.Entry<String, Object> one : answers.entrySet()) {
      if (question.startsWith(one.getKey())) {
        if (one.getValue() instanceof SQLException refusal) {
          throw refusal;
        }
        return rows((Table) one.getValue());
      }
    }
    throw new AssertionError("nobody expected the question " + question);
  }

  private static ResultSet rows(Table table) {
    int[] at = {-1};
    return stub(
        ResultSet.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "next" -> ++at[0] < table.rows().size();
              case "getString" -> value(table, at[0], arguments[0]);
              case "getInt" -> Integer.valueOf(value(table, at[0], arguments[0]));
              case "wasNull" -> false;
              case "getBoolean" -> "1".equals(value(table, at[0], arguments[0]));
              case "getMetaData" -> labels(table);
              case "close" -> null;
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  private static @Nullable String value(Table table, int row, Object column) throws SQLException {
    int index =
        column instanceof Integer number
            ? number - 1
            : table.columns().indexOf(String.valueOf(column));
    if (index < 0) {
      throw new SQLException("Column '" + column + "' not found.", "S0022");
    }
    return table.rows().get(row).get(index);
  }

  private static ResultSetMetaData labels(Table table) {
    return stub(
        ResultSetMetaData.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getColumnCount" -> table.columns().size();
              case "getColumnLabel" -> table.columns().get((Integer) arguments[0] - 1);
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  private static <T> T stub(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ScriptedServer.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
