package io.github.rwsplit.connection;

import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.transaction.TransactionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** A TransactionFactory of ours, in place of the application's own in an Environment. */
public sealed interface AttachedFactory
    permits RoutingTransactionFactory, SpringRoutingTransactionFactory {

  /**
   * The cluster that it routes to.
   *
   * @return the cluster's connections
   */
  ClusterConnections cluster();

  /**
   * The cluster that a Configuration is attached to.
   *
   * @param configuration the Configuration
   * @return its cluster's connections; null where it is not attached
   */
  static @Nullable ClusterConnections of(Configuration configuration) {
    Environment environment = configuration.getEnvironment();
    return environment != null
            && environment.getTransactionFactory() instanceof AttachedFactory attached
        ? attached.cluster()
        : null;
  }

  /**
   * Puts a factory of ours into a Configuration's Environment. The Environment keeps its id, which
   * is part of every cache key, and the application's DataSource, where transaction managers,
   * exception translation and pagers look.
   *
   * @param configuration the Configuration; one that is attached already must not be given
   * @param cluster the cluster to route to
   */
  static void install(Configuration configuration, ClusterConnections cluster) {
    Environment environment = configuration.getEnvironment();
    TransactionFactory original = environment.getTransactionFactory();
    TransactionFactory ours =
        springManaged(original)
            ? SpringStyle.factory(original, environment.getDataSource(), cluster)
            : new RoutingTransactionFactory(original, cluster, false);
    configuration.setEnvironment(
        new Environment(environment.getId(), ours, environment.getDataSource()));
  }

  private static boolean springManaged(TransactionFactory factory) {
    String name = "org.mybatis.spring.transaction.SpringManagedTransactionFactory";
    ClassLoader loader = factory.getClass().getClassLoader();
    return ClassUtils.isPresent(name, loader)
        && ClassUtils.resolveClassName(name, loader).isInstance(factory);
  }

  /** Keeps the class that needs mybatis-spring from being loaded without it. */
  final class SpringStyle {

    private SpringStyle() {}

    private static TransactionFactory factory(
        TransactionFactory original, DataSource dataSource, ClusterConnections cluster) {
      return new SpringRoutingTransactionFactory(original, dataSource, cluster);
    }
  }
}
