package io.github.rwsplit;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.audit.StatementListener;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.NodePools;
import io.github.rwsplit.node.NodeState;
import io.github.rwsplit.node.ReplicaReport;
import io.github.rwsplit.node.ReplicaReport.Finding;
import io.github.rwsplit.node.SemiSync;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a cluster, for Micrometer. Spring Boot binds them by itself; elsewhere:
 *
 * <pre>{@code
 * new RwSplitMeters(cluster).bindTo(registry);
 * }</pre>
 *
 * <p>Counters begin when they are bound. What stands for a node appears and goes with it at a
 * reload. HikariCP's own meters are bound for each replica's pool that nobody measures yet, to the
 * first registry that is given. Safe for use by many threads.
 */
public final class RwSplitMeters implements MeterBinder {

  static final String DECISIONS = "rwsplit.decisions";
  static final String ACQUIRE = "rwsplit.acquire";
  static final String LAG = "rwsplit.replica.lag";
  static final String STATE = "rwsplit.node.state";
  static final String CHECK = "rwsplit.replica.check";
  static final String DEMOTED = "rwsplit.primary.demoted";
  static final String SEMI_SYNC = "rwsplit.primary.semi.sync";
  static final String MARKERS = "rwsplit.markers";
  static final String FALLBACKS = "rwsplit.fallbacks";
  static final String REFUSED = "rwsplit.refused";
  static final String DROPPED = "rwsplit.audit.dropped";

  /** What the audit line and the endpoint call it. */
  private static final String NO_NODE = "none";

  private final RwSplitCluster cluster;

  /**
   * Makes the meters of a cluster; nothing is measured before they are bound.
   *
   * @param cluster the cluster
   */
  public RwSplitMeters(RwSplitCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder(MARKERS, cluster, RwSplitMeters::markers)
        .description("Sessions whose writes and reads are remembered here")
        .register(registry);
    FunctionCounter.builder(DROPPED, cluster, measured -> measured.audit().dropped())
        .description("Audit lines that found no room")
        .register(registry);
    Gauge.builder(DEMOTED, cluster, measured -> measured.nodes().primaryRole().demoted() ? 1 : 0)
        .description("1 while the primary takes no writes any more")
        .register(registry);
    for (SemiSync state : SemiSync.values()) {
      Gauge.builder(
              SEMI_SYNC,
              cluster,
              measured -> measured.nodes().primary().semiSync() == state ? 1 : 0)
          .description("1 for what semi-synchronous replication does, 0 for all others")
          .tag("state", state.name())
          .register(registry);
    }
    Bound bound = new Bound(registry);
    bound.follow();
    cluster.whenReloaded(bound::follow);
    cluster.audit().listen(bound);
  }

  private static double markers(RwSplitCluster measured) {
    return measured.sessions().markers().size();
  }

  /** What is counted in one registry. */
  private final class Bound implements StatementListener {

    private final MeterRegistry registry;
    private final Map<Decided, Counter> decisions = new ConcurrentHashMap<>();
    private final Map<Asked, Timer> acquire = new ConcurrentHashMap<>();
    private final Map<String, Counter> fallbacks = new ConcurrentHashMap<>();
    private final Map<RouteReason, Counter> refused = new ConcurrentHashMap<>();
    private final Map<String, List<Meter>> ofNodes = new HashMap<>();

    private record Decided(@Nullable NodeRole role, RouteReason reason) {}

    private record Asked(String node, @Nullable NodeRole role) {}

    Bound(MeterRegistry registry) {
      this.registry = registry;
      // there from the start, so that the first one is seen to be one more
      cluster.config().nodes().groups().keySet().forEach(this::fallbacks);
      refused(RouteReason.REFUSED);
      refused(RouteReason.READ_ONLY_MODE);
    }

    @Override
    public void onStatement(StatementEvent event) {
      decisions
          .computeIfAbsent(new Decided(event.role(), event.reason()), this::decisions)
          .increment();
      Long waited = event.acquireMicros();
      if (waited != null) {
        String node = event.node() == null ? event.target() : event.node();
        acquire
            .computeIfAbsent(new Asked(node == null ? NO_NODE : node, event.role()), this::acquire)
            .record(waited, TimeUnit.MICROSECONDS);
      }
      String group = event.group();
      if (event.reason() == RouteReason.NO_ELIGIBLE_REPLICA && group != null) {
        fallbacks(group).increment();
      }
      if (event.outcome() == StatementEvent.Outcome.REFUSED) {
        refused(event.reason()).increment();
      }
    }

    private Counter decisions(Decided decided) {
      return Counter.builder(DECISIONS)
          .description("Statements by the role of the node that ran them, and why")
          .tag("role", word(decided.role()))
          .tag("reason", decided.reason().name())
          .register(registry);
    }

    private Timer acquire(Asked asked) {
      return Timer.builder(ACQUIRE)
          .description(
              "Time until a statement had its connection; next to nothing in a transaction")
          .tag("node", asked.node())
          .tag("role", word(asked.role()))
          .register(registry);
    }

    private Counter fallbacks(String group) {
      return fallbacks.computeIfAbsent(
          group,
          name ->
              Counter.builder(FALLBACKS)
                  .description("Reads on the primary only for want of a replica")
                  .tag("group", name)
                  .register(registry));
    }

    private Counter refused(RouteReason reason) {
      return refused.computeIfAbsent(
          reason,
          why ->
              Counter.builder(REFUSED)
                  .description("Statements that were not let run")
                  .tag("reason", why.name())
                  .register(registry));
    }

    /** Follows the nodes there are. */
    synchronized void follow() {
      Set<String> gone = new HashSet<>(ofNodes.keySet());
      List<Node> nodes = new ArrayList<>(cluster.nodes().replicas());
      nodes.add(cluster.nodes().primary());
      for (Node node : nodes) {
        gone.remove(node.name());
        ofNodes.computeIfAbsent(node.name(), name -> gauges(name, node.role()));
      }
      for (String name : gone) {
        List<Meter> meters = ofNodes.remove(name);
        if (meters != null) {
          meters.forEach(registry::remove);
        }
      }
      for (HikariDataSource pool : NodePools.unmeasured(cluster.nodes())) {
        pool.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
      }
    }

    private List<Meter> gauges(String name, NodeRole role) {
      List<Meter> meters = new ArrayList<>();
      Tags tags = Tags.of("node", name, "role", role.word());
      for (NodeState state : NodeState.values()) {
        meters.add(
            Gauge.builder(STATE, cluster, measured -> isIn(measured, name, state) ? 1 : 0)
                .description("1 for the state that a node is in, 0 for all others")
                .tags(tags.and("state", state.name()))
                .register(registry));
      }
      if (role == NodeRole.REPLICA) {
        meters.add(
            Gauge.builder(LAG, cluster, measured -> lag(measured, name))
                .description("How old a replica's data are at most; not a number where not known")
                .baseUnit("seconds")
                .tag("node", name)
                .register(registry));
        for (String question : ReplicaReport.QUESTIONS) {
          meters.add(
              Gauge.builder(CHECK, cluster, measured -> check(measured, name, question))
                  .description("1 for yes, 0 for no; not a number where it cannot be told")
                  .tags("node", name, "question", question)
                  .register(registry));
        }
      }
      return meters;
    }
  }

  private static String word(@Nullable NodeRole role) {
    return role == null ? NO_NODE : role.word();
  }

  /** By its name, since a reload may have put another one in its place. */
  private static boolean isIn(RwSplitCluster measured, String name, NodeState state) {
    Node node = measured.nodes().find(name);
    return node != null && node.state() == state;
  }

  private static double check(RwSplitCluster measured, String name, String question) {
    Node node = measured.nodes().find(name);
    Finding finding = node == null ? null : node.report().findings().get(question);
    if (finding == null) {
      return Double.NaN;
    }
    return switch (finding.verdict()) {
      case YES -> 1;
      case NO -> 0;
      case UNKNOWN -> Double.NaN;
    };
  }

  private static double lag(RwSplitCluster measured, String name) {
    Node node = measured.nodes().find(name);
    Long millis = node == null ? null : node.lagMillis();
    return millis == null ? Double.NaN : millis / 1_000.0;
  }
}
