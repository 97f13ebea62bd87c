package io.github.rwsplit.node;

import io.github.rwsplit.route.NodeRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
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
public final class Nodes implements AutoCloseable {

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
  private final Semaphore fallbacks;
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
    settings
        .groups()
        .forEach(
            (name, group) ->
                groups.put(
                    name,
                    new NodeGroup(
                        name, group, balancer(group.loadBalancer(), balancers), replicas)));
    List<Node> all = new ArrayList<>();
    all.add(primary);
    all.addAll(replicas);
    GtidClock clock = new GtidClock();
    for (Node node : all) {
      byName.put(node.name(), node);
      NodeMonitor monitor =
          new NodeMonitor(
              node,
              node == primary ? null : primary,
              probers.apply(node),
              clock,
              System::nanoTime,
              onOwnThread(node.name()));
      Probe probe =
          new Probe(
              monitor,
              NodeSettings.PROBE_INTERVAL,
              node == primary ? () -> {} : this::awaitLookAtPrimary);
      probes.put(node, probe);
      node.connect(() -> groups.values().forEach(NodeGroup::refresh), probe::wake);
    }
    this.afterStart =
        () ->
            new PoolSummary(
                    all.stream()
                        .map(node -> PoolSummary.Row.of(node, owned.contains(node.dataSource())))
                        .toList(),
                    instances,
                    NodeSettings.PROBE_INTERVAL)
                .log();
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
    refuseWrongNames(settings, balancers);
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
          probers.put(node, pool.prober(PROBE_TIMEOUT_MILLIS));
          if (pool.own() != null && pool.dataSource() instanceof AutoCloseable closeable) {
            owned.add(closeable);
          }
        });
    Prober ofPrimary = JdbcProber.throughPool(primary::getConnection, PROBE_TIMEOUT_MILLIS);
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
   * Picks a replica for a read. No I/O, and no lock that threads share.
   *
   * @param request what the read asks for
   * @return a replica of the group that is up, has a weight above 0 and was not tried yet; null if
   *     there is none
   * @throws IllegalArgumentException if there is no such group
   */
  public @Nullable Node pick(ReplicaRequest request) {
    return require(request.group()).pick(request);
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

  private static LoadBalancer balancer(String name, Map<String, LoadBalancer> beans) {
    LoadBalancer known = Balancers.named(name);
    LoadBalancer balancer = known != null ? known : beans.get(name);
    if (balancer == null) {
      throw new IllegalArgumentException("there is no load balancer '%s'".formatted(name));
    }
    return balancer;
  }

  private static void refuseWrongNames(NodeSettings settings, Map<String, LoadBalancer> balancers) {
    List<String> problems = new ArrayList<>();
    settings
        .groups()
        .forEach(
            (name, group) -> {
              if (Balancers.named(group.loadBalancer()) == null
                  && !balancers.containsKey(group.loadBalancer())) {
                problems.add(
                    "rwsplit.groups.%s.load-balancer must be one of %s or the name of a LoadBalancer bean, but was '%s'; such beans are %s"
                        .formatted(
                            name,
                            NodeSettings.LOAD_BALANCERS,
                            group.loadBalancer(),
                            balancers.keySet()));
              }
            });
    settings
        .replicas()
        .forEach(
            (name, replica) -> {
              if (name.equals(PRIMARY)) {
                problems.add("rwsplit.replicas.primary must have another name: it is a replica");
              }
              replica.groups().stream()
                  .filter(group -> !settings.groups().containsKey(group))
                  .forEach(
                      group ->
                          problems.add(
                              "rwsplit.replicas.%s.groups must be among %s, but was '%s'"
                                  .formatted(name, settings.groups().keySet(), group)));
            });
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  private static Executor onOwnThread(String name) {
    return task -> {
      Thread thread = new Thread(task, "rwsplit-abort-" + name);
      thread.setDaemon(true);
      thread.start();
    };
  }
}
