package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One group at work: its members, its balancer, and who of the members may serve at this moment.
 * The same node may be in several groups; each counts for itself.
 *
 * <p>Who may serve is a table that is made anew when a state or a weight changes. Lag also grows
 * while nobody looks, so each table says until when it holds without a further look; a choice after
 * that makes a new one first.
 */
final class NodeGroup {

  /** Replicas that are about as stale as the least stale one share the reads, as a divisor. */
  private static final int ABOUT = 4;

  private final String name;
  private final NodeSettings.Group settings;
  private final LoadBalancer balancer;
  private final boolean foreign;
  private final boolean strict;
  private final List<GroupMember> members;
  private volatile Table table;

  /**
   * @param until a {@code System.nanoTime()}
   */
  private record Table(Eligible eligible, long until) {}

  /**
   * @param strict {@code rwsplit.lag.when-unprovable=refuse}
   */
  NodeGroup(
      String name,
      NodeSettings.Group settings,
      LoadBalancer balancer,
      List<Node> replicas,
      boolean strict) {
    this.name = name;
    this.settings = settings;
    this.balancer = balancer;
    this.foreign = !NodeSettings.LOAD_BALANCERS.contains(settings.loadBalancer());
    this.strict = strict;
    // also those of weight 0: it may be changed while this runs
    this.members =
        replicas.stream()
            .filter(node -> node.groups().contains(name))
            .map(node -> new GroupMember(node, name, settings.limits(), strict))
            .toList();
    this.table = tableAt(System.nanoTime());
  }

  String name() {
    return name;
  }

  NodeSettings.Group settings() {
    return settings;
  }

  /**
   * Looks at the states and weights again. One at a time, so that the last change is never
   * overwritten.
   */
  synchronized void refresh(long now) {
    for (GroupMember member : members) {
      member.judge(now);
    }
    table = tableAt(now);
  }

  /** More is known of a node's lag. */
  synchronized void judge(Node node, long now) {
    for (GroupMember member : members) {
      if (member.node() == node && member.judge(now)) {
        table = tableAt(now);
      }
    }
  }

  private Table tableAt(long now) {
    long holds = Lag.NEVER;
    for (GroupMember member : members) {
      holds = Math.min(holds, member.untilChange(now));
    }
    return new Table(Eligible.of(members, now), now + holds);
  }

  private Eligible eligible(long now) {
    Table current = table;
    if (now - current.until() >= 0) {
      refresh(now);
      current = table;
    }
    return current.eligible();
  }

  @Nullable Node pick(ReplicaRequest request, long now) {
    Eligible candidates = eligible(now);
    if (!request.tried().isEmpty()) {
      candidates = candidates.only(node -> !request.tried().contains(node.name()));
    }
    Duration maxLag = request.maxLag();
    if (maxLag != null) {
      candidates = candidates.only(node -> !isAbove(node, maxLag, now));
    }
    Needed needed = request.needed();
    if (needed != null) {
      candidates = candidates.only(node -> satisfies(node, needed, now));
    }
    return chosen(candidates, request);
  }

  /**
   * A choice without limits of lag: of those that are about as stale as the least stale one. A node
   * of which nobody knows how stale it is comes last.
   */
  @Nullable Node pickStale(ReplicaRequest request, long now) {
    Needed needed = request.needed();
    List<Node> up =
        members.stream()
            .map(GroupMember::node)
            .filter(node -> node.state() == NodeState.UP && node.weight() > 0)
            .filter(node -> !request.tried().contains(node.name()))
            .filter(node -> needed == null || node.proof().satisfies(needed, now))
            .toList();
    long least = Lag.NEVER;
    for (Node node : up) {
      least = Math.min(least, age(node, now));
    }
    long most = least + least / ABOUT;
    return chosen(new Eligible(up).only(node -> age(node, now) <= most), request);
  }

  private static long age(Node node, long now) {
    Long age = node.lag().at(now);
    return age == null ? Lag.NEVER : age;
  }

  /** Whether a node that was chosen earlier is still fresh enough for a read. */
  boolean isFreshEnough(Node node, @Nullable Duration maxLag, long now) {
    return !isAbove(node, settings.limits().removedAbove(), now)
        && (maxLag == null || !isAbove(node, maxLag, now));
  }

  private boolean isAbove(Node node, Duration limit, long now) {
    return node.lag().isAbove(limit.toNanos(), now, strict);
  }

  private boolean satisfies(Node node, Needed needed, long now) {
    Proof proof = node.proof();
    return proof.satisfies(needed, now)
        && (proof.measured() || !isAbove(node, settings.limits().eventualOnlyAbove(), now));
  }

  private @Nullable Node chosen(Eligible candidates, ReplicaRequest request) {
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
    Eligible eligible = eligible(now);
    List<Fresh> fresh = new ArrayList<>(eligible.size());
    for (Node node : eligible) {
      Long upTo = node.proof().upTo();
      if (upTo != null
          && node.waiting().isWorthIt(node.proof().executed(), now)
          && !request.tried().contains(node.name())) {
        fresh.add(new Fresh(node, upTo));
      }
    }
    fresh.sort((a, b) -> Long.signum(b.upTo() - a.upTo()));
    return fresh.stream().map(Fresh::node).toList();
  }
}
