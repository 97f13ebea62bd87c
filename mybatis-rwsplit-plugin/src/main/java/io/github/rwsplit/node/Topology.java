package io.github.rwsplit.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Which replicas there are and how they are grouped. Immutable: a reload puts another one in its
 * place, and whoever has begun with this one ends with it.
 */
final class Topology {

  private final List<Member> members;
  private final List<Node> replicas;
  private final Map<String, NodeGroup> groups = new LinkedHashMap<>();

  /** The one that nearly every read asks for, so that those look nothing up; null: has no node. */
  private final @Nullable NodeGroup defaultGroup;

  Topology(NodeSettings settings, List<Member> members, Map<String, LoadBalancer> balancers) {
    this.members = List.copyOf(members);
    this.replicas = members.stream().map(Member::node).toList();
    settings
        .groups()
        .forEach(
            (name, group) ->
                groups.put(
                    name,
                    new NodeGroup(
                        name,
                        group,
                        NodeNames.balancer(group.loadBalancer(), balancers),
                        replicas,
                        settings.lag().refuseUnprovable())));
    this.defaultGroup = groups.get(settings.defaultGroup());
    replicas.forEach(node -> node.patience(patience(node, settings)));
  }

  private static long patience(Node node, NodeSettings settings) {
    return node.groups().stream()
        .map(settings.groups()::get)
        .filter(Objects::nonNull)
        .mapToLong(group -> group.limits().removedAbove().toNanos())
        .max()
        .orElse(0);
  }

  List<Member> members() {
    return members;
  }

  List<Node> replicas() {
    return replicas;
  }

  @Nullable Member member(String name) {
    for (Member member : members) {
      if (member.name().equals(name)) {
        return member;
      }
    }
    return null;
  }

  NodeGroup group(String name) {
    NodeGroup usual = defaultGroup;
    NodeGroup group = usual != null && name.equals(usual.name()) ? usual : groups.get(name);
    if (group == null) {
      throw new IllegalArgumentException(
          "the group must be one of %s, but was '%s'".formatted(groups.keySet(), name));
    }
    return group;
  }

  /** Looks at all states and weights again. */
  void refresh(long now) {
    groups.values().forEach(group -> group.refresh(now));
  }

  /** More is known of a node's lag. */
  void judge(Node node, long now) {
    groups.values().forEach(group -> group.judge(node, now));
  }

  void wakeProbes() {
    for (Member member : members) {
      member.probe().wake();
    }
  }

  /**
   * Judges the names and the pools that configuration and beans give together.
   *
   * @throws IllegalArgumentException naming every property that is wrong, one to a line
   */
  static void refuseWrong(
      NodeSettings settings,
      DataSource primary,
      Map<String, DataSource> dataSources,
      Map<String, LoadBalancer> balancers) {
    NodeNames.refuseWrong(settings, balancers);
    JtaPools.refuse(settings, primary, dataSources);
  }
}
