package io.github.rwsplit;

import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.node.OneLine;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.route.SwitchBoard;
import io.github.rwsplit.route.SwitchState;
import io.github.rwsplit.route.TenantResolver;
import io.github.rwsplit.route.Turned;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a person can turn while the cluster runs. They begin as {@code rwsplit.switches} says; what
 * is turned here holds until it is turned back, ends by itself, or the process ends.
 *
 * <pre>{@code
 * cluster.switches().by("alice", "INC-42: replicas are late").primaryOnly(Duration.ofMinutes(10));
 * }</pre>
 *
 * <p>Each change is logged once, with who and why. A statement that is being decided meanwhile sees
 * all of a change or nothing of it. Safe for use by many threads.
 */
public final class RwSplitSwitches {

  static final String CONFIGURATION = "configuration";

  private static final Logger log = LoggerFactory.getLogger(RwSplitSwitches.class);

  /** With the earliest end, so that statements look at the clock only where there is one. */
  private record Held(SwitchState state, @Nullable Instant nextEnd) {

    static Held of(SwitchState state) {
      return new Held(state, SwitchChange.nextEnd(state));
    }
  }

  private final Nodes nodes;
  private final TenantResolver tenants;
  private final InstantSource clock;
  private final SwitchBoard board = new Board();
  private final AtomicBoolean warnedOfTenant = new AtomicBoolean();
  private RouteSettings.Switches configured;
  private volatile Held held;

  RwSplitSwitches(
      RouteSettings.Switches configured, Nodes nodes, TenantResolver tenants, InstantSource clock) {
    this.configured = configured;
    this.nodes = nodes;
    this.tenants = tenants;
    this.clock = clock;
    this.held = Held.of(SwitchChange.configured(configured, clock.instant()));
  }

  /**
   * The switches as they are in effect now.
   *
   * @return immutable; what has ended by itself is not in it
   */
  public SwitchState state() {
    Held now = held;
    Instant end = now.nextEnd();
    if (end != null && !clock.instant().isBefore(end)) {
      endWhatIsOver();
      return held.state();
    }
    return now.state();
  }

  /**
   * Begins a change.
   *
   * @param who the person or the system that turns; not blank
   * @param why the reason, for the log and whoever looks later; not blank
   * @return what can be turned; it may be used more than once
   * @throws IllegalArgumentException where one of them is blank
   */
  public RwSplitOperator by(String who, String why) {
    return new RwSplitOperator(this, said("who", who), said("why", why));
  }

  SwitchBoard board() {
    return board;
  }

  Nodes nodes() {
    return nodes;
  }

  /** One line of the log holds it. */
  private static String said(String what, String text) {
    String line = OneLine.of(text);
    if (line.isEmpty()) {
      throw new IllegalArgumentException(what + " must say it in words, but was blank");
    }
    return line;
  }

  synchronized void change(String who, String why, Consumer<SwitchChange> how) {
    Instant now = clock.instant();
    endWhatIsOver();
    SwitchChange change =
        new SwitchChange(held.state(), configured, new Turned(who, why, now, null));
    how.accept(change);
    apply(change, who, why);
  }

  /** The configuration was read again: what is said otherwise than before holds from now on. */
  synchronized void configuredAnew(RouteSettings.Switches anew) {
    RouteSettings.Switches before = configured;
    configured = anew;
    change(
        CONFIGURATION,
        "it was read again",
        change -> {
          if (anew.primaryOnly() != before.primaryOnly()) {
            change.primaryOnly(anew.primaryOnly(), null);
          }
          if (anew.readOnly() != before.readOnly()) {
            change.readOnly(anew.readOnly(), null);
          }
          if (anew.replicaPercent() != before.replicaPercent()) {
            change.replicaPercent(anew.replicaPercent());
          }
        });
  }

  private synchronized void endWhatIsOver() {
    Instant now = clock.instant();
    SwitchChange change =
        new SwitchChange(
            held.state(), configured, new Turned(CONFIGURATION, "its time", now, null));
    change.end(now);
    apply(change, "the clock", "the time that was given is over");
  }

  private void apply(SwitchChange change, String who, String why) {
    if (change.said().isEmpty()) {
      return;
    }
    SwitchState state = change.state();
    held = Held.of(state);
    nodes.drain(state.drained().keySet());
    SwitchState.Limit limit = state.primaryReadsPerSecond();
    nodes.primaryReads().limitRate(limit == null ? null : limit.value());
    change.said().forEach(line -> log.info("Switch {}, by {}: {}", OneLine.of(line), who, why));
  }

  /** What the rules see, without showing it to applications. */
  private final class Board implements SwitchBoard {

    @Override
    public SwitchState state() {
      return RwSplitSwitches.this.state();
    }

    @Override
    public boolean tenantAmong(Set<String> names) {
      try {
        String tenant = tenants.tenant();
        return tenant != null && names.contains(tenant);
      } catch (RuntimeException e) {
        if (!warnedOfTenant.getAndSet(true)) {
          log.warn(
              "The TenantResolver failed, so reads go to the primary while a switch holds for"
                  + " single tenants; this is said once",
              e);
        }
        return true;
      }
    }
  }
}
