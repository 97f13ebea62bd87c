package io.github.rwsplit;

import io.github.rwsplit.node.LagLimits;
import io.github.rwsplit.node.LagSettings;
import io.github.rwsplit.statement.WrittenDuration;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * Reads how lag is measured, and the limits of each group. A limit that is finer than what the
 * measure can see is refused, since every healthy replica would seem to be above it.
 */
final class ConfigLag {

  private static final int LEAST_INTERVALS = 4;

  /** Whole seconds, of which the last one may be nearly over. */
  private static final Duration LEAST_OF_SECONDS = Duration.ofSeconds(2);

  private final ConfigProperties properties;
  private final LagSettings settings;

  ConfigLag(ConfigProperties properties) {
    this.properties = properties;
    String source = properties.choiceOrDefault("lag.source");
    this.settings =
        new LagSettings(
            LagSettings.Source.valueOf(source.toUpperCase(Locale.ROOT).replace('-', '_')),
            probeInterval(),
            properties.choiceOrDefault("lag.when-unprovable").equals("refuse"));
  }

  LagSettings settings() {
    return settings;
  }

  private Duration probeInterval() {
    String key = "lag.probe-interval";
    Duration interval = Objects.requireNonNull(properties.duration(key));
    if (interval.toMillis() < 1) {
      properties.problem(
          key,
          "must be 1ms or more, because a question itself takes a good part of that, but was "
              + properties.text(key));
    }
    return interval;
  }

  /**
   * The limits of a group.
   *
   * @param group its key, such as {@code groups.online}
   */
  LagLimits limits(String group) {
    String first = group + ".eventual-only-above";
    String second = group + ".reduced-weight-above";
    String third = group + ".removed-above";
    Duration eventualOnly = seen(first);
    Duration reduced = seen(second);
    Duration removed = seen(third);
    refuseFall(first, eventualOnly, second, reduced);
    refuseFall(second, reduced, third, removed);
    return new LagLimits(eventualOnly, reduced, removed);
  }

  /** The finest limit that can be seen with an interval between two probes. */
  static Duration least(Duration interval) {
    return interval.multipliedBy(LEAST_INTERVALS);
  }

  private Duration seen(String key) {
    Duration limit = Objects.requireNonNull(properties.duration(key));
    Duration interval = settings.probeInterval();
    if (limit.compareTo(least(interval)) < 0) {
      properties.problem(
          key,
          "must be at least %d times rwsplit.lag.probe-interval (%s), because lag is not seen any finer, but was %s"
              .formatted(LEAST_INTERVALS, WrittenDuration.text(interval), properties.text(key)));
    } else if (settings.source() == LagSettings.Source.SECONDS_BEHIND
        && limit.compareTo(LEAST_OF_SECONDS) < 0) {
      properties.problem(
          key,
          "must be at least 2s where rwsplit.lag.source is seconds-behind, because that tells whole seconds, but was "
              + properties.text(key));
    }
    return limit;
  }

  private void refuseFall(String lower, Duration less, String upper, Duration more) {
    if (more.compareTo(less) < 0) {
      properties.problem(
          upper,
          "must not be less than rwsplit.%s (%s), but was %s"
              .formatted(lower, properties.text(lower), properties.text(upper)));
    }
  }
}
