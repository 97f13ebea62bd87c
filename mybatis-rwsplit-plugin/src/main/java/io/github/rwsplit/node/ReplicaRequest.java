package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a read asks of the replica that is to serve it.
 *
 * @param group the group whose replicas may serve it
 * @param maxLag the oldest data it accepts, if that is less than the limit of the group; null: the
 *     limit of the group
 * @param tried names of the nodes that already failed it
 * @param sessionKey the session it belongs to, for {@code hash-session}; null outside any
 * @param queryKey what stands for the query, for {@code hash-query}; null where nobody worked it
 *     out
 * @param needed what the replica must be proved to have for its session; null: nothing
 */
public record ReplicaRequest(
    String group,
    @Nullable Duration maxLag,
    Set<String> tried,
    @Nullable String sessionKey,
    @Nullable String queryKey,
    @Nullable Needed needed) {

  /**
   * A request that any healthy replica of the group may serve.
   *
   * @param group the group
   * @param maxLag the oldest data it accepts; null: the limit of the group
   * @param tried names of the nodes that already failed it
   * @param sessionKey the session it belongs to; null outside any
   * @param queryKey what stands for the query; null where nobody worked it out
   */
  public ReplicaRequest(
      String group,
      @Nullable Duration maxLag,
      Set<String> tried,
      @Nullable String sessionKey,
      @Nullable String queryKey) {
    this(group, maxLag, tried, sessionKey, queryKey, null);
  }

  /**
   * The same without anything to prove.
   *
   * @return the request
   */
  public ReplicaRequest unproved() {
    return new ReplicaRequest(group, maxLag, tried, sessionKey, queryKey);
  }
}
