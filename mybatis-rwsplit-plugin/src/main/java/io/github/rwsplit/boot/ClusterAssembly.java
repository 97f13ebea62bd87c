package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.node.LoadBalancer;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.route.TenantResolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Makes the cluster of a configuration, with the beans that the configuration names. */
final class ClusterAssembly {

  private final RwSplitConfig config;
  private final DataSource primary;
  private final ConfigurableListableBeanFactory beans;
  private final List<String> problems = new ArrayList<>();

  private ClusterAssembly(
      RwSplitConfig config, DataSource primary, ConfigurableListableBeanFactory beans) {
    this.config = config;
    this.primary = primary;
    this.beans = beans;
  }

  /**
   * Makes the cluster.
   *
   * @throws RwSplitConfigException if a bean that the configuration names is not there, or is not
   *     what it should be
   */
  static RwSplitCluster build(
      RwSplitConfig config, DataSource primary, ConfigurableListableBeanFactory beans) {
    return new ClusterAssembly(config, primary, beans).build();
  }

  /**
   * Changes the cluster to another configuration.
   *
   * @throws RwSplitConfigException if it is refused; nothing has changed then
   */
  static void reload(
      RwSplitCluster cluster,
      RwSplitConfig config,
      DataSource primary,
      ConfigurableListableBeanFactory beans) {
    ClusterAssembly assembly = new ClusterAssembly(config, primary, beans);
    Map<String, DataSource> dataSources = assembly.replicaDataSources();
    Map<String, LoadBalancer> balancers = assembly.loadBalancers();
    assembly.refuseProblems();
    cluster.reload(config, dataSources, balancers);
  }

  private void refuseProblems() {
    if (!problems.isEmpty()) {
      throw new RwSplitConfigException(problems);
    }
  }

  private RwSplitCluster build() {
    RwSplitClusterBuilder builder = RwSplitCluster.builder(primary).config(config);
    Map<String, DataSource> dataSources = replicaDataSources();
    Map<String, LoadBalancer> balancers = loadBalancers();
    refuseProblems();
    dataSources.forEach(builder::replicaDataSource);
    balancers.forEach(builder::loadBalancer);
    ObjectProvider<TenantResolver> tenants = beans.getBeanProvider(TenantResolver.class);
    builder.tenants(
        () -> {
          // looked for when it is needed: making it now may make beans that need the factory
          TenantResolver resolver = tenants.getIfAvailable();
          return resolver == null ? null : resolver.tenant();
        });
    SessionKeys.of(config.session(), beans).ifPresent(builder::sessionKeys);
    SessionStore.of(config.session(), beans).ifPresent(builder::sharedSessions);
    return builder.build();
  }

  private Map<String, DataSource> replicaDataSources() {
    Map<String, DataSource> found = new TreeMap<>();
    config
        .nodes()
        .replicas()
        .forEach(
            (replica, settings) -> {
              String bean = settings.dataSource();
              if (bean == null) {
                return;
              }
              String key = "rwsplit.replicas." + replica + ".data-source";
              if (!beans.containsBean(bean) || !beans.isTypeMatch(bean, DataSource.class)) {
                problems.add(
                    "%s must name a DataSource bean, but was %s; there are %s"
                        .formatted(key, bean, names(DataSource.class)));
                return;
              }
              DataSource dataSource = beans.getBean(bean, DataSource.class);
              if (DataSources.same(dataSource, primary)) {
                problems.add(
                    "%s must name a replica's DataSource, but %s is the primary's"
                        .formatted(key, bean));
              }
              found.put(replica, dataSource);
            });
    return found;
  }

  private Map<String, LoadBalancer> loadBalancers() {
    Map<String, LoadBalancer> found = new TreeMap<>();
    config
        .nodes()
        .groups()
        .forEach(
            (group, settings) -> {
              String balancer = settings.loadBalancer();
              if (NodeSettings.LOAD_BALANCERS.contains(balancer)) {
                return;
              }
              if (beans.containsBean(balancer) && beans.isTypeMatch(balancer, LoadBalancer.class)) {
                found.put(balancer, beans.getBean(balancer, LoadBalancer.class));
              } else {
                problems.add(
                    ("rwsplit.groups.%s.load-balancer must be one of %s or name a LoadBalancer"
                            + " bean, but was %s; there are %s")
                        .formatted(
                            group,
                            String.join(", ", NodeSettings.LOAD_BALANCERS),
                            balancer,
                            names(LoadBalancer.class)));
              }
            });
    return found;
  }

  private List<String> names(Class<?> type) {
    return Arrays.asList(beans.getBeanNamesForType(type, true, false));
  }
}
