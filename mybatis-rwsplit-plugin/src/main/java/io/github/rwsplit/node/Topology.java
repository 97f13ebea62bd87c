package io.github.rwsplit.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
                        name, group, balancer(group.loadBalancer(), balancers), replicas)));
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
    NodeGroup group = groups.get(name);
    if (group == null) {
      throw new IllegalArgumentException(
          "the group must be one of %s, but was '%s'".formatted(groups.keySet(), name));
    }
    return group;
  }

  /** Looks at all states and weights again. */
  void refresh() {
    groups.values().forEach(NodeGroup::refresh);
  }

  void wakeProbes() {
    for (Member member : members) {
      member.probe().wake();
    }
  }

  private static LoadBalancer balancer(String name, Map<String, LoadBalancer> beans) {
    LoadBalancer known = Balancers.named(name);
    LoadBalancer balancer = known != null ? known : beans.get(name);
    if (balancer == null) {
      throw new IllegalArgumentException("there is no load balancer '%s'".formatted(name));
    }
    return balancer;
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
    refuseWrongNames(settings, balancers);
    JtaPools.refuse(settings, primary, dataSources);
  }

  private static void refuseWrongNames(NodeSettings settings, Map<String, LoadBalancer> balancers) {
    List<String> problems = new ArrayList<>();
    settings
        .groups()
        .forEach(
            (name, group) -> {
              if (Balancers.named(group.loadBalancer()) == null
                  && !balancers.containsKey(group.loadBalancer())) {
                problems.add(
                    "rwsplit.groups.%s.load-balancer must be one of %s or the name of a LoadBalancer bean, but was '%s'; such beans are %s"
                        .formatted(
                            name,
                            NodeSettings.LOAD_BALANCERS,
                            group.loadBalancer(),
                            balancers.keySet()));
              }
            });
    settings
        .replicas()
        .forEach(
            (name, replica) -> {
              if (name.equals(Nodes.PRIMARY)) {
                problems.add("rwsplit.replicas.primary must have another name: it is a replica");
              }
              replica.groups().stream()
                  .filter(group -> !settings.groups().containsKey(group))
                  .forEach(
                      group ->
                          problems.add(
                              "rwsplit.replicas.%s.groups must be among %s, but was '%s'"
                                  .formatted(name, settings.groups().keySet(), group)));
            });
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }
}
