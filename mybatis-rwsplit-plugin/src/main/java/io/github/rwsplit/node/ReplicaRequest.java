package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a read asks of the replica that is to serve it. Belongs to the thread of the read, for as
 * long as a replica is being chosen for it.
 */
public interface ReplicaRequest {

  /**
   * The group whose replicas may serve it.
   *
   * @return the name of the group
   */
  String group();

  /**
   * The oldest data it accepts, if that is less than the limit of the group.
   *
   * @return the greatest lag; null: the limit of the group
   */
  @Nullable Duration maxLag();

  /**
   * The nodes that already failed it.
   *
   * @return their names
   */
  Set<String> tried();

  /**
   * The session it belongs to, for {@code hash-session}.
   *
   * @return the session's key; null outside any
   */
  @Nullable String sessionKey();

  /**
   * What stands for the query, for {@code hash-query}.
   *
   * @return a text; null where nobody worked it out
   */
  @Nullable String queryKey();

  /**
   * What the replica must be proved to have for its session.
   *
   * @return what is needed; null: nothing
   */
  @Nullable Needed needed();

  /**
   * The same without anything to prove, as it is now.
   *
   * @return the request
   */
  default ReplicaRequest unproved() {
    return of(group(), maxLag(), tried(), sessionKey(), queryKey(), null);
  }

  /**
   * A request that does not change.
   *
   * @param group the group
   * @param maxLag the oldest data it accepts; null: the limit of the group
   * @param tried names of the nodes that already failed it
   * @param sessionKey the session it belongs to; null outside any
   * @param queryKey what stands for the query; null where nobody worked it out
   * @param needed what the replica must be proved to have; null: nothing
   * @return the request
   */
  static ReplicaRequest of(
      String group,
      @Nullable Duration maxLag,
      Set<String> tried,
      @Nullable String sessionKey,
      @Nullable String queryKey,
      @Nullable Needed needed) {
    return new FixedRequest(group, maxLag, tried, sessionKey, queryKey, needed);
  }
}
