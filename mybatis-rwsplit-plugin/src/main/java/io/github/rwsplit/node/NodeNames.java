package io.github.rwsplit.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the configuration of the nodes names, and whether it is there. */
final class NodeNames {

  private NodeNames() {}

  /** A new balancer of the library, or the bean of that name. */
  static LoadBalancer balancer(String name, Map<String, LoadBalancer> beans) {
    LoadBalancer known = Balancers.named(name);
    LoadBalancer balancer = known != null ? known : beans.get(name);
    if (balancer == null) {
      throw new IllegalArgumentException("there is no load balancer '%s'".formatted(name));
    }
    return balancer;
  }

  /**
   * Refuses what names nothing.
   *
   * @throws IllegalArgumentException naming every property that is wrong, one to a line
   */
  static void refuseWrong(NodeSettings settings, Map<String, LoadBalancer> balancers) {
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
