package io.github.rwsplit.node;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Predicate;

/**
 * The replicas of one group that may serve at this moment, with running sums of their weights,
 * which lag or a recent return may have reduced. It is immutable and made anew whenever a state or
 * a weight changes, so that a choice never sees a table that belongs to another set of nodes.
 */
final class Eligible extends AbstractList<Node> implements RandomAccess {

  private final Node[] nodes;
  private final long[] weights;

  /** {@code bounds[i]} is the sum of the weights of the nodes 0 to i, divided by their divisor. */
  private final long[] bounds;

  private final boolean evenWeights;

  Eligible(Collection<Node> nodes) {
    this(nodes.toArray(Node[]::new), nodes.stream().mapToLong(Node::weight).toArray());
  }

  /**
   * @param weights in any unit, one for each node
   */
  Eligible(Node[] nodes, long[] weights) {
    this.nodes = nodes;
    long divisor = 1;
    for (int i = 0; i < weights.length; i++) {
      divisor = i == 0 ? weights[0] : gcd(divisor, weights[i]);
    }
    this.weights = new long[weights.length];
    bounds = new long[weights.length];
    long sum = 0;
    boolean even = true;
    for (int i = 0; i < bounds.length; i++) {
      this.weights[i] = weights[i] / Math.max(1, divisor);
      sum += this.weights[i];
      bounds[i] = sum;
      even &= weights[i] == weights[0];
    }
    evenWeights = even;
  }

  /** Those of some members that are up and not too late, at the weights that they have then. */
  static Eligible of(Collection<GroupMember> members, long now) {
    List<GroupMember> able =
        members.stream()
            .filter(member -> member.node().state() == NodeState.UP)
            .filter(member -> member.tier() != LagTier.REMOVED && member.node().weight() > 0)
            .toList();
    return new Eligible(
        able.stream().map(GroupMember::node).toArray(Node[]::new),
        able.stream().mapToLong(member -> member.weight(now)).toArray());
  }

  static Eligible from(List<Node> nodes) {
    return nodes instanceof Eligible eligible ? eligible : new Eligible(nodes);
  }

  /** Those of these nodes that something holds for; usually all of them. */
  Eligible only(Predicate<Node> condition) {
    for (int i = 0; i < nodes.length; i++) {
      if (!condition.test(nodes[i])) {
        return from(i, condition);
      }
    }
    return this;
  }

  private Eligible from(int firstWithout, Predicate<Node> condition) {
    Node[] kept = new Node[nodes.length - 1];
    long[] their = new long[nodes.length - 1];
    int size = 0;
    for (int i = 0; i < nodes.length; i++) {
      if (i != firstWithout && (i < firstWithout || condition.test(nodes[i]))) {
        kept[size] = nodes[i];
        their[size++] = weights[i];
      }
    }
    return new Eligible(Arrays.copyOf(kept, size), Arrays.copyOf(their, size));
  }

  /** The weight of a node, in the smallest whole numbers. */
  long weight(int index) {
    return weights[index];
  }

  /** The sum of the weights in their smallest whole numbers; 0 when nothing is eligible. */
  long totalWeight() {
    return bounds.length == 0 ? 0 : bounds[bounds.length - 1];
  }

  /**
   * The node that owns a slot out of {@code 0..totalWeight()-1}; each owns as many as it weighs.
   */
  Node at(long slot) {
    return nodes[indexAt(slot)];
  }

  /** The index of that node. */
  int indexAt(long slot) {
    if (evenWeights) {
      return (int) slot;
    }
    int found = Arrays.binarySearch(bounds, slot + 1);
    int index = found >= 0 ? found : -found - 1;
    // a node of weight 0 shares its bound with the one before it, and must not be found by it
    while (index > 0 && bounds[index - 1] >= slot + 1) {
      index--;
    }
    return index;
  }

  @Override
  public Node get(int index) {
    return nodes[index];
  }

  @Override
  public int size() {
    return nodes.length;
  }

  /** The greatest common divisor. */
  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
