package io.github.rwsplit.benchmarks;

import com.github.pagehelper.PageInterceptor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.LocalCacheScope;
import org.apache.ibatis.session.SqlSessionFactory;
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
    List<Interceptor> all = new ArrayList<>();
    all.add(pager());
    all.addAll(plugins);
    bean.setPlugins(all.toArray(Interceptor[]::new));
    SqlSessionFactory factory = bean.getObject();
    if (factory == null) {
      throw new IllegalStateException("no factory was made");
    }
    return new Application(dataSource, factory);
  }

  /** In every application, as most have one; it does nothing until a page is asked for. */
  private static Interceptor pager() {
    PageInterceptor pager = new PageInterceptor();
    Properties properties = new Properties();
    properties.setProperty("helperDialect", "mysql");
    pager.setProperties(properties);
    return pager;
  }

  Application ends(AutoCloseable first) {
    ends.push(first);
    return this;
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
