package io.github.rwsplit.connection;

import java.sql.Connection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.ibatis.session.TransactionIsolationLevel;
import org.apache.ibatis.transaction.Transaction;
import org.apache.ibatis.transaction.TransactionFactory;
import org.jspecify.annotations.Nullable;

/** Puts a {@link RoutingTransaction} around what the application's own TransactionFactory makes. */
final class RoutingTransactionFactory implements TransactionFactory, AttachedFactory {

  private final TransactionFactory original;
  private final ClusterConnections cluster;
  private final Map<SessionStyle, FrameConnections> connections = new EnumMap<>(SessionStyle.class);
  private final boolean spring;

  /**
   * @param spring whether Spring manages the connections of the original's Transactions
   */
  RoutingTransactionFactory(
      TransactionFactory original, ClusterConnections cluster, boolean spring) {
    this.original = original;
    this.cluster = cluster;
    for (SessionStyle style : SessionStyle.values()) {
      connections.put(style, new FrameConnections(cluster, style));
    }
    this.spring = spring;
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
    return new RoutingTransaction(
        original.newTransaction(connection), connections(SessionStyle.GIVEN));
  }

  @Override
  public Transaction newTransaction(
      DataSource dataSource, @Nullable TransactionIsolationLevel level, boolean autoCommit) {
    return new RoutingTransaction(
        original.newTransaction(dataSource, level, autoCommit), connections(style(autoCommit)));
  }

  /** What all its sessions that are alike share. */
  FrameConnections connections(SessionStyle style) {
    return Objects.requireNonNull(connections.get(style));
  }

  private SessionStyle style(boolean autoCommit) {
    if (spring) {
      return SessionStyle.SPRING;
    }
    return autoCommit ? SessionStyle.AUTOCOMMIT : SessionStyle.MANUAL;
  }
}
