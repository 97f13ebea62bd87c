package io.github.rwsplit.chaos;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that is told everything by properties, so that it may run in any process. */
final class Application implements AutoCloseable {

  /** In front of the url, user and password of a primary whose pool is the application's. */
  static final String OWN = "own.";

  private final @Nullable HikariDataSource pool;
  private final RwSplitCluster cluster;
  private final ChaosMapper mapper;
  private final TransactionTemplate transaction;

  private Application(Map<String, String> properties) throws Exception {
    pool = properties.containsKey(OWN + "url") ? pool(properties) : null;
    RwSplitClusterBuilder builder =
        pool == null ? RwSplitCluster.builder() : RwSplitCluster.builder(pool);
    properties.forEach(
        (key, value) -> {
          if (!key.startsWith(OWN)) {
            builder.property(key, value);
          }
        });
    cluster = builder.build();
    DataSource dataSource = pool == null ? cluster.dataSource() : pool;
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(dataSource);
    Configuration configuration = new Configuration();
    configuration.addMapper(ChaosMapper.class);
    bean.setConfiguration(configuration);
    SqlSessionFactory factory = Objects.requireNonNull(bean.getObject());
    cluster.attach(factory);
    cluster.verify();
    cluster.start();
    mapper = new SqlSessionTemplate(factory).getMapper(ChaosMapper.class);
    transaction = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
  }

  static Application open(Map<String, String> properties) throws Exception {
    return new Application(properties);
  }

  private static HikariDataSource pool(Map<String, String> properties) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(properties.get(OWN + "url"));
    pool.setUsername(properties.get(OWN + "username"));
    pool.setPassword(properties.get(OWN + "password"));
    pool.setMaximumPoolSize(10);
    pool.setConnectionTimeout(2_000);
    return pool;
  }

  ChaosMapper mapper() {
    return mapper;
  }

  TransactionTemplate transaction() {
    return transaction;
  }

  RwSplitCluster cluster() {
    return cluster;
  }

  @Override
  public void close() {
    cluster.close();
    if (pool != null) {
      pool.close();
    }
  }
}
