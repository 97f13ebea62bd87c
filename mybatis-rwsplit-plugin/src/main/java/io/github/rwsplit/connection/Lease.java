package io.github.rwsplit.connection;

import io.github.rwsplit.node.Node;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A replica's connection while statements or cursors use it. The last user gives it back to its
 * pool; until then nobody does, because MyBatis takes a closed result for the end of the data.
 * Belongs to one thread at a time.
 */
final class Lease {

  private static final Logger log = LoggerFactory.getLogger(Lease.class);

  private final Node node;
  private final long term;
  private final Connection connection;
  private final boolean restoreAutoCommit;

  /** Null: it is for single statements. */
  private final @Nullable ForTransaction transaction;

  private short users;
  private boolean open = true;

  /** The next one of its session: most have one at most, for which no list is made. */
  @Nullable Lease next;

  /**
   * What a read-only transaction changes on its connection, to be undone at its end.
   *
   * @param isolationBefore null: not changed
   */
  private record ForTransaction(@Nullable Integer isolationBefore, boolean restoreReadOnly) {}

  // each read makes one: its fields are chosen so that it takes 40 bytes and not 48
  private Lease(
      Node node,
      Connection connection,
      boolean restoreAutoCommit,
      @Nullable ForTransaction transaction) {
    this.node = node;
    this.term = node.term();
    this.connection = connection;
    this.restoreAutoCommit = restoreAutoCommit;
    this.transaction = transaction;
    node.leased(connection);
  }

  /**
   * Takes a connection that a node has given, for single statements: in autocommit, so that it
   * keeps no old snapshot.
   */
  static Lease forStatement(Node node, Connection connection) throws SQLException {
    try {
      boolean change = !connection.getAutoCommit();
      if (change) {
        connection.setAutoCommit(true);
      }
      return new Lease(node, connection, change, null);
    } catch (SQLException | RuntimeException e) {
      try (connection) {
        throw e;
      }
    }
  }

  /**
   * Takes a connection that a node has given, for the read-only transaction of this thread to live
   * on: read-only, at the isolation that the transaction asks for, autocommit off. Only the
   * transaction closes it.
   */
  static Lease forTransaction(Node node, Connection connection) throws SQLException {
    try {
      boolean readOnly = !connection.isReadOnly();
      if (readOnly) {
        connection.setReadOnly(true);
      }
      Integer wanted = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
      Integer before = null;
      if (wanted != null) {
        before = connection.getTransactionIsolation();
        connection.setTransactionIsolation(wanted);
      }
      boolean change = connection.getAutoCommit();
      if (change) {
        connection.setAutoCommit(false);
      }
      return new Lease(node, connection, change, new ForTransaction(before, readOnly));
    } catch (SQLException | RuntimeException e) {
      try (connection) {
        throw e;
      }
    }
  }

  Node node() {
    return node;
  }

  /** The node's number when it gave the connection. */
  long term() {
    return term;
  }

  Connection connection() {
    return connection;
  }

  boolean isOpen() {
    return open;
  }

  void use() {
    users++;
  }

  /** Whether the next {@link #endUse} gives the connection back. */
  boolean lastUser() {
    return users <= 1 && transaction == null;
  }

  void endUse() {
    users--;
    if (users <= 0 && transaction == null) {
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
    ForTransaction lived = transaction;
    try (Connection giveBack = connection) {
      if (lived != null) {
        giveBack.rollback();
      }
      if (restoreAutoCommit) {
        giveBack.setAutoCommit(lived != null);
      }
      if (lived != null && lived.isolationBefore() != null) {
        giveBack.setTransactionIsolation(lived.isolationBefore());
      }
      if (lived != null && lived.restoreReadOnly()) {
        giveBack.setReadOnly(false);
      }
    } catch (SQLException | RuntimeException e) {
      log.warn(
          "A connection of {} could not be given back in order ({}); its pool drops it",
          node.name(),
          e.toString());
    }
  }
}
