package io.github.rwsplit.node;

import java.time.Duration;

/**
 * Whether writes follow when another server has been promoted.
 *
 * @param follow {@code rwsplit.failover.follow}
 * @param confirm {@code rwsplit.failover.confirm}: how long exactly one server has to be seen
 *     taking writes before writes move there
 * @param acceptLoss {@code rwsplit.failover.accept-loss}: they move although it lacks transactions
 *     of the old primary
 */
public record FailoverSettings(boolean follow, Duration confirm, boolean acceptLoss) {}
