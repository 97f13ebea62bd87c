package io.github.rwsplit.connection;

import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.Nodes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * The DataSource behind our transactions: the primary's pool and one pool per replica, by node
 * name. It is private to this library and never the application's DataSource: a choice that is made
 * when a connection is borrowed cannot be right for the second statement on it.
 *
 * <p>Thread-safe. Whoever asks without naming a node gets the primary; an unknown node is an error,
 * never the primary in silence.
 */
public final class RoutingDataSource extends AbstractRoutingDataSource {

  private final Nodes nodes;

  // holds a node only while connect runs, so that nothing outlives its cluster; null and not
  // removed after that, since the next connect of the thread would make the entry anew
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable Node> target = new ThreadLocal<>();

  /**
   * Takes the pools of all nodes as targets.
   *
   * @param nodes the primary and its replicas, which a reload may change
   */
  public RoutingDataSource(Nodes nodes) {
    this.nodes = nodes;
    setTargetDataSources(Map.of(Nodes.PRIMARY, nodes.primary().dataSource()));
    setLenientFallback(false);
    afterPropertiesSet();
  }

  /**
   * Borrows a connection of one node. Waits as long as that node's pool does. A node that was
   * picked just before a reload took it away still gives one.
   *
   * @param node whose pool to ask
   * @return a connection that must be closed to go back to the pool
   * @throws SQLException if the pool gives none
   * @throws IllegalStateException if the node is none of this cluster
   */
  public Connection connect(Node node) throws SQLException {
    Node before = target.get();
    target.set(node);
    try {
      return getConnection();
    } finally {
      target.set(before);
    }
  }

  @Override
  protected DataSource determineTargetDataSource() {
    Node node = target.get();
    if (node == null) {
      return super.determineTargetDataSource();
    }
    if (!nodes.owns(node)) {
      throw new IllegalStateException("the node must be one of this cluster, but was " + node);
    }
    return node.dataSource();
  }

  @Override
  protected Object determineCurrentLookupKey() {
    Node node = target.get();
    return node == null ? Nodes.PRIMARY : node.name();
  }
}
