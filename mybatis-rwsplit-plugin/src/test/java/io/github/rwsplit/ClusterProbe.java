package io.github.rwsplit;

import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.NodeProbe;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.session.Carried;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.SessionKeyResolver;
import io.github.rwsplit.session.Sessions;
import io.github.rwsplit.test.MySqlNode;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Lets tests of other packages look into a cluster. */
public final class ClusterProbe {

  private ClusterProbe() {}

  /** How many Configurations are attached. */
  public static int attached(RwSplitCluster cluster) {
    return cluster.attachedConfigurations();
  }

  public static DataSource primary(RwSplitCluster cluster) {
    return cluster.primary().dataSource();
  }

  public static DataSource replica(RwSplitCluster cluster, String name) {
    return node(cluster, name).dataSource();
  }

  /** How many connections of a node the library has in use. */
  public static int active(RwSplitCluster cluster, String name) {
    return node(cluster, name).active();
  }

  /** The share of a replica in its groups at this moment. */
  public static int weight(RwSplitCluster cluster, String name) {
    return node(cluster, name).weight();
  }

  private static Node node(RwSplitCluster cluster, String name) {
    Node node = cluster.nodes().find(name);
    if (node == null) {
      throw new AssertionError("there is no node " + name);
    }
    return node;
  }

  /** What the cluster knows of the current session. */
  public static Carried carried(RwSplitCluster cluster) {
    Sessions sessions = cluster.sessions();
    return sessions.carried(sessions.currentKey(), CallContext.current().carrying());
  }

  /** What the start advises to append to the primary's URL; null: nothing. */
  public static @Nullable String adviceOnPositions(RwSplitCluster cluster) {
    return cluster.nodes().primaryRole().adviceOnPositions();
  }

  /** What a start without its primary fails with. */
  public static PrimaryAbsentException primaryAbsent(String description) {
    return new PrimaryAbsentException(description, new SQLException("refused", "08S01"));
  }

  public static SessionKeyResolver sessionKeys(RwSplitCluster cluster) {
    return cluster.resolver();
  }

  /** Whether the primary was found to take no writes any more. */
  public static boolean demoted(RwSplitCluster cluster) {
    return cluster.nodes().primaryRole().demoted();
  }

  /** Why a node is not up; empty where it is. */
  public static String downBecause(RwSplitCluster cluster, String node) {
    return NodeProbe.downBecause(cluster.nodes(), node);
  }

  /**
   * Up to where a server has committed by itself; those before it may have left their numbers too.
   */
  public static Position ownCommits(MySqlNode server) {
    String source = server.serverUuid();
    long last = Position.parse(server.gtidExecuted()).highest().getOrDefault(source, 0L);
    return Position.of(source, last);
  }

  /** The replicas at this moment. */
  public static List<String> nodeNames(RwSplitCluster cluster) {
    return cluster.nodes().replicas().stream().map(Node::name).toList();
  }
}
