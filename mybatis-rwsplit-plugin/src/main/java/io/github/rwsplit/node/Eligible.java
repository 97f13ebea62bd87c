package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;

/**
 * The replicas of one group that may serve at this moment, with running sums of their weights. It
 * is immutable and made anew whenever a state changes, so that a choice never sees a table that
 * belongs to another set of nodes.
 */
final class Eligible extends AbstractList<Node> implements RandomAccess {

  private final Node[] nodes;

  /** {@code bounds[i]} is the sum of the weights of the nodes 0 to i, divided by their divisor. */
  private final long[] bounds;

  private final boolean evenWeights;

  Eligible(Collection<Node> nodes) {
    this.nodes = nodes.toArray(Node[]::new);
    long divisor = 0;
    for (Node node : this.nodes) {
      divisor = gcd(divisor, node.weight());
    }
    bounds = new long[this.nodes.length];
    long sum = 0;
    boolean even = true;
    for (int i = 0; i < bounds.length; i++) {
      sum += this.nodes[i].weight() / Math.max(1, divisor);
      bounds[i] = sum;
      even &= this.nodes[i].weight() == this.nodes[0].weight();
    }
    evenWeights = even;
  }

  static Eligible of(List<Node> nodes) {
    return nodes instanceof Eligible eligible ? eligible : new Eligible(nodes);
  }

  /** These nodes without the named ones. */
  Eligible without(Set<String> names) {
    return new Eligible(Arrays.stream(nodes).filter(node -> !names.contains(node.name())).toList());
  }

  /** Those that are proved to have what a session needs; usually all of them. */
  Eligible having(Needed needed, long now) {
    for (Node node : nodes) {
      if (!node.proof().satisfies(needed, now)) {
        return new Eligible(
            Arrays.stream(nodes).filter(other -> other.proof().satisfies(needed, now)).toList());
      }
    }
    return this;
  }

  /** The sum of the weights in their smallest whole numbers; 0 when nothing is eligible. */
  long totalWeight() {
    return bounds.length == 0 ? 0 : bounds[bounds.length - 1];
  }

  /**
   * The node that owns a slot out of {@code 0..totalWeight()-1}; each owns as many as it weighs.
   */
  Node at(long slot) {
    if (evenWeights) {
      return nodes[(int) slot];
    }
    int found = Arrays.binarySearch(bounds, slot + 1);
    int index = found >= 0 ? found : -found - 1;
    // a node of weight 0 shares its bound with the one before it, and must not be found by it
    while (index > 0 && bounds[index - 1] >= slot + 1) {
      index--;
    }
    return nodes[index];
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
