package io.github.rwsplit.node;

import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The primary and its replicas: who is there, who may serve, who is chosen. Thread-safe.
 *
 * <p>{@link #start} sets the probes going; before it no replica is picked. {@link #close} ends them
 * and closes the pools that were made here, never a DataSource of the application.
 */
public final class Nodes implements AutoCloseable, Servers {

  /** The name of the primary among the nodes. */
  public static final String PRIMARY = "primary";

  private static final Logger log = LoggerFactory.getLogger(Nodes.class);

  private static final int PROBE_TIMEOUT_MILLIS = 1_000;
  private static final Duration WAIT_AT_START = Duration.ofSeconds(2);
  private static final Duration WAIT_FOR_PRIMARY = Duration.ofSeconds(1);
  private static final Duration WAIT_AT_CLOSE = Duration.ofSeconds(1);

  private final Node primary;
  private final List<Node> replicas;
  private final Map<String, Node> byName = new LinkedHashMap<>();
  private final Map<String, NodeGroup> groups = new LinkedHashMap<>();
  private final Map<Node, Probe> probes = new LinkedHashMap<>();
  private final GtidClock clock;
  private final Pace pace;
  private final Semaphore fallbacks;
  private final boolean staleWhenExhausted;
  private final List<AutoCloseable> owned;
  private final Runnable afterStart;
  private boolean started;

  /**
   * For {@link #of} and for tests.
   *
   * @param probers the way to ask each node
   * @param owned what to close in the end
   */
  Nodes(
      NodeSettings settings,
      Node primary,
      List<Node> replicas,
      Map<String, LoadBalancer> balancers,
      Function<Node, Prober> probers,
      List<AutoCloseable> owned,
      int instances) {
    this.primary = primary;
    this.replicas = List.copyOf(replicas);
    this.owned = List.copyOf(owned);
    this.fallbacks = new Semaphore(settings.fallbackConcurrency());
    this.staleWhenExhausted = settings.staleWhenExhausted();
    settings
        .groups()
        .forEach(
            (name, group) ->
                groups.put(
                    name,
                    new NodeGroup(
                        name,
                        group,
                        NodeNames.balancer(group.loadBalancer(), balancers),
                        replicas,
                        settings.lag().refuseUnprovable())));
    List<Node> all = new ArrayList<>();
    all.add(primary);
    all.addAll(replicas);
    this.clock = new GtidClock(newer -> replicas.forEach(node -> node.proveAgain(newer)));
    Duration interval = settings.lag().probeInterval();
    this.pace = new Pace(interval, System.nanoTime());
    // the limits rise, and the first one is for nodes whose sessions go by the window
    settings.groups().values().forEach(group -> pace.lookFor(group.limits().reducedWeightAbove()));
    Heartbeats heartbeats = new Heartbeats();
    BooleanSupplier nobodyWantsLook = () -> !pace.wantsLook(clock.newest());
    for (Node node : all) {
      byName.put(node.name(), node);
      Prober prober = probers.apply(node);
      prober.alsoAsk(
          new LagQuestion(settings.lag().source(), node == primary, heartbeats, System::nanoTime));
      NodeMonitor monitor =
          new NodeMonitor(
              node,
              node == primary ? null : primary,
              prober,
              clock,
              System::nanoTime,
              Probe.onOwnThread(node),
              settings.strategy(),
              new LagMeter(node, settings.lag(), heartbeats));
      Probe probe =
          node == primary
              ? new Probe(monitor, pace, nobodyWantsLook, () -> {})
              : new Probe(
                  monitor,
                  pace,
                  // reads have told lately what a probe would ask for
                  () -> node.isLagByClock() && (node.hear(clock) || node.heardWithin(interval)),
                  this::awaitLookAtPrimary);
      probes.put(node, probe);
      node.connect(
          () -> groups.values().forEach(group -> group.refresh(System.nanoTime())),
          () -> groups.values().forEach(group -> group.judge(node, System.nanoTime())),
          probe::wake);
    }
    this.afterStart = () -> PoolSummary.of(all, owned, instances, interval).log();
  }

  /**
   * Makes the nodes and their pools. No server needs to be there.
   *
   * @param settings replicas and groups
   * @param instances {@code rwsplit.instances}, for the sums that are logged at start
   * @param primary the application's DataSource; never closed here
   * @param dataSources DataSources that {@code rwsplit.replicas.NAME.data-source} may name; never
   *     closed here
   * @param balancers those that {@code rwsplit.groups.NAME.load-balancer} may name, by bean name
   * @return the nodes, not yet started
   * @throws IllegalArgumentException naming every property that is wrong, one to a line
   */
  public static Nodes of(
      NodeSettings settings,
      int instances,
      DataSource primary,
      Map<String, DataSource> dataSources,
      Map<String, LoadBalancer> balancers) {
    NodeNames.refuseWrong(settings, balancers);
    JtaPools.refuse(settings, primary, dataSources);
    PoolSettings primarySettings = PoolSettings.of(primary);
    Map<String, ReplicaPools.Pool> pools =
        new ReplicaPools(settings, primarySettings, dataSources).build();
    String url = primarySettings.url();
    Node primaryNode =
        new Node(
            PRIMARY,
            NodeRole.PRIMARY,
            1,
            Set.of(),
            primary,
            url == null ? primary.getClass().getSimpleName() : JdbcUrls.shown(url));
    List<Node> replicas = new ArrayList<>();
    List<AutoCloseable> owned = new ArrayList<>();
    Map<Node, Prober> probers = new HashMap<>();
    pools.forEach(
        (name, pool) -> {
          Node node =
              new Node(
                  name,
                  NodeRole.REPLICA,
                  pool.replica().weight(),
                  pool.replica().groups(),
                  pool.dataSource(),
                  pool.address());
          replicas.add(node);
          if (pool.own() != null) {
            pool.own().listen(node);
          }
          probers.put(node, pool.prober(PROBE_TIMEOUT_MILLIS));
          if (pool.own() != null && pool.dataSource() instanceof AutoCloseable closeable) {
            owned.add(closeable);
          }
        });
    Prober ofPrimary =
        JdbcProber.throughPool(new BorrowedPool(primary, System::nanoTime), PROBE_TIMEOUT_MILLIS);
    return new Nodes(
        settings,
        primaryNode,
        replicas,
        balancers,
        node -> probers.getOrDefault(node, ofPrimary),
        owned,
        instances);
  }

  /**
   * The primary.
   *
   * @return always the same node, whatever its state
   */
  public Node primary() {
    return primary;
  }

  /**
   * Why the primary cannot be reached, for one that is not up after {@link #start}. Waits for an
   * answer from a server that does not refuse at once, some seconds at most.
   *
   * @return what a connection to it fails with; null where it is there, or only slow or busy
   */
  public @Nullable Exception absenceOfPrimary() {
    return primary.state() == NodeState.UP ? null : PrimaryAtStart.absence(primary);
  }

  /**
   * The replicas, in the order of the configuration, whatever their state.
   *
   * @return an immutable list; empty where there are none
   */
  public List<Node> replicas() {
    return replicas;
  }

  /**
   * Finds a node by name.
   *
   * @param name of a replica, or {@link #PRIMARY}
   * @return null if no node is called so
   */
  public @Nullable Node find(String name) {
    return byName.get(name);
  }

  /**
   * Whether the primary numbers what it commits, so that positions are to be had.
   *
   * @return false where it has no GTIDs, and before it has answered for the first time
   */
  public boolean primaryHasPositions() {
    Answer answer = primary.lastAnswer();
    return answer != null && answer.executed() != null;
  }

  /**
   * Whether a position may be one of the primary's own commits: they are named by its {@code
   * server_uuid}, or in a replication group by the group's, which it has executed before.
   *
   * @param position what somebody has committed
   * @return false for a commit on another server
   */
  public boolean primaryCommits(Position position) {
    Answer answer = primary.lastAnswer();
    GtidSet executed = answer == null ? null : answer.executed();
    if (answer == null || executed == null) {
      return false;
    }
    String own = String.valueOf(answer.serverUuid()).toLowerCase(Locale.ROOT);
    return position.highest().keySet().stream()
        .anyMatch(source -> source.startsWith(own) || executed.knows(source));
  }

  /**
   * What to add to the URL of the primary, so that commits tell their position without being asked.
   *
   * @return the advice, without credentials; null where nothing is missing, or the primary's URL
   *     cannot be read
   */
  public @Nullable String adviceOnPositions() {
    return primaryHasPositions() ? PositionUrl.advice(PoolSettings.of(primary.dataSource())) : null;
  }

  @Override
  public long number(String serverUuid) {
    for (Node replica : replicas) {
      if (serverUuid.equals(replica.serverUuid())) {
        return replica.term();
      }
    }
    return Servers.NONE;
  }

  @Override
  public @Nullable String serverUuid(long number) {
    for (Node replica : replicas) {
      if (replica.term() == number) {
        return replica.serverUuid();
      }
    }
    return null;
  }

  /**
   * Picks a replica for a read. No I/O, and no lock that is held during any. Where no replica is
   * known to have what the read needs, or to be fresh enough, what the replicas told beside their
   * last answers is looked through first.
   *
   * @param request what the read asks for
   * @return a replica of the group that is up, fresh enough, has a weight above 0 and was not tried
   *     yet; null if there is none
   * @throws IllegalArgumentException if there is no such group
   */
  public @Nullable Node pick(ReplicaRequest request) {
    NodeGroup group = require(request.group());
    long now = System.nanoTime();
    if (pace.routed(now)) {
      probes.values().forEach(Probe::wake);
    }
    if (request.maxLag() != null) {
      pace.lookFor(request.maxLag());
    }
    Needed needed = request.needed();
    Look newest = needed == null ? null : clock.newest();
    if (needed != null && newest != null && newest.time() <= needed.latest()) {
      pace.wantLook(now, newest);
    }
    Node found = group.pick(request, now);
    return found == null && hearReplicas() ? group.pick(request, now) : found;
  }

  /**
   * Picks a replica for a read that had rather be stale than not be served: the least stale one, or
   * one of those that are about as stale. No limit of lag holds, but what the read needs for its
   * session does.
   *
   * @param request what the read asks for; must not be a SESSION read's
   * @return a replica of the group that is up, has a weight above 0 and was not tried yet; null if
   *     there is none
   * @throws IllegalArgumentException if there is no such group
   */
  public @Nullable Node pickStale(ReplicaRequest request) {
    return require(request.group()).pickStale(request, System.nanoTime());
  }

  /**
   * Whether a replica that was picked for another read is fresh enough for this one.
   *
   * @param node one of the replicas
   * @param request what the read asks for
   * @return false where its lag is above a limit
   * @throws IllegalArgumentException if there is no such group
   */
  public boolean isFreshEnough(Node node, ReplicaRequest request) {
    return require(request.group()).isFreshEnough(node, request.maxLag(), System.nanoTime());
  }

  /**
   * Whether an EVENTUAL read that finds no place among those on the primary had rather be stale.
   *
   * @return {@code rwsplit.fallback.when-exhausted=stale}
   */
  public boolean staleWhenExhausted() {
    return staleWhenExhausted;
  }

  private boolean hearReplicas() {
    boolean heard = false;
    for (Node replica : replicas) {
      heard |= replica.hear(clock);
    }
    return heard;
  }

  /**
   * Finds a replica that a read may wait for, when none is proved to have what its session needs.
   * Where only a look at the primary can tell what that is, the primary's probe is woken, and its
   * look is waited for; whoever waits at that moment shares it.
   *
   * @param request what the read asks for
   * @param longest how long the read may wait in all
   * @return the wait for the freshest replica of the group that may be waited for, to be closed;
   *     null where there is none
   * @throws IllegalArgumentException if there is no such group
   */
  public @Nullable PositionWait beginWait(ReplicaRequest request, Duration longest) {
    long now = System.nanoTime();
    List<Node> nodes = require(request.group()).worthWaitingFor(request);
    Needed needed = request.needed();
    if (needed == null || nodes.isEmpty()) {
      return null;
    }
    PositionWait wait = beginWait(nodes, needed, now + longest.toNanos());
    if (wait == null && PositionWait.needsLook(needed, clock.newest())) {
      awaitLookAfter(needed.latest(), longest);
      wait = beginWait(nodes, needed, now + longest.toNanos());
    }
    return wait;
  }

  private @Nullable PositionWait beginWait(List<Node> nodes, Needed needed, long end) {
    for (Node node : nodes) {
      GtidSet goal = PositionWait.goal(needed, node.proof(), clock.newest(), System.nanoTime());
      if (goal != null && node.waiting().begin()) {
        return new PositionWait(node, goal, clock, end);
      }
    }
    return null;
  }

  private void awaitLookAfter(long time, Duration longest) {
    Look newest = clock.newest();
    Probe probe = probes.get(primary);
    if (newest == null || probe == null) {
      return;
    }
    pace.wantLook(System.nanoTime(), newest);
    probe.wake();
    try {
      clock.awaitLookAfter(time, longest.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Takes one place among the reads that may be on the primary only for want of a replica ({@code
   * rwsplit.fallback.max-concurrent}). Never waits.
   *
   * @return false if all places are taken; if true, {@link #endFallback} must follow
   */
  public boolean tryFallback() {
    return fallbacks.tryAcquire();
  }

  /** Gives back the place that {@link #tryFallback} took. */
  public void endFallback() {
    fallbacks.release();
  }

  /**
   * The settings of a group.
   *
   * @param name of the group
   * @return its settings
   * @throws IllegalArgumentException if there is no such group
   */
  public NodeSettings.Group group(String name) {
    return require(name).settings();
  }

  /**
   * Sets the probes going and waits until each node was looked at, but no longer than two seconds.
   * A dead node does not fail this: a replica may come later, and for the primary see {@link
   * #absenceOfPrimary}. A second call does nothing.
   */
  public synchronized void start() {
    if (started) {
      return;
    }
    started = true;
    probes.values().forEach(Probe::start);
    long end = System.nanoTime() + WAIT_AT_START.toNanos();
    try {
      for (Map.Entry<Node, Probe> probe : probes.entrySet()) {
        if (!probe.getValue().awaitFirst(end - System.nanoTime())) {
          log.warn("{} has not answered its first probe yet; started without it", probe.getKey());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    afterStart.run();
  }

  /** Ends the probes and closes the pools that were made here. */
  @Override
  public void close() {
    probes.values().forEach(Probe::stop);
    probes.values().forEach(probe -> probe.awaitEnd(WAIT_AT_CLOSE));
    for (AutoCloseable pool : owned) {
      try {
        pool.close();
      } catch (Exception e) {
        log.warn("{} could not be closed", pool, e);
      }
    }
  }

  /** So that a replica that is the primary itself is known for it at its first look. */
  private void awaitLookAtPrimary() {
    Probe probe = probes.get(primary);
    try {
      if (probe != null && !probe.awaitFirst(WAIT_FOR_PRIMARY.toNanos())) {
        log.debug("The primary has not answered yet; its replicas are looked at meanwhile");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private NodeGroup require(String name) {
    NodeGroup group = groups.get(name);
    if (group == null) {
      throw new IllegalArgumentException(
          "the group must be one of %s, but was '%s'".formatted(groups.keySet(), name));
    }
    return group;
  }
}
