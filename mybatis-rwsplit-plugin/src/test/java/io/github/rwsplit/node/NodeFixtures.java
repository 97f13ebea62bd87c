package io.github.rwsplit.node;

import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.session.SessionSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Nodes for tests that need no server. */
final class NodeFixtures {

  static final LagLimits LIMITS =
      new LagLimits(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(3));

  static final LagSettings LAG =
      new LagSettings(LagSettings.Source.AUTO, Duration.ofMillis(25), false);

  static final NodeSettings.Group LEAST = group("least-connections");

  private NodeFixtures() {}

  static Node primary() {
    return new Node(
        Nodes.PRIMARY, NodeRole.PRIMARY, 1, Set.of(), new StubPool(), "jdbc:mysql://p/shop");
  }

  static Node replica(String name, int weight, String... groups) {
    return new Node(
        name,
        NodeRole.REPLICA,
        weight,
        groups.length == 0 ? Set.of("online") : Set.of(groups),
        new StubPool(),
        "jdbc:mysql://" + name + "/shop");
  }

  static Node upReplica(String name, int weight, String... groups) {
    Node node = replica(name, weight, groups);
    up(node);
    return node;
  }

  static void up(Node node) {
    node.moveTo(node.state(), NodeState.UP);
  }

  static void down(Node node) {
    node.moveTo(node.state(), NodeState.DOWN);
  }

  static NodeSettings settings(Map<String, NodeSettings.Group> groups) {
    return settings(Map.of(), groups);
  }

  static NodeSettings settings(
      Map<String, NodeSettings.Replica> replicas, Map<String, NodeSettings.Group> groups) {
    return new NodeSettings(
        replicas, groups, "online", 4, false, LAG, SessionSettings.Strategy.AUTO);
  }

  static Nodes nodes(Map<String, NodeSettings.Group> groups, Node... replicas) {
    return nodes(groups, Map.of(), replicas);
  }

  static Nodes nodes(
      Map<String, NodeSettings.Group> groups, Map<String, LoadBalancer> beans, Node... replicas) {
    Map<Node, ReplicaPools.@Nullable Pool> members = new LinkedHashMap<>();
    for (Node replica : replicas) {
      members.put(replica, null);
    }
    return new Nodes(
        settings(groups),
        primary(),
        members,
        beans,
        node -> () -> Answer.alive("it is a stub"),
        1,
        Duration.ofMinutes(1));
  }

  static NodeSettings.Group group(String balancer) {
    return new NodeSettings.Group(balancer, NodeSettings.WhenNone.PRIMARY, LIMITS);
  }

  static ReplicaRequest request(String group, String... tried) {
    return ReplicaRequest.of(group, null, Set.of(tried), null, null, null);
  }

  static SQLException lost() {
    return new SQLException("Communications link failure", "08S01");
  }
}
