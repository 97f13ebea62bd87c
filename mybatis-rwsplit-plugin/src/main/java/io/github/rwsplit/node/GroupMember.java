package io.github.rwsplit.node;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica in one group: the tier that its lag puts it in, which is said once whenever it
 * changes, and a warning ahead of that where its lag keeps growing. Guarded by its group.
 */
final class GroupMember {

  private static final Logger log = LoggerFactory.getLogger(GroupMember.class);

  /**
   * Lag that nobody knows is said only when it has lasted so long: at a start, and after a restart
   * of the server, it is unknown until the next transaction has arrived.
   */
  private static final long UNKNOWN_IS_SAID_AFTER = Duration.ofSeconds(3).toNanos();

  /** What is left of the weight above {@code reduced-weight-above}, as a divisor. */
  static final int REDUCED_BY = 4;

  private final Node node;
  private final String group;
  private final LagLimits limits;
  private final boolean strict;
  private LagTier tier = LagTier.ALL;
  private LagTier said = LagTier.ALL;
  private @Nullable Long unknownSince;
  private long growsSince;
  private long grewFrom;
  private boolean warned;

  /**
   * @param strict {@code rwsplit.lag.when-unprovable=refuse}
   */
  GroupMember(Node node, String group, LagLimits limits, boolean strict) {
    this.node = node;
    this.group = group;
    this.limits = limits;
    this.strict = strict;
  }

  Node node() {
    return node;
  }

  /** The tier as it was judged last. */
  LagTier tier() {
    return tier;
  }

  /** Its weight in the group at a moment, in parts that are small enough for every reduction. */
  long weight(long now) {
    return (long) node.weight() * (tier == LagTier.REDUCED ? 1 : REDUCED_BY) * node.tenths(now);
  }

  /** Judges again. Returns whether the choice of nodes has to change for it. */
  boolean judge(long now) {
    if (node.state() != NodeState.UP) {
      // its state says enough
      return false;
    }
    Lag lag = node.lag();
    LagTier before = tier;
    tier = LagTier.of(lag, limits, now, strict, before);
    watchGrowth(lag, now);
    say(lag, now);
    return tier != before
        && (tier.compareTo(LagTier.REDUCED) >= 0 || before.compareTo(LagTier.REDUCED) >= 0);
  }

  /** How long it takes from now on until its weight changes if nobody looks again. */
  long untilChange(long now) {
    if (node.state() != NodeState.UP) {
      return Lag.NEVER;
    }
    Lag lag = node.lag();
    return switch (tier) {
      case ALL, EVENTUAL_ONLY ->
          Math.min(
              node.untilRisen(now), lag.untilAbove(LagTier.REDUCED.limit(limits), now, strict));
      case REDUCED ->
          Math.min(
              node.untilRisen(now), lag.untilAbove(LagTier.REMOVED.limit(limits), now, strict));
      case REMOVED -> Lag.NEVER;
    };
  }

  private void watchGrowth(Lag lag, long now) {
    Long behind = lag.behind();
    long limit = LagTier.REMOVED.limit(limits);
    if (behind == null) {
      return;
    }
    if (behind <= grewFrom || growsSince == 0) {
      grewFrom = behind;
      growsSince = now;
    }
    if (behind < limit / 4) {
      warned = false;
    }
    if (!warned
        && tier != LagTier.REMOVED
        && behind > limit / 2
        && behind - grewFrom >= limit / 4) {
      warned = true;
      log.warn(
          "{} falls behind: {} ms ago its data were {} ms old, now they are {} ms old. Above {} ms"
              + " (rwsplit.groups.{}.removed-above) it gets no reads of group {}; look at its"
              + " receiver, its applier and its load",
          node,
          millis(now - growsSince),
          millis(grewFrom),
          millis(behind),
          millis(limit),
          group,
          group);
    }
  }

  private void say(Lag lag, long now) {
    if (tier == said) {
      unknownSince = null;
      return;
    }
    Long age = lag.at(now);
    if (tier == LagTier.REMOVED && age == null) {
      if (unknownSince == null) {
        unknownSince = now;
      }
      if (now - unknownSince < UNKNOWN_IS_SAID_AFTER) {
        return;
      }
    }
    LagTier before = said;
    said = tier;
    unknownSince = null;
    String old =
        age == null
            ? "how old its data are is not known"
            : "its data are " + millis(age) + " ms old";
    if (tier == LagTier.REMOVED) {
      log.warn(
          "{} gets no reads of group {}: {}, and removed-above is {} ms. It comes back by itself"
              + " once it has caught up; see \"Lag\" in docs/operations.md",
          node,
          group,
          old,
          millis(tier.limit(limits)));
    } else if (tier == LagTier.REDUCED) {
      log.info(
          "{} gets a quarter of its weight in group {}: {}, and reduced-weight-above is {} ms",
          node,
          group,
          old,
          millis(tier.limit(limits)));
    } else if (before.compareTo(LagTier.REDUCED) >= 0) {
      log.info("{} has its full weight in group {} again: {}", node, group, old);
    } else {
      log.debug("{} is in tier {} of group {}: {}", node, tier, group, old);
    }
  }

  private static long millis(long nanos) {
    return Duration.ofNanos(nanos).toMillis();
  }
}
