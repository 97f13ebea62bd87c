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
 * A {@link RoutingTransactionFactory} that is a SpringManagedTransactionFactory too, because {@code
 * SqlSessionUtils} binds a session to Spring's transaction only where the factory is one.
 */
final class SpringRoutingTransactionFactory extends SpringManagedTransactionFactory
    implements AttachedFactory {

  private final RoutingTransactionFactory routing;

  SpringRoutingTransactionFactory(TransactionFactory original, ClusterConnections cluster) {
    this.routing = new RoutingTransactionFactory(original, cluster, true);
  }

  @Override
  public ClusterConnections cluster() {
    return routing.cluster();
  }

  @Override
  public void setProperties(@Nullable Properties properties) {
    routing.setProperties(properties);
  }

  @Override
  public Transaction newTransaction(Connection connection) {
    return routing.newTransaction(connection);
  }

  @Override
  public Transaction newTransaction(
      DataSource dataSource, @Nullable TransactionIsolationLevel level, boolean autoCommit) {
    return routing.newTransaction(dataSource, level, autoCommit);
  }
}
