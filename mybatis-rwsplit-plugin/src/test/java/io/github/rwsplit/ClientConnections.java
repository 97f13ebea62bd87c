package io.github.rwsplit;

import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The connections that applications have to a server, as the server knows them. */
public final class ClientConnections {

  private static final int NO_SUCH_THREAD = 1094;

  private ClientConnections() {}

  /** Ends all of them, at the server. */
  public static void killAll(MySqlNode node) {
    try (Connection connection = node.adminConnection();
        Statement statement = connection.createStatement()) {
      kill(statement, ids(statement, node));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Their ids, asked by an administrator. */
  public static List<Long> ids(Statement statement, MySqlNode node) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "select id from performance_schema.processlist where user = '" + node.user() + "'")) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    }
    return ids;
  }

  /** Ends some of them, asked by an administrator. */
  public static void kill(Statement statement, List<Long> ids) throws SQLException {
    for (long id : ids) {
      try {
        statement.execute("kill " + id);
      } catch (SQLException e) {
        // otherwise it has ended by itself in between
        if (e.getErrorCode() != NO_SUCH_THREAD) {
          throw e;
        }
      }
    }
  }
}
