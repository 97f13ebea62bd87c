package io.github.rwsplit.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection from which a cursor reads until it is closed or consumed. Belongs to one thread at
 * a time, as its SqlSession does.
 */
public final class CursorConnection {

  private static final Logger log = LoggerFactory.getLogger(CursorConnection.class);

  private final Connection connection;
  private final BooleanSupplier doubted;
  private final Runnable giveBack;
  private boolean released;

  /**
   * @param doubted whether a statement of the session has failed, so that the pool may not know
   *     that the connection was lost
   */
  CursorConnection(Connection connection, BooleanSupplier doubted, Runnable giveBack) {
    this.connection = connection;
    this.doubted = doubted;
    this.giveBack = giveBack;
  }

  /**
   * Whether it has been lost, by the cursor's own fault or that of a statement beside it. MyBatis
   * takes the closed result for the end of the data.
   *
   * @return true where rows may be missing
   */
  public boolean lost() {
    try {
      return isLost(connection, doubted.getAsBoolean());
    } catch (SQLException e) {
      log.debug("The connection of a cursor does not say whether it is open", e);
      return true;
    }
  }

  /**
   * Whether a connection has been lost. Pools learn that from the error of a statement, and the
   * driver may throw another one in its place, as over a batch whose statement was closed with the
   * connection; so the connection beneath is asked too, or where that is hidden, the server.
   */
  static boolean isLost(Connection connection, boolean doubted) throws SQLException {
    if (connection.isClosed()) {
      return true;
    }
    Connection beneath =
        connection.isWrapperFor(Connection.class)
            ? connection.unwrap(Connection.class)
            : connection;
    return beneath == connection
        ? doubted && !OwnCommits.answers(() -> connection)
        : beneath.isClosed();
  }

  /** The cursor needs it no more. A second call does nothing. */
  public void release() {
    if (!released) {
      released = true;
      giveBack.run();
    }
  }
}
