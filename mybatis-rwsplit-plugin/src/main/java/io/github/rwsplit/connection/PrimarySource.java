package io.github.rwsplit.connection;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.node.PrimaryDataSource;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The application's own DataSource, as the cluster's primary. Never changed, only looked at. Safe
 * for use by many threads.
 */
public final class PrimarySource {

  private static final Logger log = LoggerFactory.getLogger(PrimarySource.class);

  private final DataSource dataSource;
  private final List<DataSource> chain;
  private final @Nullable MethodHandle router;
  private final @Nullable DataSource home;
  private final boolean autoCommitOff;
  private final boolean readOnlyElsewhere;
  private volatile @Nullable Product product;

  /** What a connection to the primary says of itself, remembered from the first one seen. */
  record Product(String url, String name, String version) {}

  /**
   * Looks at a DataSource. Opens no connection.
   *
   * @param dataSource the DataSource of the SqlSessionFactory
   */
  public PrimarySource(DataSource dataSource) {
    this.dataSource = dataSource;
    this.chain = chain(dataSource);
    this.router = router(chain);
    this.home = router == null ? null : target(router);
    this.autoCommitOff = autoCommitOff(behindDecorators(pool()));
    this.readOnlyElsewhere = SpringReadOnlySource.in(chain);
    if (router != null && home == null) {
      log.warn(
          "{} names no DataSource outside of any context, so nothing can be routed for it: give it"
              + " a default target",
          dataSource.getClass().getName());
    }
  }

  /**
   * The DataSource itself.
   *
   * @return exactly the application's
   */
  public DataSource dataSource() {
    return dataSource;
  }

  /**
   * What stands behind the application's proxies and its router, as it pointed at the start: the
   * pool whose account and settings the replicas take, and that is asked how the primary is.
   *
   * @return the innermost DataSource that can be seen
   */
  public DataSource pool() {
    return home == null ? chain.get(chain.size() - 1) : home;
  }

  /**
   * Whether the application's router points away from where it pointed at the start.
   *
   * @return true: the statement has to be left alone
   */
  boolean pointsElsewhere() {
    return router != null && target(router) != home;
  }

  /** Whether Spring itself takes read-only transactions to another DataSource. */
  boolean readOnlyElsewhere() {
    return readOnlyElsewhere;
  }

  /**
   * Whether its pool hands out connections with autocommit off, so that each of them is a
   * transaction.
   */
  boolean autoCommitOff() {
    return autoCommitOff;
  }

  /**
   * Whether its pool is told to start without its server: HikariCP's {@code
   * initializationFailTimeout} of zero or below.
   *
   * @return false for other pools, which have no such setting
   */
  public boolean startsWithoutServer() {
    PrimaryDataSource owned = PrimaryDataSource.behind(pool());
    if (owned != null) {
      return owned.startsWithoutServer();
    }
    return behindDecorators(pool()) instanceof HikariDataSource hikari
        && hikari.getInitializationFailTimeout() <= 0;
  }

  /**
   * Whether a transaction of Spring takes a connection only with its first statement.
   *
   * @return true behind a LazyConnectionDataSourceProxy
   */
  public boolean isLazy() {
    try {
      return dataSource.isWrapperFor(LazyConnectionDataSourceProxy.class);
    } catch (SQLException | RuntimeException e) {
      log.debug("{} does not tell what it wraps", dataSource.getClass().getName(), e);
      return false;
    }
  }

  /** Whether Spring has bound a connection of it to this thread. */
  boolean boundToThread() {
    for (DataSource link : chain) {
      if (TransactionSynchronizationManager.hasResource(link)) {
        return true;
      }
    }
    return false;
  }

  /** The connection of it that Spring has bound to this thread; null without one. */
  @Nullable Connection boundConnection() {
    for (DataSource link : chain) {
      if (TransactionSynchronizationManager.getResource(link) instanceof ConnectionHolder holder) {
        return holder.getConnection();
      }
    }
    return null;
  }

  @Nullable Product product() {
    return product;
  }

  /**
   * Asks the primary once what it is, so that plugins which look for a dialect need no connection.
   *
   * @throws SQLException where it gives no connection
   */
  public void look() throws SQLException {
    if (product == null) {
      try (Connection connection = dataSource.getConnection()) {
        learn(connection);
      }
    }
  }

  /** Remembers what a connection says of itself. */
  Product learn(Connection connection) throws SQLException {
    Product known = product;
    if (known == null) {
      DatabaseMetaData meta = connection.getMetaData();
      known =
          new Product(
              String.valueOf(meta.getURL()),
              meta.getDatabaseProductName(),
              meta.getDatabaseProductVersion());
      product = known;
    }
    return known;
  }

  private static List<DataSource> chain(DataSource first) {
    List<DataSource> links = new ArrayList<>();
    DataSource link = first;
    while (link != null && !links.contains(link)) {
      links.add(link);
      link =
          link instanceof DelegatingDataSource delegating ? delegating.getTargetDataSource() : null;
    }
    DataSource last = links.get(links.size() - 1);
    try {
      if (last.isWrapperFor(AbstractRoutingDataSource.class)) {
        DataSource wrapped = last.unwrap(AbstractRoutingDataSource.class);
        if (wrapped != last) {
          links.add(wrapped);
        }
      }
    } catch (SQLException e) {
      log.debug("{} cannot be unwrapped", last.getClass().getName(), e);
    }
    return List.copyOf(links);
  }

  /** The method by which a router of Spring or of dynamic-datasource finds its current target. */
  private static @Nullable MethodHandle router(List<DataSource> chain) {
    DataSource last = chain.get(chain.size() - 1);
    for (Class<?> type = last.getClass(); type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        boolean named =
            method.getName().equals("determineTargetDataSource")
                || method.getName().equals("determineDataSource");
        if (named
            && method.getParameterCount() == 0
            && DataSource.class.isAssignableFrom(method.getReturnType())) {
          try {
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method).bindTo(last);
          } catch (IllegalAccessException | RuntimeException e) {
            log.warn(
                "{} looks like a router, but its current target cannot be asked for ({}); its"
                    + " statements are routed as if it always pointed to the primary",
                last.getClass().getName(),
                e.toString());
            return null;
          }
        }
      }
    }
    return null;
  }

  private static @Nullable DataSource target(MethodHandle router) {
    try {
      return (DataSource) router.invoke();
    } catch (RuntimeException e) {
      log.debug("The router names no target at this moment", e);
      return null;
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the router's current target cannot be asked for", e);
    }
  }

  /** Decorators other than Spring's do not say what they decorate, but they can be unwrapped. */
  private static DataSource behindDecorators(DataSource pool) {
    try {
      if (pool.isWrapperFor(HikariDataSource.class)) {
        return pool.unwrap(HikariDataSource.class);
      }
    } catch (SQLException | RuntimeException e) {
      log.debug("{} cannot be unwrapped", pool.getClass().getName(), e);
    }
    return pool;
  }

  private static boolean autoCommitOff(DataSource pool) {
    for (String getter : List.of("isAutoCommit", "isDefaultAutoCommit", "getDefaultAutoCommit")) {
      try {
        return Boolean.FALSE.equals(pool.getClass().getMethod(getter).invoke(pool));
      } catch (NoSuchMethodException e) {
        log.trace("{} has no {}", pool.getClass().getName(), getter);
      } catch (ReflectiveOperationException | RuntimeException e) {
        log.debug("{} does not tell {}", pool.getClass().getName(), getter, e);
      }
    }
    return false;
  }
}
