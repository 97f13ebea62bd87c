package io.github.rwsplit.demo.dataset;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows many at a time. Written out, because the driver's own rewriting of batches is a
 * setting of the URL, which may be the user's.
 */
final class MultiRowInsert implements AutoCloseable {

  private static final int ROWS = 1_000;

  private final Connection connection;
  private final String table;
  private final int columns;
  private final PreparedStatement full;
  private final List<@Nullable Object> pending = new ArrayList<>();

  MultiRowInsert(Connection connection, String table, int columns) throws SQLException {
    this.connection = connection;
    this.table = table;
    this.columns = columns;
    this.full = connection.prepareStatement(sql(ROWS));
  }

  /** Adds one row; it is sent with the ones after it. */
  void add(@Nullable Object... values) throws SQLException {
    Collections.addAll(pending, values);
    if (pending.size() == ROWS * columns) {
      send(full);
    }
  }

  /** Sends what is left. */
  void flush() throws SQLException {
    if (!pending.isEmpty()) {
      try (PreparedStatement rest = connection.prepareStatement(sql(pending.size() / columns))) {
        send(rest);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    full.close();
  }

  private void send(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < pending.size(); i++) {
      statement.setObject(i + 1, pending.get(i));
    }
    statement.executeUpdate();
    pending.clear();
  }

  private String sql(int rows) {
    String row = "(" + String.join(", ", Collections.nCopies(columns, "?")) + ")";
    return "INSERT INTO " + table + " VALUES " + String.join(", ", Collections.nCopies(rows, row));
  }
}
