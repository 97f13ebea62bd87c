package io.github.rwsplit.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The way from one set of replicas to another: who stays as it is, who is made anew, who leaves.
 * Used once, by one thread.
 */
final class TopologyChange {

  private final Topology before;
  private final Map<String, ReplicaPools.Pool> wanted;
  private final List<Member> fresh = new ArrayList<>();
  private final Map<Member, NodeSettings.Replica> staying = new LinkedHashMap<>();

  /**
   * @param wanted what the pools are to be, in their order; none of them is open yet
   */
  TopologyChange(Topology before, Map<String, ReplicaPools.Pool> wanted) {
    this.before = before;
    this.wanted = wanted;
  }

  /**
   * Opens what is new.
   *
   * @param probe makes the probe of a new replica
   * @return all replicas, in their order
   * @throws RuntimeException where a pool cannot be made; none is left open then
   */
  List<Member> open(BiFunction<Node, ReplicaPools.Pool, Probe> probe) {
    List<Member> members = new ArrayList<>();
    try {
      wanted.forEach(
          (name, pool) -> {
            Member old = before.member(name);
            if (old != null && old.isMadeAs(pool)) {
              staying.put(old, pool.replica());
              members.add(old);
            } else {
              ReplicaPools.Pool open = pool.open();
              Node node = open.node(name);
              Member member = new Member(node, probe.apply(node, open), open);
              fresh.add(member);
              members.add(member);
            }
          });
    } catch (RuntimeException e) {
      fresh.forEach(Member::close);
      throw e;
    }
    return members;
  }

  /** Those with a new pool. */
  List<Member> fresh() {
    return fresh;
  }

  /** Those whose pool is not used any more. */
  List<Member> leaving() {
    return before.members().stream().filter(member -> !staying.containsKey(member)).toList();
  }

  /** Gives those that stay their new weights and groups. Returns what changes, in words. */
  List<String> apply() {
    List<String> said = new ArrayList<>();
    staying.forEach((member, replica) -> apply(member.node(), replica, said));
    for (Member member : fresh) {
      said.add(
          before.member(member.name()) == null
              ? member.node() + " is new"
              : member.node() + " has a new pool; the old one drains");
    }
    for (Member member : leaving()) {
      if (!wanted.containsKey(member.name())) {
        said.add(member.node() + " is removed, and its pool drains");
      }
    }
    return said;
  }

  private static void apply(Node node, NodeSettings.Replica replica, List<String> said) {
    if (node.configuredWeight() != replica.weight()) {
      said.add("%s: weight %d -> %d".formatted(node, node.configuredWeight(), replica.weight()));
    }
    if (!node.groups().equals(replica.groups())) {
      said.add("%s: groups %s -> %s".formatted(node, node.groups(), replica.groups()));
    }
    node.configured(replica.weight(), replica.groups());
  }
}
