package io.github.rwsplit.cases;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application whose primary the library owns. */
final class OwnedShop implements AutoCloseable {

  private final List<StatementEvent> events = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final RwSplitCluster cluster;
  private final SqlSessionFactory factory;
  private final SqlSessionTemplate template;

  private OwnedShop(MySqlCluster servers, Map<String, String> more) throws Exception {
    Shop.sql(
        servers.primary(),
        "drop table if exists orders",
        "create table orders (id bigint primary key auto_increment, user_id bigint not null,"
            + " status varchar(20) not null)",
        "insert into orders (id, user_id, status) values (1, 1, 'NEW'), (2, 1, 'PAID')");
    servers.awaitReplication();
    // as it was configured before anything was promoted
    MySqlNode primary = servers.nodes().get(0);
    properties.put("audit.enabled", "true");
    properties.put("groups.reporting.when-none", "refuse");
    properties.put("primary.url", primary.jdbcUrl());
    properties.put("primary.username", primary.user());
    properties.put("primary.password", primary.password());
    properties.put("primary.pool.connection-timeout", "2s");
    for (MySqlNode replica : servers.nodes().subList(1, servers.nodes().size())) {
      properties.put("replicas." + replica.name() + ".url", replica.jdbcUrl());
    }
    properties.putAll(more);
    RwSplitClusterBuilder builder = RwSplitCluster.builder().listener(events::add);
    properties.forEach(builder::property);
    cluster = builder.build();
    RwSplitXml.accept();
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(cluster.dataSource());
    Configuration configuration = new Configuration();
    configuration.setMapUnderscoreToCamelCase(true);
    configuration.addMapper(OrderMapper.class);
    bean.setConfiguration(configuration);
    factory = bean.getObject();
    cluster.attach(factory);
    cluster.verify();
    cluster.start();
    template = new SqlSessionTemplate(factory);
    servers.clearStatements();
  }

  static OwnedShop open(MySqlCluster servers, String... keysAndValues) throws Exception {
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new OwnedShop(servers, properties);
  }

  /** Changes a property while it runs. */
  void reload(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(properties);
    changed.put(key, value);
    cluster.reload(RwSplitConfig.read(changed));
    properties.putAll(changed);
  }

  OrderMapper orders() {
    return template.getMapper(OrderMapper.class);
  }

  OrderMapper orders(ExecutorType executor) {
    return new SqlSessionTemplate(factory, executor).getMapper(OrderMapper.class);
  }

  SqlSessionFactory factory() {
    return factory;
  }

  RwSplitCluster cluster() {
    return cluster;
  }

  DataSource dataSource() {
    return cluster.dataSource();
  }

  TransactionTemplate required() {
    return new TransactionTemplate(new DataSourceTransactionManager(dataSource()));
  }

  List<StatementEvent> events() {
    synchronized (events) {
      return List.copyOf(events);
    }
  }

  StatementEvent lastEvent() {
    List<StatementEvent> all = events();
    return all.get(all.size() - 1);
  }

  /** The last event of {@link OrderMapper#updateStatus}, whatever other threads write. */
  StatementEvent lastUpdate() {
    List<StatementEvent> all = events();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).statement().endsWith(".updateStatus")) {
        return all.get(i);
      }
    }
    throw new IllegalStateException("nothing was updated yet");
  }

  @Override
  public void close() {
    cluster.close();
  }
}
