package io.github.rwsplit.test;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A connection of the administrator to one server, closed after a few statements. */
final class AdminSession implements AutoCloseable {

  /**
   * Longer than the longest wait that is asked of a server, so that only a hanging server runs into
   * it.
   */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(45);

  /** How long is tried in spite of a login time-out that somebody else has set. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final String server;
  private final Connection connection;

  private AdminSession(String server, Connection connection) {
    this.server = server;
    this.connection = connection;
  }

  /** Opens a connection; {@code server} is the name used in errors. */
  static AdminSession open(String server, String url, Accounts.Account account) {
    try {
      return new AdminSession(server, connect(url, account, SOCKET_TIMEOUT));
    } catch (SQLException e) {
      throw new MySqlClusterException(
          "%s gave the administrator no connection (%s); is it paused, killed or full?"
              .formatted(server, e.getMessage()),
          e);
    }
  }

  /** A connection with a limit on how long the server may be silent; 0 is no limit. */
  static Connection connect(String url, Accounts.Account account, Duration socketTimeout)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", account.user());
    properties.setProperty("password", account.password());
    properties.setProperty("connectTimeout", "5000");
    properties.setProperty("socketTimeout", Long.toString(socketTimeout.toMillis()));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return DriverManager.getConnection(url, properties);
      } catch (SQLException e) {
        if (!cutShort(e) || System.nanoTime() - end >= 0) {
          throw e;
        }
      }
    }
  }

  /**
   * Whether the login time-out of the whole JVM ended it, which a pool with a short connection
   * time-out sets for everybody: on a busy machine a server may need longer.
   */
  private static boolean cutShort(SQLException e) {
    if (DriverManager.getLoginTimeout() == 0) {
      return false;
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      // the driver throws the second one where the server has answered, and too late
      if (cause instanceof SocketTimeoutException || cause.getClass() == SocketException.class) {
        return true;
      }
    }
    return false;
  }

  /** Runs statements one after another. */
  void execute(String... statements) {
    for (String sql : statements) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw failed(sql, e);
      }
    }
  }

  /** The first column of the first row; null where there is no row or no value. */
  @Nullable String value(String sql) {
    List<Map<String, @Nullable String>> rows = rows(sql);
    return rows.isEmpty() ? null : rows.get(0).values().iterator().next();
  }

  /** The first column of every row that has a value. */
  List<String> values(String sql) {
    List<String> values = new ArrayList<>();
    for (Map<String, @Nullable String> row : rows(sql)) {
      String value = row.values().iterator().next();
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  /** All rows, by column label in lower case, in the order of the columns. */
  List<Map<String, @Nullable String>> rows(String sql) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData columns = result.getMetaData();
      List<Map<String, @Nullable String>> rows = new ArrayList<>();
      while (result.next()) {
        Map<String, @Nullable String> row = new LinkedHashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          row.put(columns.getColumnLabel(i).toLowerCase(Locale.ROOT), result.getString(i));
        }
        rows.add(row);
      }
      return rows;
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  private MySqlClusterException failed(String sql, SQLException e) {
    String shown = sql.replaceAll("(?i)(PASSWORD\\s*=\\s*|IDENTIFIED BY\\s+)'[^']*'", "$1'...'");
    return new MySqlClusterException(
        "%s refused \"%s\": %d %s".formatted(server, shown, e.getErrorCode(), e.getMessage()), e);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new MySqlClusterException(
          "The administrator's connection to %s could not be closed".formatted(server), e);
    }
  }
}
