package io.github.rwsplit;

import io.github.rwsplit.audit.StatementListener;
import io.github.rwsplit.node.LoadBalancer;
import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.node.PrimaryDataSource;
import io.github.rwsplit.node.PrimarySettings;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.route.TenantResolver;
import io.github.rwsplit.session.SessionKeyResolver;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.SharedSessions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Collects what a cluster is made of. Not safe for use by many threads. */
public final class RwSplitClusterBuilder {

  final @Nullable DataSource primary;
  private final Map<String, String> properties = new LinkedHashMap<>();
  final Map<String, DataSource> dataSources = new LinkedHashMap<>();
  final Map<String, LoadBalancer> balancers = new LinkedHashMap<>();
  final List<StatementListener> listeners = new ArrayList<>();
  SessionKeyResolver resolver = () -> null;
  private @Nullable Function<String, SharedSessions> sharedSessions;
  TenantResolver tenants = () -> null;
  private @Nullable RwSplitConfig given;

  RwSplitClusterBuilder(@Nullable DataSource primary) {
    this.primary = primary;
  }

  /**
   * Gives the whole configuration; in place of {@link #property}.
   *
   * @param config the configuration
   * @return this builder
   */
  public RwSplitClusterBuilder config(RwSplitConfig config) {
    this.given = config;
    return this;
  }

  /**
   * Sets one property.
   *
   * @param key its name as under {@code rwsplit}, such as {@code replicas.replica-1.url}
   * @param value its value as it would stand in a properties file
   * @return this builder
   */
  public RwSplitClusterBuilder property(String key, String value) {
    properties.put(key, value);
    return this;
  }

  /**
   * Gives a replica's pool. With {@link #property} alone the replica needs no other property.
   *
   * @param replicaName the replica's name
   * @param dataSource its pool; never closed by the cluster
   * @return this builder
   */
  public RwSplitClusterBuilder replicaDataSource(String replicaName, DataSource dataSource) {
    dataSources.put(replicaName, dataSource);
    properties.putIfAbsent("replicas." + replicaName + ".data-source", replicaName);
    return this;
  }

  /**
   * Says who tells the key of the current session. Without it only {@code RwSplit.inSession} names
   * sessions.
   *
   * @param keys the resolver
   * @return this builder
   */
  public RwSplitClusterBuilder sessionKeys(SessionKeyResolver keys) {
    this.resolver = keys;
    return this;
  }

  /**
   * Gives the store of what sessions wrote and read that all instances share. A Spring application
   * has it from {@code rwsplit.session.store}.
   *
   * @param store makes the store of the database that it is given the name of, which is empty where
   *     the primary's URL names none; closed with the cluster
   * @return this builder
   */
  public RwSplitClusterBuilder sharedSessions(Function<String, SharedSessions> store) {
    this.sharedSessions = store;
    return this;
  }

  /**
   * Says who tells the tenant of the current thread, for switches that hold for single tenants.
   *
   * @param resolver asked only while there is such a switch
   * @return this builder
   */
  public RwSplitClusterBuilder tenants(TenantResolver resolver) {
    this.tenants = resolver;
    return this;
  }

  /**
   * Gives a load balancer that {@code groups.NAME.load-balancer} may name.
   *
   * @param name its name
   * @param balancer the balancer
   * @return this builder
   */
  public RwSplitClusterBuilder loadBalancer(String name, LoadBalancer balancer) {
    balancers.put(name, balancer);
    return this;
  }

  /**
   * Adds somebody who is told of every physical statement.
   *
   * @param listener called on the statement's thread
   * @return this builder
   */
  public RwSplitClusterBuilder listener(StatementListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Builds the cluster: makes the replicas' pools, and connects to nothing yet.
   *
   * @return the cluster, not yet started
   * @throws RwSplitConfigException listing everything that is wrong with the properties
   */
  public RwSplitCluster build() {
    return new RwSplitCluster(this);
  }

  /** The application's DataSource, or one of the configuration; one of both is there. */
  DataSource primary(RwSplitConfig config) {
    DataSource own = primary;
    PrimarySettings settings = config.primary();
    boolean off = config.route().mode() == RouteSettings.Mode.OFF;
    if (own == null && settings == null) {
      throw new RwSplitConfigException(
          List.of("rwsplit.primary.url must be set where no DataSource is given, but is missing"));
    }
    if (own != null && settings != null && !off && PrimaryDataSource.behind(own) == null) {
      throw new RwSplitConfigException(
          List.of(
              "rwsplit.primary.url must be missing where the SqlSessionFactory has a DataSource of"
                  + " its own ("
                  + own.getClass().getName()
                  + "), but is set; remove it, or let the SqlSessionFactory use the DataSource that"
                  + " the library makes of it"));
    }
    if (own != null) {
      return own;
    }
    return RwSplitCluster.judged(() -> PrimaryDataSource.of(Objects.requireNonNull(settings)));
  }

  RwSplitConfig config() {
    RwSplitConfig config = given;
    return config == null ? RwSplitConfig.read(properties) : config;
  }

  @Nullable SharedSessions store(RwSplitConfig config, Nodes nodes) {
    if (sharedSessions == null && config.session().store() == SessionSettings.Store.REDIS) {
      nodes.close();
      throw new RwSplitConfigException(
          List.of(
              "rwsplit.session.store must be caffeine where no Spring context has a"
                  + " RedisConnectionFactory; or give a store of your own with"
                  + " RwSplitClusterBuilder.sharedSessions"));
    }
    return sharedSessions == null
        ? null
        : nodes.sharingThrough(sharedSessions.apply(nodes.primary().database()));
  }
}
