package io.github.rwsplit.node;

import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.session.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The primary and its replicas: who is there, who may serve, who is chosen. Thread-safe.
 *
 * <p>{@link #start} sets the probes going; before it no replica is picked. {@link #close} ends them
 * and closes the pools that were made here, never a DataSource of the application.
 */
public final class Nodes implements AutoCloseable, Servers {

  /** The name of the primary among the nodes. */
  public static final String PRIMARY = "primary";

  private static final int PROBE_TIMEOUT_MILLIS = 1_000;
  private static final Duration WAIT_AT_START = Duration.ofSeconds(2);
  private static final Duration WAIT_AT_CLOSE = Duration.ofSeconds(1);

  private static final Duration LONGEST_CATCH_UP = Duration.ofSeconds(2);

  /** Longer than most reports; what runs on a pool that was replaced is cut off then. */
  private static final Duration LONGEST_DRAIN = Duration.ofMinutes(5);

  private final Node primary;
  private final PrimaryRole primaryRole;
  private final Probes probes;
  private final GtidClock clock;
  private final Pace pace;
  private final LagSettings lag;
  private final ReplicaChoice choice;
  private final PrimaryReads primaryReads;
  private final PrimaryCatchUp catchUp;
  private final Retirements retired;
  private volatile Topology topology;
  private final Object draining = new Object();
  private volatile Set<String> drained = Set.of();
  private int instances;
  private final boolean staleWhenExhausted;
  private @Nullable SharedLooks looks;
  private boolean started;
  private boolean closed;

  /**
   * For {@link #of} and for tests.
   *
   * @param replicas each with what it was made of; its probe comes from {@code probers}
   * @param probers the way to ask each node
   * @param longestDrain how long a pool that was replaced waits for what runs on it
   */
  Nodes(
      NodeSettings settings,
      Node primary,
      Map<Node, ReplicaPools.@Nullable Pool> replicas,
      Map<String, LoadBalancer> balancers,
      Function<Node, Prober> probers,
      int instances,
      Duration longestDrain) {
    this.primary = primary;
    this.instances = instances;
    this.retired = new Retirements(longestDrain);
    this.lag = settings.lag();
    this.staleWhenExhausted = settings.staleWhenExhausted();
    this.primaryReads = new PrimaryReads(settings.fallbackConcurrency(), System::nanoTime);
    this.clock =
        new GtidClock(newer -> replicas().forEach(node -> node.holdings().proveAgain(newer)));
    this.catchUp =
        new PrimaryCatchUp(primary, clock, this::replica, System::nanoTime, LONGEST_CATCH_UP);
    this.pace = new Pace(lag.probeInterval(), System.nanoTime());
    lookForLimits(settings);
    this.primaryRole = new PrimaryRole(primary, failover(), System::nanoTime, this::wakePrimary);
    this.probes =
        new Probes(
            this,
            primary,
            primaryRole,
            () -> topology,
            clock,
            pace,
            settings,
            probers.apply(primary));
    List<Member> members = new ArrayList<>();
    replicas.forEach(
        (node, pool) -> members.add(new Member(node, probes.of(node, probers.apply(node)), pool)));
    this.topology = new Topology(settings, members, balancers);
    this.choice =
        new ReplicaChoice(
            () -> topology,
            clock,
            pace,
            probes.ofPrimary(),
            longest -> probes.sharing().press(primary, longest));
  }

  /** The limits rise, and the first one is for nodes whose sessions go by the window. */
  private void lookForLimits(NodeSettings settings) {
    settings.groups().values().forEach(group -> pace.lookFor(group.limits().reducedWeightAbove()));
  }

  private @Nullable Failover failover() {
    PrimaryDataSource owned = PrimaryDataSource.behind(primary.dataSource());
    return owned == null || !owned.settings().failover().follow()
        ? null
        : new Failover(
            owned,
            primary,
            clock,
            this::url,
            System::nanoTime,
            this::wakePrimary,
            pools -> owned.ask(pools, PROBE_TIMEOUT_MILLIS));
  }

  private void wakePrimary() {
    probes.ofPrimary().wake();
  }

  private @Nullable String url(String replica) {
    Member member = topology.member(replica);
    return member == null || member.pool() == null ? null : member.pool().replica().url();
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
    Topology.refuseWrong(settings, primary, dataSources, balancers);
    PoolSettings primarySettings = PoolSettings.of(primary);
    String url = primarySettings.url();
    Node primaryNode =
        new Node(
            PRIMARY,
            NodeRole.PRIMARY,
            1,
            Set.of(),
            primary,
            url == null ? primary.getClass().getSimpleName() : JdbcUrls.shown(url));
    Map<Node, ReplicaPools.@Nullable Pool> replicas = new LinkedHashMap<>();
    new ReplicaPools(settings, primarySettings, dataSources)
        .build()
        .forEach((name, pool) -> replicas.put(pool.node(name), pool));
    PrimaryDataSource owned = PrimaryDataSource.behind(primary);
    Prober ofPrimary =
        owned != null
            ? owned.prober(PROBE_TIMEOUT_MILLIS)
            : JdbcProber.throughPool(
                new BorrowedPool(primary, System::nanoTime), PROBE_TIMEOUT_MILLIS);
    return new Nodes(
        settings,
        primaryNode,
        replicas,
        balancers,
        node -> {
          ReplicaPools.Pool pool = replicas.get(node);
          return pool == null ? ofPrimary : pool.prober(PROBE_TIMEOUT_MILLIS);
        },
        instances,
        LONGEST_DRAIN);
  }

  /**
   * Changes which replicas there are, while it runs. One whose pool would be made otherwise gets a
   * new one, which is looked at first, for two seconds at most; the old one closes when nothing
   * runs on it, or after five minutes. Nothing that runs is interrupted, and nobody who reads
   * waits.
   *
   * @param settings the new ones; the default group, the source of lag and the strategy must be the
   *     same as before
   * @param newInstances {@code rwsplit.instances}
   * @param dataSources as in {@link #of}
   * @param balancers as in {@link #of}
   * @return what has changed, in words, one line each; empty: nothing
   * @throws IllegalArgumentException naming every property that is wrong, one to a line; nothing
   *     has changed then
   */
  public synchronized List<String> reload(
      NodeSettings settings,
      int newInstances,
      Map<String, DataSource> dataSources,
      Map<String, LoadBalancer> balancers) {
    if (closed) {
      throw new IllegalStateException("the cluster is closed; build another one");
    }
    Topology.refuseWrong(settings, primary.dataSource(), dataSources, balancers);
    TopologyChange change =
        new TopologyChange(
            topology,
            new ReplicaPools(settings, PoolSettings.of(primary.dataSource()), dataSources)
                .prepare());
    List<Member> members =
        change.open((node, pool) -> probes.of(node, pool.prober(PROBE_TIMEOUT_MILLIS)));
    if (started) {
      Probe.startAll(change.fresh().stream().map(Member::probe).toList(), WAIT_AT_START);
    }
    List<String> said = change.apply();
    Topology changed = new Topology(settings, members, balancers);
    applyDrain(changed);
    topology = changed;
    lookForLimits(settings);
    // what has changed just now was told to the one before
    applyDrain(changed);
    instances = newInstances;
    primaryReads.limitFallbacks(settings.fallbackConcurrency());
    change.leaving().forEach(retired::begin);
    if (started && !said.isEmpty()) {
      PoolSummary.of(primary, topology.members(), instances, lag.probeInterval()).log();
    }
    return said;
  }

  /**
   * Keeps new reads from some replicas, as weight 0 does, and lets them in again at all others.
   *
   * @param names of replicas; one that there is not counts once it is there
   */
  public void drain(Set<String> names) {
    drained = Set.copyOf(names);
    applyDrain(topology);
  }

  /** Of two at a time the later one has the newest names, and wins. */
  private void applyDrain(Topology to) {
    synchronized (draining) {
      Set<String> names = drained;
      to.replicas().forEach(node -> node.drained(names.contains(node.name())));
      to.refresh(System.nanoTime());
    }
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
   * Whether the primary takes writes, and what else makes it the primary.
   *
   * @return always the same
   */
  public PrimaryRole primaryRole() {
    return primaryRole;
  }

  /**
   * The replicas, in the order of the configuration, whatever their state.
   *
   * @return an immutable list, of this moment; empty where there are none
   */
  public List<Node> replicas() {
    return topology.replicas();
  }

  /**
   * Whether a node is one of this cluster, or was one before a reload.
   *
   * @param node any
   * @return false for one of another cluster
   */
  public boolean owns(Node node) {
    return node.belongsTo(this);
  }

  /**
   * Finds a node by name.
   *
   * @param name of a replica, or {@link #PRIMARY}
   * @return null if no node is called so
   */
  public @Nullable Node find(String name) {
    Member member = topology.member(name);
    return member == null ? (name.equals(PRIMARY) ? primary : null) : member.node();
  }

  @Override
  public long number(String serverUuid) {
    for (Node replica : replicas()) {
      if (serverUuid.equals(replica.serverUuid())) {
        return replica.term();
      }
    }
    return Servers.NONE;
  }

  @Override
  public @Nullable String serverUuid(long number) {
    Node replica = replica(number);
    return replica == null ? null : replica.serverUuid();
  }

  private @Nullable Node replica(long number) {
    for (Node replica : replicas()) {
      if (replica.term() == number) {
        return replica;
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
    return pick(request, System.nanoTime());
  }

  /**
   * The same for somebody who has looked at the clock already.
   *
   * @param request what the read asks for
   * @param now {@code System.nanoTime()}
   * @return as {@link #pick(ReplicaRequest)}
   */
  public @Nullable Node pick(ReplicaRequest request, long now) {
    return choice.pick(request, now);
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
    return choice.pickStale(request);
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
    return choice.isFreshEnough(node, request);
  }

  /**
   * Whether an EVENTUAL read that finds no place among those on the primary had rather be stale.
   *
   * @return {@code rwsplit.fallback.when-exhausted=stale}
   */
  public boolean staleWhenExhausted() {
    return staleWhenExhausted;
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
    return choice.beginWait(request, longest);
  }

  /**
   * Keeps sessions that have read a replica from reading what the primary had before.
   *
   * @return always the same
   */
  public PrimaryCatchUp catchUp() {
    return catchUp;
  }

  /**
   * The limits of reads that are on the primary although a replica could serve them.
   *
   * @return always the same
   */
  public PrimaryReads primaryReads() {
    return primaryReads;
  }

  /**
   * The settings of a group.
   *
   * @param name of the group
   * @return its settings
   * @throws IllegalArgumentException if there is no such group
   */
  public NodeSettings.Group group(String name) {
    return topology.group(name).settings();
  }

  /**
   * Lets instances share their looks at the servers, where there are several of them and their
   * store of sessions has a place for it. Before {@link #start}.
   *
   * @param <T> the type of the store
   * @param store what all instances use
   * @return the same
   */
  public <T> T sharingThrough(T store) {
    looks = store instanceof SharedLooks.Source beside && instances > 1 ? beside.looks() : null;
    return store;
  }

  /**
   * Sets the probes going and waits until each node was looked at, but no longer than two seconds.
   * A dead node does not fail this: a replica may come later, and for the primary see {@link
   * PrimaryRole#absence}. A second call does nothing.
   */
  public synchronized void start() {
    if (started) {
      return;
    }
    started = true;
    Topology now = topology;
    List<Probe> all = new ArrayList<>(List.of(probes.ofPrimary()));
    now.members().forEach(member -> all.add(member.probe()));
    Probe.startAll(all, WAIT_AT_START);
    PoolSummary.of(primary, topology.members(), instances, lag.probeInterval()).log();
    SharedLooks shared = looks;
    if (shared != null) {
      probes.sharing().through(shared, instances);
    }
  }

  /** Ends the probes and closes the pools that were made here. */
  @Override
  public synchronized void close() {
    closed = true;
    probes.sharing().close();
    List<Member> members = topology.members();
    List<Probe> all = new ArrayList<>(List.of(probes.ofPrimary()));
    members.forEach(member -> all.add(member.probe()));
    all.forEach(Probe::stop);
    all.forEach(probe -> probe.awaitEnd(WAIT_AT_CLOSE));
    retired.end(WAIT_AT_CLOSE);
    members.forEach(Member::close);
  }
}
