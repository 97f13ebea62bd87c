package io.github.rwsplit;

import io.github.rwsplit.node.Node;
import io.github.rwsplit.session.SessionKeyResolver;
import java.sql.SQLException;
import javax.sql.DataSource;

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

  private static Node node(RwSplitCluster cluster, String name) {
    Node node = cluster.nodes().find(name);
    if (node == null) {
      throw new AssertionError("there is no node " + name);
    }
    return node;
  }

  /** What a start without its primary fails with. */
  public static PrimaryAbsentException primaryAbsent(String description) {
    return new PrimaryAbsentException(description, new SQLException("refused", "08S01"));
  }

  public static SessionKeyResolver sessionKeys(RwSplitCluster cluster) {
    return cluster.resolver();
  }
}
