package io.github.rwsplit.boot;

import io.github.rwsplit.PrimaryAbsentException;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.StatementListener;
import io.github.rwsplit.route.RouteSettings.Mode;
import io.github.rwsplit.statement.DeclarationSummary;
import io.github.rwsplit.statement.MapperAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Attaches the application's SqlSessionFactories to one cluster, at three moments of a start:
 *
 * <ol>
 *   <li>before any bean is made, mapper files learn the attributes and the configuration is read;
 *   <li>each factory is attached when it is made. This works only for a post-processor that comes
 *       first and depends on no bean: an unordered one is too late for what another post-processor
 *       made it depend on, and leaves everything on the primary without a word;
 *   <li>at the end, what was made too early, or is hidden in a template, is attached, and all
 *       statements are verified. A factory that is made later still (lazy initialization) is
 *       attached and verified then.
 * </ol>
 */
final class SqlSessionFactoryAttacher
    implements BeanFactoryPostProcessor,
        BeanPostProcessor,
        SmartInitializingSingleton,
        PriorityOrdered,
        EnvironmentAware {

  static final String CLUSTER_BEAN = "rwSplitCluster";
  static final String SWITCHES_BEAN = "rwSplitSwitches";

  private static final Logger LOG = LoggerFactory.getLogger("io.github.rwsplit");

  private final Map<String, SqlSessionFactory> attached = new LinkedHashMap<>();
  private @Nullable ConfigurableEnvironment environment;
  private @Nullable ConfigurableListableBeanFactory beans;
  private @Nullable RwSplitConfig config;
  private @Nullable FactorySelection selection;
  private @Nullable RwSplitCluster cluster;
  private @Nullable DataSource primary;
  private boolean started;

  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public void setEnvironment(Environment environment) {
    this.environment = (ConfigurableEnvironment) environment;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
    RwSplitXml.accept();
    RwSplitConfig read = RwSplitConfig.read(Objects.requireNonNull(environment));
    this.beans = beanFactory;
    this.config = read;
    this.selection = new FactorySelection(read, beanFactory);
    SessionKeys.registerFilter(read.session(), beanFactory);
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    if (bean instanceof SqlSessionFactory factory && selection != null) {
      if (selection.takesWhenMade(beanName)) {
        attach(beanName, factory);
      } else {
        reportIfLate(selection, beanName, factory);
      }
    }
    return bean;
  }

  /** Those that are there at the end of the start are spoken of then. */
  private synchronized void reportIfLate(
      FactorySelection selection, String beanName, SqlSessionFactory factory) {
    DataSource known = primary;
    if (started && known != null && cluster != null && !cluster.attached(factory)) {
      selection.reportIfOn(known, beanName, factory);
    }
  }

  @Override
  public synchronized void afterSingletonsInstantiated() {
    FactorySelection known = Objects.requireNonNull(selection);
    known.refuseUnknownNames();
    known.missing(attached).forEach(this::attach);
    known.report(primary);
    String displacement = MapperAttributes.displacement();
    if (displacement != null) {
      LOG.warn("{}", displacement);
    }
    SessionKeys.check(Objects.requireNonNull(config).session(), Objects.requireNonNull(beans));
    if (cluster != null) {
      if (Objects.requireNonNull(config).route().mode() != Mode.OFF) {
        JtaManagers.warnAbout(Objects.requireNonNull(beans));
      }
      SessionKeys.warn(Objects.requireNonNull(config), sessionSelects(cluster.verify()));
      announce(cluster);
      cluster.start();
    }
    started = true;
    LOG.info(
        "{}",
        StartReport.line(Objects.requireNonNull(config), primary, List.copyOf(attached.keySet())));
  }

  /**
   * Reads the configuration again and changes the cluster to it; without effect before the start.
   *
   * @throws RwSplitConfigException if it is refused; nothing has changed then
   */
  synchronized void reload() {
    RwSplitCluster running = cluster;
    if (running != null && started) {
      ClusterAssembly.reload(
          running,
          RwSplitConfig.read(Objects.requireNonNull(environment)),
          Objects.requireNonNull(primary),
          Objects.requireNonNull(beans));
    }
  }

  private int sessionSelects(List<DeclarationSummary> found) {
    boolean byDefault =
        Objects.requireNonNull(config).route().defaultConsistency() == ConsistencyLevel.SESSION;
    return found.stream()
        .mapToInt(
            summary ->
                summary.declared().getOrDefault(ConsistencyLevel.SESSION, 0)
                    + (byDefault ? summary.undeclared() : 0))
        .sum();
  }

  private synchronized void attach(String beanName, SqlSessionFactory factory) {
    DataSource own = DataSources.of(factory);
    if (own == null) {
      leaveAlone(beanName);
      return;
    }
    RwSplitCluster target = cluster;
    boolean first = target == null;
    if (target == null) {
      target = assemble(own);
    } else if (!DataSources.same(own, Objects.requireNonNull(primary))) {
      throw new RwSplitConfigException(
          List.of(
              ("rwsplit.sql-session-factories must name factories that share one DataSource, but"
                      + " '%s' and '%s' have different ones; name those of one database only")
                  .formatted(attached.keySet().iterator().next(), beanName)));
    }
    target.attach(factory);
    attached.put(beanName, factory);
    if (started) {
      target.verify();
      if (first) {
        announce(target);
        startLate(target);
      }
      LOG.info("mybatis-rwsplit is attached to {}, which was made after the start", beanName);
    }
  }

  /**
   * Only at the end of the start, for listeners and registries may need beans that need the
   * factory.
   */
  private void announce(RwSplitCluster made) {
    ConfigurableListableBeanFactory factory = Objects.requireNonNull(beans);
    factory.getBeanProvider(StatementListener.class).orderedStream().forEach(made.audit()::listen);
    factory.getBeanProvider(ClusterMade.class).forEach(waiting -> waiting.clusterMade(made));
  }

  /** The application runs already: what its own start was not asked is not refused now. */
  private static void startLate(RwSplitCluster cluster) {
    try {
      cluster.start();
    } catch (PrimaryAbsentException e) {
      LOG.warn("{} Statements that need it fail until it is there", e.description(), e);
    }
  }

  private void leaveAlone(String beanName) {
    if (!Objects.requireNonNull(config).sqlSessionFactories().isEmpty()) {
      throw new RwSplitConfigException(
          List.of(
              "rwsplit.sql-session-factories must name factories with a DataSource, but '%s' has none"
                  .formatted(beanName)));
    }
    LOG.warn("The SqlSessionFactory '{}' has no DataSource and is left alone", beanName);
  }

  /**
   * The cluster becomes a bean after the DataSources that it uses, so that it is closed before
   * them.
   */
  private RwSplitCluster assemble(DataSource own) {
    ConfigurableListableBeanFactory factory = Objects.requireNonNull(beans);
    RwSplitCluster made = ClusterAssembly.build(Objects.requireNonNull(config), own, factory);
    factory.registerSingleton(CLUSTER_BEAN, made);
    factory.registerSingleton(SWITCHES_BEAN, made.switches());
    if (factory instanceof DefaultSingletonBeanRegistry registry) {
      DisposableBean close = made::close;
      registry.registerDisposableBean(CLUSTER_BEAN, close);
    }
    this.cluster = made;
    this.primary = own;
    return made;
  }
}
