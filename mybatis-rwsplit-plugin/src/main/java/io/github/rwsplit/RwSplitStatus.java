package io.github.rwsplit;

import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.NodeStatus;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.route.SwitchState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A cluster as an operator sees it at one moment.
 *
 * @param mode what the library does
 * @param nodes the primary, then the replicas in the order of the configuration
 * @param demotion what shows that the primary takes no writes any more, in words; empty where it
 *     does, and where it has taken none since the start
 * @param switches as they are in effect
 * @param configuration every key below {@code rwsplit} with the value that is in effect, secrets
 *     masked; switches may have been turned since
 */
public record RwSplitStatus(
    RouteSettings.Mode mode,
    List<NodeStatus> nodes,
    String demotion,
    SwitchState switches,
    Map<String, String> configuration) {

  /** Copies what may be mutable. */
  public RwSplitStatus {
    nodes = List.copyOf(nodes);
  }

  /**
   * Looks at a cluster; asks no server.
   *
   * @param cluster the cluster
   * @return what is known now
   */
  public static RwSplitStatus of(RwSplitCluster cluster) {
    RwSplitConfig config = cluster.config();
    List<NodeStatus> nodes = new ArrayList<>();
    nodes.add(NodeStatus.of(cluster.nodes().primary(), config.nodes()));
    for (Node replica : cluster.nodes().replicas()) {
      nodes.add(NodeStatus.of(replica, config.nodes()));
    }
    return new RwSplitStatus(
        config.route().mode(),
        nodes,
        cluster.nodes().primaryRole().demotionInWords(),
        cluster.switches().state(),
        config.shown());
  }

  /**
   * The primary.
   *
   * @return the first of the nodes
   */
  public NodeStatus primary() {
    return nodes.get(0);
  }
}
