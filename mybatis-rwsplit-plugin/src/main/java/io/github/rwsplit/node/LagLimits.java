package io.github.rwsplit.node;

import java.time.Duration;

/**
 * How late the replicas of a group may be, and for what. Each limit is above zero and no smaller
 * than the one before it.
 *
 * @param eventualOnlyAbove {@code eventual-only-above}: above it only EVENTUAL reads come, and
 *     SESSION reads whose position is proved
 * @param reducedWeightAbove {@code reduced-weight-above}: above it a replica gets a quarter of its
 *     weight
 * @param removedAbove {@code removed-above}: above it a replica gets no reads
 */
public record LagLimits(
    Duration eventualOnlyAbove, Duration reducedWeightAbove, Duration removedAbove) {}
