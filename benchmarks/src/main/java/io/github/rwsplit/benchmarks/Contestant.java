package io.github.rwsplit.benchmarks;

import com.baomidou.dynamic.datasource.DynamicRoutingDataSource;
import com.baomidou.dynamic.datasource.plugin.MasterSlaveAutoRoutingPlugin;
import com.baomidou.dynamic.datasource.provider.DynamicDataSourceProvider;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** A way to send a read to a replica, or, to compare with, not to. */
public enum Contestant {
  /** MyBatis on HikariCP, nothing else. */
  PLAIN("plain MyBatis + HikariCP", false) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      return Application.on(database.pool("primary"), List.of());
    }
  },

  /** With a plugin that does nothing: what MyBatis takes for being asked. */
  EMPTY_PLUGIN("an empty `@Intercepts` plugin", false) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      return Application.on(database.pool("primary"), List.of(new Nothing()));
    }
  },

  /**
   * Hand-written splitting: a key in a thread-local, set by a plugin, read by a routing DataSource.
   */
  THREAD_LOCAL_KEY("thread-local key, AbstractRoutingDataSource", true) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      ThreadLocal<String> key = new ThreadLocal<>();
      AbstractRoutingDataSource router =
          new AbstractRoutingDataSource() {
            @Override
            protected @Nullable Object determineCurrentLookupKey() {
              return key.get();
            }
          };
      router.setTargetDataSources(Map.copyOf(pools(database, 1)));
      router.afterPropertiesSet();
      return Application.on(router, List.of(new ByCommand(key)));
    }
  },

  /** This library, without an audit. */
  RWSPLIT("**mybatis-rwsplit**", true) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      return rwSplit(database, replicas, Map.of());
    }
  },

  /** With its audit, as logfmt into a file. */
  RWSPLIT_AUDIT("mybatis-rwsplit, audit as logfmt into a file", true) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      return rwSplit(database, replicas, Map.of("audit.enabled", "true"));
    }
  },

  /** With its audit, as JSON into a file. */
  RWSPLIT_AUDIT_JSON("mybatis-rwsplit, audit as JSON into a file", true) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      return rwSplit(database, replicas, Map.of("audit.enabled", "true", "audit.format", "json"));
    }
  },

  /** With the route behind each statement as a comment. */
  RWSPLIT_COMMENT("mybatis-rwsplit, SQL comments", true) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      return rwSplit(database, replicas, Map.of("sql-comment", "static"));
    }
  },

  /** dynamic-datasource with its plugin that splits by command. */
  DYNAMIC_DATASOURCE("dynamic-datasource 4.5.0 with its plugin", true) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      Map<String, DataSource> pools = new LinkedHashMap<>();
      pools.put("master", database.pool("primary"));
      pools.put("slave", database.pool("replica-1"));
      DynamicDataSourceProvider provider = () -> pools;
      DynamicRoutingDataSource router = new DynamicRoutingDataSource(List.of(provider));
      router.setPrimary("master");
      router.afterPropertiesSet();
      return Application.on(router, List.of(new MasterSlaveAutoRoutingPlugin()));
    }
  },

  /** ShardingSphere-JDBC with its rule that splits by the parsed statement. */
  SHARDINGSPHERE("ShardingSphere-JDBC 5.5.2", true) {
    @Override
    boolean runsOn(Database database) {
      // it recognizes databases by their URL
      return database == Database.H2;
    }

    @Override
    Application open(Database database, int replicas) throws Exception {
      return Application.on(ShardingSphere.over(pools(database, 1)), List.of());
    }
  },

  /** The AWS JDBC wrapper with its plugin that splits by the parsed statement. */
  AWS_WRAPPER("AWS JDBC wrapper 4.3.0, reads only", true) {
    @Override
    Application open(Database database, int replicas) throws Exception {
      // the tables have to be there before the wrapper connects
      for (DataSource pool : pools(database, 1).values()) {
        ((HikariDataSource) pool).close();
      }
      return Application.on(
          AwsWrapper.readingOver(database, List.of("primary", "replica-1")), List.of());
    }
  };

  private final String label;
  private final boolean splits;

  Contestant(String label, boolean splits) {
    this.label = label;
    this.splits = splits;
  }

  String label() {
    return label;
  }

  /** Starts it. */
  abstract Application open(Database database, int replicas) throws Exception;

  /** Whether it can be had there. */
  boolean runsOn(Database database) {
    return true;
  }

  /** Where its reads must be found. */
  String expectedNode() {
    return splits ? "replica-" : "primary";
  }

  private static Map<String, DataSource> pools(Database database, int replicas) {
    Map<String, DataSource> pools = new LinkedHashMap<>();
    pools.put("primary", database.pool("primary"));
    for (int i = 1; i <= replicas; i++) {
      pools.put("replica-" + i, database.pool("replica-" + i));
    }
    return pools;
  }

  private static Application rwSplit(
      Database database, int replicas, Map<String, String> properties) throws Exception {
    HikariDataSource primary = database.pool("primary");
    Application application = Application.on(primary, List.of());
    RwSplitClusterBuilder builder = RwSplitCluster.builder(primary);
    for (int i = 1; i <= replicas; i++) {
      String name = "replica-" + i;
      builder.replicaDataSource(name, database.pool(name));
    }
    properties.forEach(builder::property);
    RwSplitCluster cluster = builder.build();
    cluster.attach(application.factory());
    cluster.verify();
    cluster.start();
    return application.routedBy(cluster);
  }

  /** Asks for every query and passes it on. */
  @Intercepts({
    @Signature(
        type = Executor.class,
        method = "query",
        args = {MappedStatement.class, Object.class, RowBounds.class, ResultHandler.class}),
    @Signature(
        type = Executor.class,
        method = "update",
        args = {MappedStatement.class, Object.class})
  })
  public static final class Nothing implements Interceptor {
    @Override
    public Object intercept(Invocation invocation) throws Throwable {
      return invocation.proceed();
    }
  }

  /** A select goes to the replica, all else to the primary. */
  @Intercepts({
    @Signature(
        type = Executor.class,
        method = "query",
        args = {MappedStatement.class, Object.class, RowBounds.class, ResultHandler.class}),
    @Signature(
        type = Executor.class,
        method = "update",
        args = {MappedStatement.class, Object.class})
  })
  public static final class ByCommand implements Interceptor {

    private final ThreadLocal<String> key;

    ByCommand(ThreadLocal<String> key) {
      this.key = key;
    }

    @Override
    public Object intercept(Invocation invocation) throws Throwable {
      key.set(invocation.getMethod().getName().equals("query") ? "replica-1" : "primary");
      try {
        return invocation.proceed();
      } finally {
        key.remove();
      }
    }

    @Override
    public void setProperties(Properties properties) {}
  }
}
