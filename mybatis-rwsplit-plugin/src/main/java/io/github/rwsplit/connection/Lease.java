package io.github.rwsplit.connection;

import io.github.rwsplit.node.Node;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replica's connection while statements or cursors use it. The last user gives it back to its
 * pool; until then nobody does, because MyBatis takes a closed result for the end of the data.
 * Belongs to one thread at a time.
 */
final class Lease {

  private static final Logger log = LoggerFactory.getLogger(Lease.class);

  private final Node node;
  private final Connection connection;
  private final boolean restoreAutoCommit;
  private final boolean pinned;
  private int users;
  private boolean open = true;

  private Lease(Node node, Connection connection, boolean restoreAutoCommit, boolean pinned) {
    this.node = node;
    this.connection = connection;
    this.restoreAutoCommit = restoreAutoCommit;
    this.pinned = pinned;
    node.leased(connection);
  }

  /**
   * Takes a connection that a node has given.
   *
   * @param pinned for a read-only transaction that lives on it: autocommit off, and only the
   *     transaction closes it; else for single statements: in autocommit, so that it keeps no old
   *     snapshot
   */
  static Lease of(Node node, Connection connection, boolean pinned) throws SQLException {
    try {
      boolean change = connection.getAutoCommit() == pinned;
      if (change) {
        connection.setAutoCommit(!pinned);
      }
      return new Lease(node, connection, change, pinned);
    } catch (SQLException e) {
      try (connection) {
        throw e;
      }
    }
  }

  Node node() {
    return node;
  }

  Connection connection() {
    return connection;
  }

  /** Whether a read-only transaction lives on it. */
  boolean pinned() {
    return pinned;
  }

  boolean isOpen() {
    return open;
  }

  void use() {
    users++;
  }

  /** Whether the next {@link #endUse} gives the connection back. */
  boolean lastUser() {
    return users <= 1 && !pinned;
  }

  void endUse() {
    users--;
    if (users <= 0 && !pinned) {
      close();
    }
  }

  /** Gives the connection back whoever uses it; for the end of a session or a transaction. */
  void close() {
    if (!open) {
      return;
    }
    open = false;
    node.returned(connection);
    try (Connection giveBack = connection) {
      if (pinned) {
        giveBack.rollback();
      }
      if (restoreAutoCommit) {
        giveBack.setAutoCommit(pinned);
      }
    } catch (SQLException e) {
      log.warn(
          "A connection of {} could not be given back in order ({}); its pool drops it",
          node.name(),
          e.toString());
    }
  }
}
