package io.github.rwsplit.cases;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.TenantResolver;
import io.github.rwsplit.session.SessionKeyResolver;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** An application on a real cluster, wired by hand so that a case can wire it otherwise. */
public final class Shop implements AutoCloseable {

  private final MySqlCluster servers;
  private final HikariDataSource pool;
  private final DataSource dataSource;
  private final SqlSessionFactory factory;
  private final RwSplitCluster cluster;
  private final SqlSessionTemplate template;
  private final PlatformTransactionManager transactions;
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final List<StatementEvent> events = Collections.synchronizedList(new ArrayList<>());

  private Shop(Builder builder) throws Exception {
    servers = builder.servers;
    createSchema(servers);
    for (String statement : builder.schema) {
      administer(servers.primary(), statement);
    }
    servers.awaitReplication();
    MySqlNode primary = servers.primary();
    pool = new HikariDataSource();
    String url = builder.positions ? primary.jdbcUrlWithPositions() : primary.jdbcUrl();
    pool.setJdbcUrl(builder.withDriver(builder.reached.apply(url)));
    pool.setUsername(primary.user());
    pool.setPassword(primary.password());
    pool.setMaximumPoolSize(builder.poolSize);
    pool.setConnectionTimeout(3_000);
    dataSource = builder.wrapper.apply(pool);
    RwSplitXml.accept();
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(dataSource);
    Configuration configuration = new Configuration();
    configuration.setMapUnderscoreToCamelCase(true);
    builder.mappers.forEach(configuration::addMapper);
    builder.settings.accept(configuration);
    bean.setConfiguration(configuration);
    bean.setPlugins(builder.plugins.toArray(Interceptor[]::new));
    factory = bean.getObject();
    RwSplitClusterBuilder routed = RwSplitCluster.builder(dataSource).listener(events::add);
    if (builder.sessionKeys != null) {
      routed.sessionKeys(builder.sessionKeys);
    }
    if (builder.tenants != null) {
      routed.tenants(builder.tenants);
    }
    properties.put("audit.enabled", "true");
    properties.put("groups.reporting.when-none", "refuse");
    for (MySqlNode replica : servers.replicas()) {
      DataSource own = builder.replicaPools.get(replica.name());
      if (own == null) {
        properties.put(
            "replicas." + replica.name() + ".url", builder.withDriver(replica.jdbcUrl()));
      } else {
        routed.replicaDataSource(replica.name(), own);
      }
    }
    properties.putAll(builder.properties);
    properties.forEach(routed::property);
    cluster = routed.build();
    cluster.attach(factory);
    builder.latePlugins.forEach(configuration::addInterceptor);
    try {
      cluster.verify();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    cluster.start();
    template = new SqlSessionTemplate(factory, builder.executor);
    transactions = new DataSourceTransactionManager(dataSource);
    servers.clearStatements();
  }

  public static Builder on(MySqlCluster servers) {
    return new Builder(servers);
  }

  public static Shop open(MySqlCluster servers) throws Exception {
    return on(servers).open();
  }

  private static void createSchema(MySqlCluster servers) throws SQLException {
    sql(
        servers.primary(),
        "drop table if exists orders",
        "create table orders (id bigint primary key auto_increment, user_id bigint not null,"
            + " status varchar(20) not null)",
        "insert into orders (id, user_id, status) values (1, 1, 'NEW'), (2, 1, 'PAID'),"
            + " (3, 2, 'NEW')");
    servers.awaitReplication();
  }

  /** Runs statements on one server, past everything that is tested. */
  static void sql(MySqlNode node, String... statements) throws SQLException {
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  /** The same with the right to make routines, as an administrator of the test database. */
  static void administer(MySqlNode node, String... statements) throws SQLException {
    try (Connection connection = node.adminConnection();
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  public OrderMapper orders() {
    return template.getMapper(OrderMapper.class);
  }

  public <T> T mapper(Class<T> type) {
    return template.getMapper(type);
  }

  SqlSessionFactory factory() {
    return factory;
  }

  /** A session of the application's own, outside of any scope of Spring. */
  public SqlSession openSession() {
    return factory.openSession();
  }

  public RwSplitCluster cluster() {
    return cluster;
  }

  MySqlCluster servers() {
    return servers;
  }

  public HikariDataSource pool() {
    return pool;
  }

  /** Changes properties while it runs. */
  void reload(Map<String, String> changes) {
    Map<String, String> changed = new LinkedHashMap<>(properties);
    changed.putAll(changes);
    reloadAll(changed);
  }

  /** Takes properties away while it runs, with all that stand below them. */
  void reloadWithout(String key) {
    Map<String, String> changed = new LinkedHashMap<>(properties);
    changed.keySet().removeIf(name -> name.startsWith(key + "."));
    reloadAll(changed);
  }

  private void reloadAll(Map<String, String> changed) {
    cluster.reload(RwSplitConfig.read(changed));
    properties.clear();
    properties.putAll(changed);
  }

  /** What the application has for its primary. */
  public DataSource dataSource() {
    return dataSource;
  }

  public JdbcTemplate jdbc() {
    return new JdbcTemplate(dataSource);
  }

  PlatformTransactionManager transactions() {
    return transactions;
  }

  /** What the audit was told, oldest first. */
  List<StatementEvent> events() {
    return events;
  }

  /** The same as it is at this moment, for when other threads go on. */
  List<StatementEvent> eventsSoFar() {
    return List.copyOf(events);
  }

  StatementEvent lastEvent() {
    return events.get(events.size() - 1);
  }

  TransactionTemplate in(int propagation) {
    TransactionTemplate scope = new TransactionTemplate(transactions);
    scope.setPropagationBehavior(propagation);
    return scope;
  }

  public TransactionTemplate required() {
    return in(TransactionDefinition.PROPAGATION_REQUIRED);
  }

  public TransactionTemplate readOnly() {
    TransactionTemplate scope = required();
    scope.setReadOnly(true);
    return scope;
  }

  public TransactionTemplate supports() {
    return in(TransactionDefinition.PROPAGATION_SUPPORTS);
  }

  TransactionTemplate notSupported() {
    return in(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
  }

  public TransactionTemplate requiresNew() {
    return in(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
  }

  /** The status of an order on one server, asked of the server itself. */
  static String statusOn(MySqlNode node, long id) throws Exception {
    try (var connection = node.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select status from orders where id = " + id)) {
      return rows.next() ? rows.getString(1) : null;
    }
  }

  @Override
  public void close() {
    cluster.close();
    pool.close();
  }

  public static final class Builder {

    private final MySqlCluster servers;
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<Interceptor> plugins = new ArrayList<>();
    private final List<Interceptor> latePlugins = new ArrayList<>();
    private final List<Class<?>> mappers = new ArrayList<>(List.of(OrderMapper.class));
    private final List<String> schema = new ArrayList<>();
    private final Map<String, DataSource> replicaPools = new LinkedHashMap<>();
    private Consumer<Configuration> settings = configuration -> {};
    private String parameters = "";
    private boolean positions = true;
    private UnaryOperator<String> reached = UnaryOperator.identity();
    private SessionKeyResolver sessionKeys;
    private TenantResolver tenants;
    private String driver = "jdbc:";
    private UnaryOperator<DataSource> wrapper = UnaryOperator.identity();
    private ExecutorType executor = ExecutorType.SIMPLE;
    private int poolSize = 10;

    private Builder(MySqlCluster servers) {
      this.servers = servers;
    }

    public Builder property(String key, String value) {
      properties.put(key, value);
      return this;
    }

    /** A plugin that is there before the library attaches. */
    public Builder plugin(Interceptor plugin) {
      plugins.add(plugin);
      return this;
    }

    /** A plugin that is added after the library has attached. */
    Builder latePlugin(Interceptor plugin) {
      latePlugins.add(plugin);
      return this;
    }

    public Builder mapper(Class<?> type) {
      mappers.add(type);
      return this;
    }

    /** Statements that make what a case needs, run on the primary by an administrator. */
    public Builder schema(String... statements) {
      schema.addAll(List.of(statements));
      return this;
    }

    /** Parameters for the URLs of all nodes, each beginning with an ampersand. */
    public Builder parameters(String more) {
      parameters += more;
      return this;
    }

    /** An application whose URL does not let commits tell their position. */
    public Builder withoutPositions() {
      positions = false;
      return this;
    }

    /** Changes the URL by which the primary is reached. */
    Builder reached(UnaryOperator<String> how) {
      reached = how;
      return this;
    }

    Builder sessionKeys(SessionKeyResolver keys) {
      sessionKeys = keys;
      return this;
    }

    Builder tenants(TenantResolver resolver) {
      tenants = resolver;
      return this;
    }

    /** Another driver in front of MySQL's, by the name that its URLs have behind {@code jdbc:}. */
    public Builder driver(String name) {
      driver = "jdbc:" + name + ":";
      return this;
    }

    private String withDriver(String url) {
      return (url + parameters).replaceFirst("jdbc:", driver);
    }

    /** A replica's pool that is the application's own. */
    Builder replicaPool(String replica, DataSource dataSource) {
      replicaPools.put(replica, dataSource);
      return this;
    }

    /** Replicas serve however late they are: for cases that are about something else. */
    Builder anyLag() {
      for (String limit : List.of("eventual-only", "reduced-weight", "removed")) {
        property("groups.online." + limit + "-above", "1h");
      }
      return this;
    }

    /** Settings of MyBatis. */
    Builder configure(Consumer<Configuration> how) {
      settings = settings.andThen(how);
      return this;
    }

    public Builder wrapped(UnaryOperator<DataSource> how) {
      wrapper = how;
      return this;
    }

    Builder executor(ExecutorType type) {
      executor = type;
      return this;
    }

    public Builder poolSize(int size) {
      poolSize = size;
      return this;
    }

    public Shop open() throws Exception {
      return new Shop(this);
    }
  }
}
