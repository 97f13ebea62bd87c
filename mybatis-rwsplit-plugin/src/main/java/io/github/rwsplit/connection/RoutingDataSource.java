package io.github.rwsplit.connection;

import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.Nodes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
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

  private final ThreadLocal<@Nullable String> target = new ThreadLocal<>();

  /**
   * Takes the pools of all nodes as targets.
   *
   * @param nodes the primary and its replicas
   */
  public RoutingDataSource(Nodes nodes) {
    Map<Object, Object> targets = new HashMap<>();
    targets.put(Nodes.PRIMARY, nodes.primary().dataSource());
    nodes.replicas().forEach(node -> targets.put(node.name(), node.dataSource()));
    setTargetDataSources(targets);
    setLenientFallback(false);
    afterPropertiesSet();
  }

  /**
   * Borrows a connection of one node. Waits as long as that node's pool does.
   *
   * @param node whose pool to ask
   * @return a connection that must be closed to go back to the pool
   * @throws SQLException if the pool gives none
   * @throws IllegalStateException if the node is none of this cluster
   */
  public Connection connect(Node node) throws SQLException {
    String before = target.get();
    target.set(node.name());
    try {
      return getConnection();
    } finally {
      if (before == null) {
        target.remove();
      } else {
        target.set(before);
      }
    }
  }

  @Override
  protected Object determineCurrentLookupKey() {
    String name = target.get();
    return name == null ? Nodes.PRIMARY : name;
  }
}
