package io.github.rwsplit.connection;

import java.sql.Connection;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.ibatis.session.TransactionIsolationLevel;
import org.apache.ibatis.transaction.Transaction;
import org.apache.ibatis.transaction.TransactionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link RoutingTransaction} around what the application's own TransactionFactory makes; for
 * factories that Spring does not manage.
 */
final class RoutingTransactionFactory implements TransactionFactory, AttachedFactory {

  private final TransactionFactory original;
  private final ClusterConnections cluster;

  RoutingTransactionFactory(TransactionFactory original, ClusterConnections cluster) {
    this.original = original;
    this.cluster = cluster;
  }

  @Override
  public ClusterConnections cluster() {
    return cluster;
  }

  @Override
  public void setProperties(@Nullable Properties properties) {
    original.setProperties(properties);
  }

  @Override
  public Transaction newTransaction(Connection connection) {
    return new RoutingTransaction(original.newTransaction(connection), cluster, SessionStyle.GIVEN);
  }

  @Override
  public Transaction newTransaction(
      DataSource dataSource, @Nullable TransactionIsolationLevel level, boolean autoCommit) {
    return new RoutingTransaction(
        original.newTransaction(dataSource, level, autoCommit),
        cluster,
        autoCommit ? SessionStyle.AUTOCOMMIT : SessionStyle.MANUAL);
  }
}
