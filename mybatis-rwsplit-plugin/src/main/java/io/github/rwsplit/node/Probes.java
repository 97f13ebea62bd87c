package io.github.rwsplit.node;

import io.github.rwsplit.session.SessionSettings;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the probes of a cluster, and connects each node with its own. */
final class Probes {

  private static final Logger log = LoggerFactory.getLogger(Probes.class);

  private static final Duration WAIT_FOR_PRIMARY = Duration.ofSeconds(1);

  private final Object cluster;
  private final Node primary;
  private final PrimaryRole role;
  private final Supplier<Topology> topology;
  private final GtidClock clock;
  private final Pace pace;
  private final LagSettings lag;
  private final SessionSettings.Strategy strategy;
  private final Heartbeats heartbeats = new Heartbeats();
  private final LookSharing sharing;
  private final Probe ofPrimary;

  /**
   * @param cluster whose nodes these are
   * @param role hears what the servers say, and may follow a promotion
   * @param topology the present one
   * @param prober the way to ask the primary
   */
  Probes(
      Object cluster,
      Node primary,
      PrimaryRole role,
      Supplier<Topology> topology,
      GtidClock clock,
      Pace pace,
      NodeSettings settings,
      Prober prober) {
    this.cluster = cluster;
    this.primary = primary;
    this.role = role;
    this.topology = topology;
    this.clock = clock;
    this.pace = pace;
    this.lag = settings.lag();
    this.strategy = settings.strategy();
    this.sharing = new LookSharing(clock, pace, lag.probeInterval(), System::nanoTime);
    SharedProber shared = sharing.before(role.watch(primary, prober), primary);
    this.ofPrimary =
        new Probe(
            monitor(primary, shared),
            pace,
            () -> !pace.wantsLook(clock.newest()) || shared.isCovered(),
            () -> {});
    connect(primary, ofPrimary);
    shared.wakes(ofPrimary::wake);
  }

  /** The probe of the primary. */
  Probe ofPrimary() {
    return ofPrimary;
  }

  /** What lets one instance look for all. */
  LookSharing sharing() {
    return sharing;
  }

  /** A new probe for a replica. */
  Probe of(Node replica, Prober prober) {
    SharedProber shared = sharing.before(role.watch(replica, prober), replica);
    Holdings holdings = replica.holdings();
    Probe probe =
        new Probe(
            monitor(replica, shared),
            pace,
            // reads have told lately what a probe would ask for, or another instance tells it
            () ->
                holdings.isLagByClock()
                    && (holdings.hear(clock)
                        || holdings.heardWithin(lag.probeInterval())
                        || shared.isCovered()),
            this::awaitLookAtPrimary);
    connect(replica, probe);
    shared.wakes(probe::wake);
    return probe;
  }

  private NodeMonitor monitor(Node node, Prober prober) {
    boolean isPrimary = node == primary;
    prober.alsoAsk(new LagQuestion(lag.source(), isPrimary, heartbeats, System::nanoTime));
    prober.alsoAsk(new StandingQuestion(isPrimary, System::nanoTime));
    return new NodeMonitor(
        node,
        isPrimary ? null : primary,
        prober,
        clock,
        System::nanoTime,
        Probe.onOwnThread(node),
        strategy,
        new LagMeter(node, lag, heartbeats));
  }

  private void connect(Node node, Probe probe) {
    node.connect(
        cluster,
        () -> topology.get().refresh(System.nanoTime()),
        () -> topology.get().judge(node, System.nanoTime()),
        probe::wake);
  }

  /** So that a replica that is the primary itself is known for it at its first look. */
  private void awaitLookAtPrimary() {
    try {
      if (!ofPrimary.awaitFirst(WAIT_FOR_PRIMARY.toNanos())) {
        log.debug("The primary has not answered yet; its replicas are looked at meanwhile");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
