package io.github.rwsplit.matrix;

import com.baomidou.mybatisplus.annotation.DbType;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.PaginationInnerInterceptor;
import com.baomidou.mybatisplus.spring.MybatisSqlSessionFactoryBean;
import com.github.pagehelper.PageInterceptor;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.matrix.Cell.Pager;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** One wiring of MyBatis, MyBatis-Plus, pagers and the library. */
final class Application implements AutoCloseable {

  final Cell.Wiring wiring;
  final SqlSessionFactory factory;
  final SqlSessionTemplate template;
  final DataSourceTransactionManager transactions;
  final JdbcTemplate jdbc;
  final List<StatementEvent> events = new CopyOnWriteArrayList<>();
  private final HikariDataSource pool = new HikariDataSource();
  private final RwSplitCluster cluster;

  Application(MySqlCluster servers, Cell.Wiring wiring) throws Exception {
    this.wiring = wiring;
    MySqlNode primary = servers.primary();
    pool.setJdbcUrl(primary.jdbcUrl());
    pool.setUsername(primary.user());
    pool.setPassword(primary.password());
    pool.setMaximumPoolSize(4);
    pool.setMinimumIdle(1);
    RwSplitXml.accept();
    MybatisSqlSessionFactoryBean bean = new MybatisSqlSessionFactoryBean();
    bean.setDataSource(pool);
    if (wiring.plain()) {
      bean.setTransactionFactory(new JdbcTransactionFactory());
    }
    GlobalConfig global = new GlobalConfig();
    global.setBanner(false);
    bean.setGlobalConfig(global);
    MybatisConfiguration configuration = new MybatisConfiguration();
    for (Class<?> mapper :
        List.of(
            WhoMapper.class,
            WhoMapper.PlusStrong.class,
            WhoMapper.PlusSession.class,
            WhoMapper.PlusEventual.class,
            WhoMapper.PlusUndeclared.class)) {
      configuration.addMapper(mapper);
    }
    bean.setConfiguration(configuration);
    bean.setPlugins(plugins().toArray(Interceptor[]::new));
    factory = bean.getObject();
    RwSplitClusterBuilder builder =
        RwSplitCluster.builder(pool)
            .listener(events::add)
            .property("session.eventual-follows-writes", "false")
            .property("session.strategy", "window")
            .property("session.window", "1h");
    for (MySqlNode replica : servers.replicas()) {
      builder.property("replicas." + replica.name() + ".url", replica.jdbcUrl());
      builder.property("replicas." + replica.name() + ".pool.maximum-pool-size", "4");
      builder.property("replicas." + replica.name() + ".pool.minimum-idle", "1");
    }
    if (wiring.readOnlyOnReplica()) {
      builder.property("transactions.read-only", "replica");
    }
    cluster = builder.build();
    cluster.attach(factory);
    if (wiring.pager() == Pager.PAGE_HELPER_AFTER_US) {
      configuration.addInterceptor(pageHelper());
    }
    cluster.verify();
    cluster.start();
    template = new SqlSessionTemplate(factory, ExecutorType.valueOf(wiring.runner().name()));
    transactions = new DataSourceTransactionManager(pool);
    jdbc = new JdbcTemplate(pool);
  }

  private List<Interceptor> plugins() {
    List<Interceptor> plugins = new ArrayList<>();
    if (wiring.pager() == Pager.PAGE_HELPER_BEFORE_US || wiring.pager() == Pager.BOTH) {
      plugins.add(pageHelper());
    }
    if (wiring.pager() == Pager.MYBATIS_PLUS || wiring.pager() == Pager.BOTH) {
      MybatisPlusInterceptor plus = new MybatisPlusInterceptor();
      plus.addInnerInterceptor(new PaginationInnerInterceptor(DbType.MYSQL));
      plugins.add(plus);
    }
    return plugins;
  }

  private static PageInterceptor pageHelper() {
    PageInterceptor pager = new PageInterceptor();
    Properties properties = new Properties();
    properties.setProperty("helperDialect", "mysql");
    pager.setProperties(properties);
    return pager;
  }

  @Override
  public void close() {
    cluster.close();
    pool.close();
  }
}
