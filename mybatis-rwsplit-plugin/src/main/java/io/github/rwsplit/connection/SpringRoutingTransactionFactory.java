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

  /** Null: the application's factory may do anything when it is asked for a Transaction. */
  private final @Nullable UnusedTransaction unused;

  private final FrameConnections connections;

  SpringRoutingTransactionFactory(
      TransactionFactory original, DataSource dataSource, ClusterConnections cluster) {
    this.routing = new RoutingTransactionFactory(original, cluster, true);
    this.unused =
        original.getClass() == SpringManagedTransactionFactory.class
            ? new UnusedTransaction(original, dataSource)
            : null;
    this.connections = routing.connections(SessionStyle.SPRING);
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
    return unused != null && unused.isOf(dataSource)
        ? new RoutingTransaction(unused, connections)
        : routing.newTransaction(dataSource, level, autoCommit);
  }
}
