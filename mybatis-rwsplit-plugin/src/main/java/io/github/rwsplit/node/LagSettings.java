package io.github.rwsplit.node;

import java.time.Duration;
import java.util.Locale;

/**
 * How the lag of replicas is measured.
 *
 * @param source {@code rwsplit.lag.source}
 * @param probeInterval {@code rwsplit.lag.probe-interval}: the pause between two probes of a node
 *     while something is routed; a millisecond or longer
 * @param refuseUnprovable {@code rwsplit.lag.when-unprovable=refuse}: what nothing proves to be
 *     fresh counts as late; false: it serves on
 */
public record LagSettings(Source source, Duration probeInterval, boolean refuseUnprovable) {

  /** What tells how late a replica is. */
  public enum Source {
    /** For each node the best of the others that it and the account allow. */
    AUTO,
    /** Its executed set against those that the primary was seen with; see {@link GtidClock}. */
    GTID_CLOCK,
    /** A table that pt-heartbeat writes; see {@link Heartbeats}. */
    HEARTBEAT_TABLE,
    /** What the server says of itself, in whole seconds; see {@link LagQuestion}. */
    SECONDS_BEHIND;

    /** The word of the configuration. */
    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
