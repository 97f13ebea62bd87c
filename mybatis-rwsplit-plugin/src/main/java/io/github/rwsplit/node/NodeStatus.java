package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.github.rwsplit.route.NodeRole;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node as an operator sees it at one moment; what the endpoint, the meters and the health show
 * is taken from here.
 *
 * @param name what the configuration calls it
 * @param role primary or replica
 * @param state what probes and calls have shown
 * @param description its role, name and address, without credentials
 * @param server its {@code server_uuid}; null until it has answered, and where there is none
 * @param lagMillis how old its data are at most; null where that is not known, and on the primary
 * @param lateFor those of its groups for whose {@code removed-above} its data are too old
 * @param weight its share in its groups, 0 while it is drained
 * @param risenPercent how much of that weight it has; below 100 for a while after it was away
 * @param groups the groups it serves; empty on the primary
 * @param position what it has executed, as a set of GTIDs; null where that is not known
 * @param inUse how many of its connections this library uses now; the primary's are not counted
 * @param pool the counters of its pool; null where it is not HikariCP's, or not made yet
 * @param downBecause why it does not answer; null where it does
 * @param report four questions about a replica, each answered by itself; null for the primary
 * @param semiSync whether commits of the primary wait for a replica's acknowledgement; null for a
 *     replica
 */
public record NodeStatus(
    String name,
    NodeRole role,
    NodeState state,
    String description,
    @Nullable String server,
    @Nullable Long lagMillis,
    List<String> lateFor,
    int weight,
    int risenPercent,
    Set<String> groups,
    @Nullable String position,
    int inUse,
    @Nullable Pool pool,
    @Nullable String downBecause,
    @Nullable ReplicaReport report,
    @Nullable SemiSync semiSync) {

  private static final Logger log = LoggerFactory.getLogger(NodeStatus.class);

  /**
   * The counters of a pool.
   *
   * @param active connections in use
   * @param idle connections not in use
   * @param total both
   * @param waiting threads that wait for one
   * @param maximum the most connections
   */
  public record Pool(int active, int idle, int total, int waiting, int maximum) {}

  /**
   * Looks at a node; asks no server.
   *
   * @param node the node
   * @param settings the limits of its groups
   * @return what is known of it now
   */
  public static NodeStatus of(Node node, NodeSettings settings) {
    boolean primary = node.role() == NodeRole.PRIMARY;
    Answer answer = node.lastAnswer();
    GtidSet executed =
        primary ? (answer == null ? null : answer.executed()) : node.proof().executed();
    Exception failure = node.state() == NodeState.DOWN ? node.downBecause() : null;
    return new NodeStatus(
        node.name(),
        node.role(),
        node.state(),
        node.toString(),
        node.serverUuid(),
        primary ? null : node.lagMillis(),
        lateFor(node, settings),
        node.weight(),
        node.risenPercent(),
        node.groups(),
        executed == null ? null : executed.toString(),
        node.active(),
        pool(node.dataSource()),
        failure == null ? null : Node.said(failure),
        primary ? null : node.report(),
        primary ? node.semiSync() : null);
  }

  private static List<String> lateFor(Node node, NodeSettings settings) {
    long now = System.nanoTime();
    boolean strict = settings.lag().refuseUnprovable();
    List<String> late = new ArrayList<>();
    for (String name : new TreeSet<>(node.groups())) {
      NodeSettings.Group group = settings.groups().get(name);
      if (group != null && node.lag().isAbove(LagTier.REMOVED.limit(group.limits()), now, strict)) {
        late.add(name);
      }
    }
    return List.copyOf(late);
  }

  private static @Nullable Pool pool(DataSource dataSource) {
    HikariDataSource hikari = hikari(dataSource);
    if (hikari == null) {
      return null;
    }
    HikariPoolMXBean counters = hikari.getHikariPoolMXBean();
    if (counters == null) {
      return null;
    }
    HikariConfigMXBean limits = hikari.getHikariConfigMXBean();
    return new Pool(
        counters.getActiveConnections(),
        counters.getIdleConnections(),
        counters.getTotalConnections(),
        counters.getThreadsAwaitingConnection(),
        limits.getMaximumPoolSize());
  }

  /**
   * The HikariCP pool behind a DataSource.
   *
   * @param dataSource the pool itself, or what wraps it
   * @return null where there is none
   */
  static @Nullable HikariDataSource hikari(DataSource dataSource) {
    if (dataSource instanceof HikariDataSource itself) {
      return itself;
    }
    try {
      return dataSource.isWrapperFor(HikariDataSource.class)
          ? dataSource.unwrap(HikariDataSource.class)
          : null;
    } catch (SQLException | RuntimeException e) {
      log.debug("{} cannot say what it wraps", dataSource.getClass().getName(), e);
      return null;
    }
  }
}
