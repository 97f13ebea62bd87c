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
    Eligible nodes = Eligible.from(eligible);
    long total = nodes.totalWeight();
    if (total == 0) {
      return null;
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (nodes.size() > ALL) {
      int best = nodes.indexAt(random.nextLong(total));
      for (int i = 1; i < DRAWN; i++) {
        int drawn = nodes.indexAt(random.nextLong(total));
        if (isBusier(
            nodes.get(best).active(),
            nodes.weight(best),
            nodes.get(drawn).active(),
            nodes.weight(drawn))) {
          best = drawn;
        }
      }
      return nodes.get(best);
    }
    Node best = null;
    int bestActive = 0;
    long bestWeight = 0;
    long tied = 0;
    for (int i = 0; i < nodes.size(); i++) {
      long weight = nodes.weight(i);
      if (weight == 0) {
        continue;
      }
      int active = nodes.get(i).active();
      boolean better = best == null || isBusier(bestActive, bestWeight, active, weight);
      if (better) {
        tied = weight;
      } else if (!isBusier(active, weight, bestActive, bestWeight)) {
        tied += weight;
        better = random.nextLong(tied) < weight;
      }
      if (better) {
        best = nodes.get(i);
        bestActive = active;
        bestWeight = weight;
      }
    }
    return best;
  }

  /** Whether a has more connections in use per weight than b. */
  private static boolean isBusier(int activeOfA, long weightOfA, int activeOfB, long weightOfB) {
    return activeOfA * weightOfB > activeOfB * weightOfA;
  }
}
