package io.github.rwsplit.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one replica among those that may serve a read. A bean of this type can be named in {@code
 * rwsplit.groups.NAME.load-balancer}.
 *
 * <p>Called on the thread of the read, by many threads at once: it must be thread-safe, do no I/O
 * and hold no lock that all threads share.
 */
@FunctionalInterface
public interface LoadBalancer {

  /**
   * Chooses.
   *
   * @param eligible the replicas of the request's group that are up, not too late, have a weight
   *     above 0 and were not tried yet; immutable, with constant-time access by index, never empty.
   *     The library's own balancers give a replica above {@code reduced-weight-above} a quarter of
   *     its {@link Node#weight}, and one that has come back its {@link Node#risenPercent} of it
   * @param request what the read asks for; to be looked at during this call only
   * @return one of {@code eligible}; null: none, the read goes on as if there were no replica
   */
  @Nullable Node choose(List<Node> eligible, ReplicaRequest request);
}
