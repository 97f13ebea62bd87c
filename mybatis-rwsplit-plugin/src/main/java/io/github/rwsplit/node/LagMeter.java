package io.github.rwsplit.node;

import io.github.rwsplit.node.LagSettings.Source;
import io.github.rwsplit.route.NodeRole;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one node its lag from the answers to its probes, by the source that counts for it, and says
 * which one that is and why, at first and on each change. Of the primary it says when nothing
 * proves the freshness of its replicas any more. Used by one thread.
 */
final class LagMeter {

  private static final Logger log = LoggerFactory.getLogger(LagMeter.class);

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Node node;
  private final LagSettings settings;
  private final Heartbeats heartbeats;
  private @Nullable String announced;
  private boolean proved;
  private boolean warned;

  LagMeter(Node node, LagSettings settings, Heartbeats heartbeats) {
    this.node = node;
    this.settings = settings;
    this.heartbeats = heartbeats;
  }

  /** The node has answered. */
  void answered(Answer answer) {
    if (node.role() == NodeRole.PRIMARY) {
      if (answer.lag() instanceof LagReading.Beat beat) {
        heartbeats.primaryShowed(beat);
      }
      if (answer.executed() != null && answer.writable()) {
        provable();
      } else if (answer.executed() != null) {
        unprovable("takes no writes");
      }
      return;
    }
    boolean byClock =
        answer.executed() != null
            && (settings.source() == Source.AUTO || settings.source() == Source.GTID_CLOCK);
    node.holdings().lagByClock(byClock);
    LagReading reading = answer.lag();
    if (byClock) {
      announce(Source.GTID_CLOCK, "it has GTIDs, which need no table and no privilege");
    } else if (reading instanceof LagReading.Beat beat) {
      node.holdings().lagIs(heartbeats.lagOf(beat.beat()));
      announce(Source.HEARTBEAT_TABLE, beat.table() + " has a row of the primary");
    } else if (reading instanceof LagReading.Seconds seconds) {
      node.holdings().lagIs(lagOf(seconds));
      announce(
          Source.SECONDS_BEHIND,
          "nothing better is to be had; in whole seconds, so no limit below 2s can hold there");
    } else {
      node.holdings().lagIs(Lag.UNTOLD);
      announceNone(
          reading instanceof LagReading.None none
              ? none.why()
              : answer.lacks().isEmpty() ? "it was not told" : answer.lacks());
    }
  }

  /** The node did not answer. */
  void failed() {
    if (node.role() == NodeRole.PRIMARY) {
      unprovable("does not answer");
    }
  }

  private static Lag lagOf(LagReading.Seconds told) {
    Long seconds = told.seconds();
    return seconds == null
        ? Lag.unknown(told.askedAt())
        // it drops what is less than a second
        : new Lag(told.askedAt() - (seconds + 1) * SECOND, told.askedAt());
  }

  private void announce(Source source, String because) {
    if (!source.word().equals(announced)) {
      announced = source.word();
      log.info(
          "Lag of {} is told by {}{}",
          node,
          source.word(),
          settings.source() == Source.AUTO ? ", because " + because : "");
    }
  }

  private void announceNone(String because) {
    if (!because.equals(announced)) {
      announced = because;
      if (settings.source() == Source.AUTO) {
        log.info("Nothing tells the lag of {}, because {}: {}", node, because, whatHappens());
      } else {
        log.warn(
            "Nothing tells the lag of {}: rwsplit.lag.source is {}, and {}; {}",
            node,
            settings.source().word(),
            because,
            whatHappens());
      }
    }
  }

  private void provable() {
    proved = true;
    if (warned) {
      warned = false;
      log.info("{} shows again how fresh its replicas are", node);
    }
  }

  private void unprovable(String why) {
    if (proved && !warned) {
      warned = true;
      log.warn(
          "Nothing proves how fresh the replicas are while {} {}: {}", node, why, whatHappens());
    }
  }

  private String whatHappens() {
    return settings.refuseUnprovable()
        ? "it counts as late (rwsplit.lag.when-unprovable is refuse)"
        : "EVENTUAL reads go on (rwsplit.lag.when-unprovable is serve)";
  }
}
