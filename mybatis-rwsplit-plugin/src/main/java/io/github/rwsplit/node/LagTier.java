package io.github.rwsplit.node;

/** How late a replica is for a group, by the group's {@link LagLimits}. */
enum LagTier {
  /** Serves all reads. */
  ALL,
  /** Serves EVENTUAL reads, and SESSION reads whose position is proved. */
  EVENTUAL_ONLY,
  /** The same, at a quarter of its weight. */
  REDUCED,
  /** Serves nothing. */
  REMOVED;

  private static final LagTier[] LATEST_FIRST = {REMOVED, REDUCED, EVENTUAL_ONLY};

  /** The limit above which a replica is in this tier, in nanoseconds. */
  long limit(LagLimits limits) {
    return switch (this) {
      case ALL -> 0;
      case EVENTUAL_ONLY -> limits.eventualOnlyAbove().toNanos();
      case REDUCED -> limits.reducedWeightAbove().toNanos();
      case REMOVED -> limits.removedAbove().toNanos();
    };
  }

  /**
   * The tier at a moment. A replica leaves a tier only below three quarters of its limit, so that
   * one that stays near a limit does not come and go.
   *
   * @param before the tier it was in
   * @param strict see {@link Lag#isAbove}
   */
  static LagTier of(Lag lag, LagLimits limits, long now, boolean strict, LagTier before) {
    for (LagTier tier : LATEST_FIRST) {
      long limit = tier.limit(limits);
      if (lag.isAbove(before.compareTo(tier) >= 0 ? limit - limit / 4 : limit, now, strict)) {
        return tier;
      }
    }
    return ALL;
  }
}
