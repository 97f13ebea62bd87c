package io.github.rwsplit.histories;

import com.baomidou.mybatisplus.annotation.DbType;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.PaginationInnerInterceptor;
import com.baomidou.mybatisplus.spring.MybatisSqlSessionFactoryBean;
import com.github.pagehelper.PageInterceptor;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.test.MySqlNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/**
 * One instance of an application: MyBatis with both pagers, Spring's transactions, and the library.
 * The second instance lets read-only transactions live on replicas, and reads from replicas however
 * late they are.
 */
final class Instance implements AutoCloseable {

  private static final int PRIMARY_CONNECTIONS = 80;

  final int number;
  final RwSplitCluster cluster;
  final DataSourceTransactionManager transactions;
  final JdbcTemplate jdbc;
  final boolean readOnlyOnReplica;
  private final Map<ExecutorType, SqlSessionTemplate> templates = new EnumMap<>(ExecutorType.class);
  private final HikariDataSource pool = new HikariDataSource();

  Instance(World world, int number) throws Exception {
    this.number = number;
    this.readOnlyOnReplica = number == 1;
    MySqlNode primary = world.servers().primary();
    pool.setJdbcUrl(world.line(primary).through(primary.jdbcUrlWithPositions()));
    pool.setUsername(primary.user());
    pool.setPassword(primary.password());
    pool.setMaximumPoolSize(PRIMARY_CONNECTIONS);
    pool.setMinimumIdle(4);
    pool.setConnectionTimeout(5_000);
    SqlSessionFactory factory = factory(pool);
    RwSplitClusterBuilder builder =
        RwSplitCluster.builder(pool)
            .listener(world::ran)
            .property("session.token.enabled", "true")
            .property("session.token.secrets", "the secret of both instances")
            .property("fallback.max-concurrent", "64");
    for (MySqlNode replica : world.servers().replicas()) {
      String name = "replicas." + replica.name();
      builder.property(name + ".url", world.line(replica).through(replica.jdbcUrl()));
      builder.property(name + ".pool.maximum-pool-size", "20");
      builder.property(name + ".pool.minimum-idle", "2");
    }
    if (readOnlyOnReplica) {
      builder.property("transactions.read-only", "replica");
      for (String limit : List.of("eventual-only", "reduced-weight", "removed")) {
        builder.property("groups.online." + limit + "-above", "1h");
      }
    }
    cluster = builder.build();
    cluster.attach(factory);
    cluster.verify();
    cluster.start();
    for (ExecutorType type : ExecutorType.values()) {
      templates.put(type, new SqlSessionTemplate(factory, type));
    }
    transactions = new DataSourceTransactionManager(pool);
    jdbc = new JdbcTemplate(pool);
  }

  private static SqlSessionFactory factory(HikariDataSource pool) throws Exception {
    RwSplitXml.accept();
    MybatisSqlSessionFactoryBean bean = new MybatisSqlSessionFactoryBean();
    bean.setDataSource(pool);
    GlobalConfig global = new GlobalConfig();
    global.setBanner(false);
    bean.setGlobalConfig(global);
    MybatisConfiguration configuration = new MybatisConfiguration();
    for (Class<?> mapper :
        List.of(
            Mappers.StrongReads.class,
            Mappers.SessionReads.class,
            Mappers.EventualReads.class,
            Mappers.FreshReads.class,
            Mappers.UndeclaredReads.class,
            Mappers.CachedCells.class,
            Mappers.Writes.class,
            Mappers.PlusNotes.class)) {
      configuration.addMapper(mapper);
    }
    bean.setConfiguration(configuration);
    PageInterceptor pageHelper = new PageInterceptor();
    Properties dialect = new Properties();
    dialect.setProperty("helperDialect", "mysql");
    pageHelper.setProperties(dialect);
    MybatisPlusInterceptor plus = new MybatisPlusInterceptor();
    plus.addInnerInterceptor(new PaginationInnerInterceptor(DbType.MYSQL));
    bean.setPlugins(new Interceptor[] {pageHelper, plus});
    return Objects.requireNonNull(bean.getObject());
  }

  SqlSessionTemplate template(ExecutorType type) {
    return Objects.requireNonNull(templates.get(type));
  }

  /** Waits until nobody has a connection of the primary's pool or of a replica's. */
  void assertAllReturned() {
    Pools.assertAllReturned(pool);
    for (String replica : ClusterProbe.nodeNames(cluster)) {
      Pools.assertAllReturned((HikariDataSource) ClusterProbe.replica(cluster, replica));
    }
  }

  @Override
  public void close() {
    cluster.close();
    pool.close();
  }
}
