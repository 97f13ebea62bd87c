package io.github.rwsplit.connection;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection from which a cursor reads until it is closed or consumed. Belongs to one thread at
 * a time, as its SqlSession does.
 */
public final class CursorConnection {

  private static final Logger log = LoggerFactory.getLogger(CursorConnection.class);

  private final Connection connection;
  private final Runnable giveBack;
  private boolean released;

  CursorConnection(Connection connection, Runnable giveBack) {
    this.connection = connection;
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
      return connection.isClosed();
    } catch (SQLException e) {
      log.debug("The connection of a cursor does not say whether it is open", e);
      return true;
    }
  }

  /** The cursor needs it no more. A second call does nothing. */
  public void release() {
    if (!released) {
      released = true;
      giveBack.run();
    }
  }
}
