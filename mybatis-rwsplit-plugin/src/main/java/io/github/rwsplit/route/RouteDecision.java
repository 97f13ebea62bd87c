package io.github.rwsplit.route;

import io.github.rwsplit.annotation.ConsistencyLevel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a statement goes and why, before any node is picked.
 *
 * @param destination where it goes
 * @param reason why
 * @param level the level that was applied; null for anything that is no select
 * @param group the group whose replicas may serve it
 * @param maxLag the greatest lag it bears; null: the group's limit
 * @param followsSession whether the replica must be proved to have the session's writes
 * @param observed in observe mode, where it would have gone; the destination is the primary then
 */
public record RouteDecision(
    Destination destination,
    RouteReason reason,
    @Nullable ConsistencyLevel level,
    String group,
    @Nullable Duration maxLag,
    boolean followsSession,
    @Nullable Destination observed) {

  /**
   * Whether a replica is to serve the statement.
   *
   * @return true for both kinds of replica destination
   */
  public boolean toReplica() {
    return destination == Destination.REPLICA || destination == Destination.PINNED_REPLICA;
  }

  /**
   * The same statement sent to the primary after all.
   *
   * @param why the reason
   * @return a decision for the primary
   */
  public RouteDecision onPrimary(RouteReason why) {
    return new RouteDecision(
        Destination.PRIMARY, why, level, group, maxLag, followsSession, observed);
  }

  /**
   * The same destination for another reason.
   *
   * @param why the reason
   * @return the decision
   */
  public RouteDecision because(RouteReason why) {
    return new RouteDecision(destination, why, level, group, maxLag, followsSession, observed);
  }
}
