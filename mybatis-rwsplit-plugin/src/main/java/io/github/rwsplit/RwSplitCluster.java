package io.github.rwsplit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.rwsplit.audit.Audit;
import io.github.rwsplit.connection.AttachedFactory;
import io.github.rwsplit.connection.ClusterConnections;
import io.github.rwsplit.connection.PrimarySource;
import io.github.rwsplit.connection.RoutingDataSource;
import io.github.rwsplit.mybatis.Attachment;
import io.github.rwsplit.node.LoadBalancer;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.node.PrimaryDataSource;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.route.Router;
import io.github.rwsplit.session.Markers;
import io.github.rwsplit.session.OpenSessions;
import io.github.rwsplit.session.SessionKeyResolver;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.Sessions;
import io.github.rwsplit.session.SharedSessions;
import io.github.rwsplit.session.Tokens;
import io.github.rwsplit.statement.DeclarationSummary;
import io.github.rwsplit.statement.SqlTraitsCache;
import io.github.rwsplit.statement.StatementCatalog;
import io.github.rwsplit.statement.TemporaryTables;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One primary with its replicas, and the SqlSessionFactories that read and write through it.
 *
 * <p>Spring makes it from {@code rwsplit.*}. Plain MyBatis makes it itself:
 *
 * <pre>{@code
 * RwSplitXml.accept();                                      // before mapper XML is parsed
 * SqlSessionFactory factory = new SqlSessionFactoryBuilder().build(configuration);
 * RwSplitCluster cluster =
 *     RwSplitCluster.builder(primaryDataSource)
 *         .property("replicas.replica-1.url", "jdbc:mysql://replica-1/shop")
 *         .build();
 * cluster.attach(factory);
 * cluster.start();                                          // ... and close() at the end
 * }</pre>
 *
 * <p>Safe for use by many threads once it is started.
 */
public final class RwSplitCluster implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RwSplitCluster.class);
  private static final long REMEMBERED_SESSIONS = 1_000_000;

  private volatile Map<String, DataSource> dataSources;
  private volatile Map<String, LoadBalancer> balancers;
  private final Object reloading = new Object();
  private final List<Runnable> whenReloaded = new CopyOnWriteArrayList<>();
  private volatile RwSplitConfig config;
  private final Nodes nodes;
  private final RwSplitSwitches switches;
  private final PrimarySource primary;
  private final @Nullable PrimaryDataSource owned;
  private final boolean closesPrimary;
  private final SessionKeyResolver resolver;
  private final Sessions sessions;
  private final ClusterConnections connections;
  private final @Nullable SharedSessions store;
  private final Audit audit;
  private final Attachment attachment;
  private final Map<Configuration, StatementCatalog> attached = new LinkedHashMap<>();

  RwSplitCluster(RwSplitClusterBuilder builder) {
    this.config = builder.config();
    this.dataSources = Map.copyOf(builder.dataSources);
    this.balancers = Map.copyOf(builder.balancers);
    this.primary = new PrimarySource(builder.primary(config));
    this.owned = PrimaryDataSource.behind(primary.pool());
    this.closesPrimary = builder.primary == null;
    this.resolver = builder.resolver;
    this.nodes = nodes(builder, config, primary.pool());
    this.switches =
        new RwSplitSwitches(
            config.route().switches(), nodes, builder.tenants, InstantSource.system());
    Sessions ofThisInstance =
        new Sessions(
            resolver,
            new Markers(
                config.session().window(),
                REMEMBERED_SESSIONS,
                Ticker.systemTicker(),
                Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime())),
            nodes,
            config.session().strategy(),
            config.session().longestWait(),
            tokens(config.session()));
    this.store = builder.store(config, nodes);
    this.sessions = store == null ? ofThisInstance : ofThisInstance.sharing(store);
    this.connections =
        new ClusterConnections(primary, nodes, new RoutingDataSource(nodes), sessions);
    this.audit = Audit.of(config.audit(), builder.listeners);
    this.attachment =
        new Attachment(
            new Router(
                config.route(),
                switches.board(),
                config.session().eventualFollowsWrites(),
                () -> ThreadLocalRandom.current().nextInt(100)),
            connections,
            audit,
            config.sqlComments(),
            new SqlTraitsCache(),
            new TemporaryTables(),
            config.strongBypassesCaches());
    OpenSessions.open(sessions);
    connections.commits().open();
    nodes.primaryRole().readOnlyMode(() -> switches.state().readOnly() != null);
    if (owned != null) {
      owned.whenMoved(this::takeInFormerPrimary);
    }
  }

  /** Writes have moved: the old primary is a replica from now on, whenever it is there again. */
  private void takeInFormerPrimary() {
    synchronized (reloading) {
      try {
        reloadNodes(config);
      } catch (RuntimeException e) {
        log.error("The old primary could not be made a replica; restart to have it as one", e);
      }
    }
  }

  private void reloadNodes(RwSplitConfig wanted) {
    NodeSettings settings = settings(wanted);
    if (owned != null && !settings.replicas().isEmpty()) {
      settings = owned.withFormerPrimary(settings);
    }
    NodeSettings all = settings;
    judged(() -> nodes.reload(all, wanted.instances(), byBeanName(all, dataSources), balancers))
        .forEach(change -> log.info("Configuration: {}", change));
  }

  private static @Nullable Tokens tokens(SessionSettings settings) {
    return settings.token().enabled()
        ? new Tokens(
            settings.token().secrets(),
            settings.window(),
            InstantSource.system(),
            Ticker.systemTicker())
        : null;
  }

  private static Nodes nodes(RwSplitClusterBuilder builder, RwSplitConfig config, DataSource pool) {
    NodeSettings settings = settings(config);
    return judged(
        () ->
            Nodes.of(
                settings,
                config.instances(),
                pool,
                byBeanName(settings, builder.dataSources),
                builder.balancers));
  }

  private static NodeSettings settings(RwSplitConfig config) {
    return config.route().mode() == RouteSettings.Mode.OFF
        ? config.nodes().withoutReplicas()
        : config.nodes();
  }

  /** Only the pools and names that configuration and beans give together are judged in there. */
  static <T> T judged(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      RwSplitConfigException wrong =
          new RwSplitConfigException(String.valueOf(e.getMessage()).lines().toList());
      wrong.initCause(e);
      throw wrong;
    }
  }

  private static Map<String, DataSource> byBeanName(
      NodeSettings nodes, Map<String, DataSource> byReplica) {
    Map<String, DataSource> byBean = new LinkedHashMap<>();
    nodes
        .replicas()
        .forEach(
            (name, replica) -> {
              DataSource dataSource = byReplica.get(name);
              String bean = replica.dataSource();
              if (bean != null && dataSource != null) {
                byBean.put(bean, dataSource);
              }
            });
    return byBean;
  }

  /**
   * Begins to build a cluster.
   *
   * @param primary the application's own DataSource; it is used as it is, and never closed
   * @return the builder
   */
  public static RwSplitClusterBuilder builder(DataSource primary) {
    return new RwSplitClusterBuilder(primary);
  }

  /**
   * Begins to build a cluster whose primary the library owns: {@code primary.url} among the
   * properties says where it is. {@link #dataSource} is then what the SqlSessionFactory needs.
   *
   * @return the builder
   */
  public static RwSplitClusterBuilder builder() {
    return new RwSplitClusterBuilder(null);
  }

  /**
   * The DataSource of the primary.
   *
   * @return the application's own, or the one of {@code rwsplit.primary}, which always leads to the
   *     present primary and is closed with the cluster if the cluster has made it
   */
  public DataSource dataSource() {
    return primary.dataSource();
  }

  /**
   * Attaches a factory: its statements are routed from the next session on. Attaching it again has
   * no effect.
   *
   * @param factory the factory
   * @throws IllegalStateException where another cluster has it
   */
  public synchronized void attach(SqlSessionFactory factory) {
    Configuration configuration = factory.getConfiguration();
    if (attached.containsKey(configuration)) {
      return;
    }
    if (AttachedFactory.of(configuration) != null) {
      throw new IllegalStateException(
          "a SqlSessionFactory must belong to one cluster, but this one is attached to another;"
              + " close that cluster's context, or attach it once only");
    }
    attached.put(configuration, attachment.attach(configuration, config.declarations()));
  }

  /**
   * Whether a factory is attached to this cluster.
   *
   * @param factory the factory
   * @return true where it is
   */
  public synchronized boolean attached(SqlSessionFactory factory) {
    return attached.containsKey(factory.getConfiguration());
  }

  synchronized int attachedConfigurations() {
    return attached.size();
  }

  PrimarySource primary() {
    return primary;
  }

  Nodes nodes() {
    return nodes;
  }

  SessionKeyResolver resolver() {
    return resolver;
  }

  /**
   * The sessions of this cluster, for those who bring tokens or change keys.
   *
   * @return always the same
   */
  public Sessions sessions() {
    return sessions;
  }

  /**
   * Who is told of every physical statement.
   *
   * @return always the same
   */
  public Audit audit() {
    return audit;
  }

  RwSplitConfig config() {
    return config;
  }

  /** Has something done after each reload. */
  void whenReloaded(Runnable work) {
    whenReloaded.add(work);
  }

  /**
   * What a person can turn while the cluster runs.
   *
   * @return always the same
   */
  public RwSplitSwitches switches() {
    return switches;
  }

  /**
   * Changes the configuration while the cluster runs, with the DataSources and load balancers that
   * the builder was given; see {@link #reload(RwSplitConfig, Map, Map)}.
   *
   * @param anew the whole new configuration
   * @throws RwSplitConfigException listing everything that is wrong; nothing has changed then
   */
  public void reload(RwSplitConfig anew) {
    reload(anew, dataSources, balancers);
  }

  /**
   * Changes the configuration while the cluster runs: replicas, groups, {@code
   * fallback.max-concurrent}, {@code switches} and {@code instances}. Of the switches, what is said
   * otherwise than before holds from now on; the others stay as somebody has turned them.
   *
   * <p>Weights, groups and limits change without touching a pool. A replica that is reached
   * otherwise than before gets a new pool, which is looked at for two seconds at most before it
   * takes the place of the old one; that one ends when nothing runs on it any more, after five
   * minutes at the latest. A new replica is used as soon as its first probe is answered; one that
   * is removed gets no new read. Transactions, cursors and statements end where they are. Readers
   * never wait for it; a second reload does.
   *
   * @param anew the whole new configuration
   * @param replicaDataSources DataSources by the names of the replicas that have one as a bean
   * @param loadBalancers by the names that {@code groups.NAME.load-balancer} may have
   * @throws RwSplitConfigException listing everything that is wrong, and everything that differs
   *     and cannot change while the cluster runs; nothing has changed then
   */
  public void reload(
      RwSplitConfig anew,
      Map<String, DataSource> replicaDataSources,
      Map<String, LoadBalancer> loadBalancers) {
    synchronized (reloading) {
      List<String> problems = ReloadRules.problems(config, anew);
      if (!problems.isEmpty()) {
        throw new RwSplitConfigException(problems);
      }
      Map<String, DataSource> dataSourcesBefore = dataSources;
      Map<String, LoadBalancer> balancersBefore = balancers;
      dataSources = Map.copyOf(replicaDataSources);
      balancers = Map.copyOf(loadBalancers);
      try {
        reloadNodes(anew);
      } catch (RuntimeException e) {
        dataSources = dataSourcesBefore;
        balancers = balancersBefore;
        throw e;
      }
      config = anew;
      switches.configuredAnew(anew.route().switches());
      whenReloaded.forEach(Runnable::run);
    }
  }

  /**
   * Starts the probes and waits a moment for their first answers. A replica that is not there is
   * probed on. With {@code mode: off} nothing is probed, unless the audit wants to name the server.
   *
   * @throws PrimaryAbsentException where the primary cannot be reached, unless {@code
   *     rwsplit.switches.read-only} is on, or the primary is a HikariCP pool that is told to start
   *     without its server, or {@code mode} is off. The probes go on until the cluster is closed.
   */
  public void start() {
    new ClusterStart(config, primary, nodes, sessions).run();
  }

  /**
   * Resolves what every statement of the attached factories declares, now that all mappers are
   * loaded.
   *
   * @return what was found, for each factory
   * @throws io.github.rwsplit.statement.DeclarationException listing everything that is wrong
   * @throws IllegalStateException naming a plugin that cannot work beside this library
   */
  public synchronized List<DeclarationSummary> verify() {
    List<DeclarationSummary> found = new ArrayList<>();
    attached.forEach(
        (configuration, catalog) -> {
          Attachment.checkPlugins(configuration);
          DeclarationSummary summary = catalog.verify();
          log.info("Selects by the consistency they run with: {}", summary.text());
          found.add(summary);
        });
    return found;
  }

  /** Stops the probes and closes the pools that the cluster has made. */
  @Override
  public void close() {
    OpenSessions.close(sessions);
    connections.commits().close();
    audit.close();
    nodes.close();
    if (owned != null && closesPrimary) {
      owned.close();
    }
    if (store != null) {
      store.close();
    }
  }
}
