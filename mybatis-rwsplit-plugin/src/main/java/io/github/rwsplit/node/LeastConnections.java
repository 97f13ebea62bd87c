package io.github.rwsplit.node;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The node with the fewest connections in use per weight; nodes that are equal in this share by
 * weight, at random.
 *
 * <p>Up to {@value #ALL} nodes are all looked at. Above that a few are drawn by weight and the best
 * of them is taken, which keeps the cost the same for any number of nodes and balances nearly as
 * well (M. Mitzenmacher, "The Power of Two Choices in Randomized Load Balancing", 2001).
 */
final class LeastConnections implements LoadBalancer {

  private static final int ALL = 8;
  private static final int DRAWN = 4;

  @Override
  public @Nullable Node choose(List<Node> eligible, ReplicaRequest request) {
    Eligible nodes = Eligible.of(eligible);
    long total = nodes.totalWeight();
    if (total == 0) {
      return null;
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (nodes.size() > ALL) {
      Node best = nodes.at(random.nextLong(total));
      for (int i = 1; i < DRAWN; i++) {
        Node drawn = nodes.at(random.nextLong(total));
        if (isBusier(best, best.active(), drawn, drawn.active())) {
          best = drawn;
        }
      }
      return best;
    }
    Node best = null;
    int bestActive = 0;
    long tied = 0;
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      // it may be drained at any moment
      int weight = node.weight();
      if (weight == 0) {
        continue;
      }
      int active = node.active();
      if (best == null || isBusier(best, bestActive, node, active)) {
        best = node;
        bestActive = active;
        tied = weight;
      } else if (!isBusier(node, active, best, bestActive)) {
        tied += weight;
        if (random.nextLong(tied) < weight) {
          best = node;
          bestActive = active;
        }
      }
    }
    return best;
  }

  /** Whether a has more connections in use per weight than b. */
  private static boolean isBusier(Node a, int activeOfA, Node b, int activeOfB) {
    return (long) activeOfA * b.weight() > (long) activeOfB * a.weight();
  }
}
