package io.github.rwsplit.benchmarks;

import com.github.pagehelper.PageInterceptor;
import io.github.rwsplit.RwSplitCluster;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.LocalCacheScope;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application as mybatis-spring wires it, with the plugins of a contestant. */
final class Application implements AutoCloseable {

  private final DataSource dataSource;
  private final SqlSessionFactory factory;
  private final ItemMapper mapper;
  private final TransactionTemplate transactions;
  private @Nullable RwSplitCluster cluster;
  private final Deque<AutoCloseable> ends = new ArrayDeque<>();

  private Application(DataSource dataSource, SqlSessionFactory factory) {
    this.dataSource = dataSource;
    this.factory = factory;
    this.mapper = new SqlSessionTemplate(factory).getMapper(ItemMapper.class);
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
  }

  static Application on(DataSource dataSource, List<Interceptor> plugins) throws Exception {
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(dataSource);
    Configuration configuration = new Configuration();
    // else a transaction would be answered from memory
    configuration.setLocalCacheScope(LocalCacheScope.STATEMENT);
    configuration.addMapper(ItemMapper.class);
    bean.setConfiguration(configuration);
    bean.setPlugins(plugins.toArray(Interceptor[]::new));
    SqlSessionFactory factory = bean.getObject();
    if (factory == null) {
      throw new IllegalStateException("no factory was made");
    }
    return new Application(dataSource, factory);
  }

  /** Adds PageHelper's plugin, as its starter does: when the factory is there. */
  void addPager() {
    PageInterceptor pager = new PageInterceptor();
    Properties properties = new Properties();
    properties.setProperty("helperDialect", "mysql");
    pager.setProperties(properties);
    factory.getConfiguration().addInterceptor(pager);
  }

  /** Is routed by this, and ends it. */
  Application routedBy(RwSplitCluster by) {
    cluster = by;
    ends.push(by);
    return this;
  }

  /**
   * Fails where the library has forgotten sessions, which would make a measurement of them void.
   */
  void mustRemember(int sessions) {
    if (cluster == null) {
      throw new IllegalStateException("only this library has sessions");
    }
    long remembered = cluster.sessions().markers().size();
    // the last hundredth is left to a cache that is full to the brim
    if (remembered < sessions - sessions / 100) {
      throw new IllegalStateException(
          "%d sessions must be remembered, but %d are".formatted(sessions, remembered));
    }
  }

  SqlSessionFactory factory() {
    return factory;
  }

  ItemMapper mapper() {
    return mapper;
  }

  TransactionTemplate transactions() {
    return transactions;
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable end : ends) {
      end.close();
    }
    if (dataSource instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }
}
