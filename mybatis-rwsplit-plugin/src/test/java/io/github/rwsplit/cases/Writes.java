package io.github.rwsplit.cases;

import io.github.rwsplit.test.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Twenty commits a second on the primary, by the administrator, so that they do not count among
 * what the servers received from the application.
 */
final class Writes implements AutoCloseable {

  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final Connection connection;

  private Writes(Connection connection) throws SQLException {
    this.connection = connection;
    Statement statement = connection.createStatement();
    statement.execute("create table if not exists writes (id int auto_increment primary key)");
    executor.scheduleWithFixedDelay(() -> insert(statement), 0, 50, TimeUnit.MILLISECONDS);
  }

  static Writes goOnAt(MySqlCluster servers) throws SQLException {
    return new Writes(servers.primary().adminConnection());
  }

  private static void insert(Statement statement) {
    try {
      statement.execute("insert into writes values ()");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SQLException, InterruptedException {
    executor.shutdown();
    if (!executor.awaitTermination(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("a write does not end");
    }
    connection.close();
  }
}
