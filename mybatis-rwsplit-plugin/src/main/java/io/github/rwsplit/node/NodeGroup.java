package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One group at work: its members, its balancer, and who of the members may serve at this moment.
 * The same node may be in several groups; each counts for itself.
 */
final class NodeGroup {

  private final String name;
  private final NodeSettings.Group settings;
  private final LoadBalancer balancer;
  private final boolean foreign;
  private final List<Node> members;
  private volatile Eligible eligible = new Eligible(List.of());

  NodeGroup(String name, NodeSettings.Group settings, LoadBalancer balancer, List<Node> replicas) {
    this.name = name;
    this.settings = settings;
    this.balancer = balancer;
    this.foreign = !NodeSettings.LOAD_BALANCERS.contains(settings.loadBalancer());
    this.members = replicas.stream().filter(node -> node.groups().contains(name)).toList();
    refresh();
  }

  NodeSettings.Group settings() {
    return settings;
  }

  /**
   * Looks at the states and weights again. One at a time, so that the last change is never
   * overwritten.
   */
  synchronized void refresh() {
    eligible =
        new Eligible(
            members.stream()
                .filter(node -> node.state() == NodeState.UP && node.weight() > 0)
                .toList());
  }

  @Nullable Node pick(ReplicaRequest request, long now) {
    Eligible candidates = eligible;
    if (!request.tried().isEmpty()) {
      candidates = candidates.without(request.tried());
    }
    Needed needed = request.needed();
    if (needed != null) {
      candidates = candidates.having(needed, now);
    }
    if (candidates.isEmpty()) {
      return null;
    }
    Node chosen = balancer.choose(candidates, request);
    // the library's own balancers cannot choose anything else
    if (chosen != null && foreign && !candidates.contains(chosen)) {
      throw new IllegalStateException(
          "rwsplit.groups.%s.load-balancer: '%s' must choose one of %s, but chose %s"
              .formatted(name, settings.loadBalancer(), candidates, chosen));
    }
    return chosen;
  }

  /** A node with what it was proved to have at one moment, since that may change while we sort. */
  private record Fresh(Node node, long upTo) {}

  /** Those that a read may wait for, the one that is proved to have most first. */
  List<Node> worthWaitingFor(ReplicaRequest request) {
    long now = System.nanoTime();
    List<Fresh> fresh = new ArrayList<>(eligible.size());
    for (Node node : eligible) {
      Long upTo = node.proof().upTo();
      if (upTo != null && node.isWorthWaitingFor(now) && !request.tried().contains(node.name())) {
        fresh.add(new Fresh(node, upTo));
      }
    }
    fresh.sort((a, b) -> Long.signum(b.upTo() - a.upTo()));
    return fresh.stream().map(Fresh::node).toList();
  }
}
