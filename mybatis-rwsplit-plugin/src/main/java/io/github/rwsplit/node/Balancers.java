package io.github.rwsplit.node;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The load balancers that come with the library, by the names of the configuration. */
final class Balancers {

  private Balancers() {}

  /** A new balancer of that name, or null where the library has none. */
  static @Nullable LoadBalancer named(String name) {
    return switch (name) {
      case "least-connections" -> new LeastConnections();
      case "random" -> Balancers::random;
      case "round-robin" -> new RoundRobin();
      case "hash-session" -> new Rendezvous(ReplicaRequest::sessionKey);
      case "hash-query" -> new Rendezvous(ReplicaRequest::queryKey);
      default -> null;
    };
  }

  /** By chance, in proportion to the weights. */
  static @Nullable Node random(List<Node> eligible, ReplicaRequest request) {
    Eligible nodes = Eligible.from(eligible);
    long total = nodes.totalWeight();
    return total == 0 ? null : nodes.at(ThreadLocalRandom.current().nextLong(total));
  }

  /**
   * In turn, each as often as it weighs, and spread: the turns step through the slots by about the
   * golden section of their number, which has no divisor in common with it, so that every slot
   * comes once in each round and neighbors do not come together. Nothing but one counter is kept.
   */
  static final class RoundRobin implements LoadBalancer {

    private final AtomicLong turn = new AtomicLong();

    @Override
    public @Nullable Node choose(List<Node> eligible, ReplicaRequest request) {
      Eligible nodes = Eligible.from(eligible);
      long total = nodes.totalWeight();
      if (total == 0) {
        return null;
      }
      long place = Math.floorMod(turn.getAndIncrement(), total);
      return nodes.at(place * stride(total) % total);
    }

    private static long stride(long total) {
      long stride = Math.max(1, Math.round(total * 0.618));
      while (Eligible.gcd(total, stride) != 1) {
        stride++;
      }
      return stride;
    }
  }

  /**
   * The same node for the same key as long as that node is eligible; when one goes, only its keys
   * move (weighted rendezvous hashing: D. Thaler, C. Ravishankar, "Using name-based mappings to
   * increase hit rates", 1998; the weights by the logarithm method). Instances of one application
   * agree, since only names and weights count. Without a key: by chance.
   */
  static final class Rendezvous implements LoadBalancer {

    private final Function<ReplicaRequest, @Nullable String> key;

    Rendezvous(Function<ReplicaRequest, @Nullable String> key) {
      this.key = key;
    }

    @Override
    public @Nullable Node choose(List<Node> eligible, ReplicaRequest request) {
      String text = key.apply(request);
      if (text == null) {
        return random(eligible, request);
      }
      Eligible nodes = Eligible.from(eligible);
      long hash = mix(text.hashCode());
      Node best = null;
      double bestScore = 0;
      for (int i = 0; i < nodes.size(); i++) {
        Node node = nodes.get(i);
        long weight = nodes.weight(i);
        if (weight == 0) {
          continue;
        }
        double part = ((mix(hash ^ node.seed()) >>> 11) + 0.5) * 0x1.0p-53;
        // 1 - x never exceeds -log(x): most nodes are out without the logarithm, which costs most
        if (best != null && (1 - part) * bestScore >= weight) {
          continue;
        }
        double score = -weight / Math.log(part);
        if (best == null || score > bestScore) {
          best = node;
          bestScore = score;
        }
      }
      return best;
    }
  }

  /** Spreads the bits of a number over all 64 (the finalizer of SplitMix64). */
  static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
