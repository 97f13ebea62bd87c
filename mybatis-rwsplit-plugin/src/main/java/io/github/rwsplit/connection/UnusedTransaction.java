package io.github.rwsplit.connection;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.ibatis.transaction.Transaction;
import org.apache.ibatis.transaction.TransactionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Stands for the Spring-managed Transaction of sessions that have not needed theirs, as one that
 * reads a replica never does. Such a Transaction keeps nothing before it has a connection, so the
 * end of an unused one is nothing. One for all sessions of a DataSource; for any thread.
 */
final class UnusedTransaction implements Transaction {

  private final TransactionFactory original;
  private final DataSource dataSource;

  /**
   * @param original a factory whose Transactions depend on the DataSource alone
   */
  UnusedTransaction(TransactionFactory original, DataSource dataSource) {
    this.original = original;
    this.dataSource = dataSource;
  }

  boolean isOf(DataSource other) {
    return dataSource == other;
  }

  /** The real one, for a session that needs it. */
  Transaction make() {
    return original.newTransaction(dataSource, null, false);
  }

  @Override
  public Connection getConnection() {
    throw new IllegalStateException("a session needs a Transaction of its own for a connection");
  }

  @Override
  public void commit() {}

  @Override
  public void rollback() {}

  @Override
  public void close() {}

  /** Where Spring has bound a connection, its transaction may have a timeout. */
  @Override
  public @Nullable Integer getTimeout() throws SQLException {
    return TransactionSynchronizationManager.hasResource(dataSource) ? make().getTimeout() : null;
  }
}
