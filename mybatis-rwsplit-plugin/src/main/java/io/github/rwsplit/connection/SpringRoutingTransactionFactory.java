package io.github.rwsplit.connection;

import java.sql.Connection;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.ibatis.session.TransactionIsolationLevel;
import org.apache.ibatis.transaction.Transaction;
import org.apache.ibatis.transaction.TransactionFactory;
import org.jspecify.annotations.Nullable;
import org.mybatis.spring.transaction.SpringManagedTransactionFactory;

/**
 * The same for factories that Spring manages. A subclass because {@code SqlSessionUtils} binds a
 * session to Spring's transaction only where the factory is one.
 */
final class SpringRoutingTransactionFactory extends SpringManagedTransactionFactory
    implements AttachedFactory {

  private final TransactionFactory original;
  private final ClusterConnections cluster;

  SpringRoutingTransactionFactory(TransactionFactory original, ClusterConnections cluster) {
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
        original.newTransaction(dataSource, level, autoCommit), cluster, SessionStyle.SPRING);
  }
}
