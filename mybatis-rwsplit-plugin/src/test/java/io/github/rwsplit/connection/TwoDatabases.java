package io.github.rwsplit.connection;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.session.SessionKeyResolver;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.transaction.TransactionFactory;
import org.jspecify.annotations.Nullable;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A primary and a replica that never meet: their rows differ (P1 and R1), so that a value tells
 * which of them answered. In memory, for what is MyBatis' mechanics rather than a server's.
 */
public final class TwoDatabases implements AutoCloseable {

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final HikariDataSource primary;
  private final HikariDataSource replicaAside;
  private final JdbcTemplate onReplica;
  private final DataSource dataSource;
  private final SqlSessionFactory factory;
  private final RwSplitCluster cluster;
  private final DataSourceTransactionManager transactions;
  private final SqlSessionTemplate template;
  private final List<StatementEvent> events = new CopyOnWriteArrayList<>();

  /**
   * Servers without positions prove nothing, so what sessions wrote before the JVM began is unknown
   * for the window. Most tests want to start where that is over.
   */
  private static final long WINDOW_MILLIS = 5_000;

  private TwoDatabases(Builder builder) throws Exception {
    await()
        .atMost(Duration.ofMillis(2 * WINDOW_MILLIS))
        .until(() -> ManagementFactory.getRuntimeMXBean().getUptime() > WINDOW_MILLIS);
    int number = NUMBERS.incrementAndGet();
    String replicaUrl = "jdbc:h2:mem:two-r" + number + ";DB_CLOSE_DELAY=-1";
    primary = pool("jdbc:h2:mem:two-p" + number + ";DB_CLOSE_DELAY=-1");
    builder.primaryPool.accept(primary);
    replicaAside = pool(replicaUrl);
    replicaAside.setMaximumPoolSize(1);
    onReplica = new JdbcTemplate(replicaAside);
    fill(new JdbcTemplate(primary), "P");
    fill(onReplica, "R");
    dataSource = builder.wrapper.apply(primary);
    SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
    bean.setDataSource(dataSource);
    Configuration configuration = new Configuration();
    builder.configuration.accept(configuration);
    configuration.addMapper(Items.class);
    bean.setConfiguration(configuration);
    bean.setPlugins(builder.plugins.toArray(Interceptor[]::new));
    if (builder.transactionFactory != null) {
      bean.setTransactionFactory(builder.transactionFactory);
    }
    factory = bean.getObject();
    RwSplitClusterBuilder routed = RwSplitCluster.builder(dataSource);
    if (builder.audited) {
      routed.listener(events::add);
    }
    if (builder.replica == null) {
      routed.property("replicas.replica-1.url", replicaUrl);
      routed.property("replicas.replica-1.username", "sa");
    } else {
      routed.replicaDataSource("replica-1", builder.replica.apply(pool(replicaUrl)));
    }
    builder.properties.forEach(routed::property);
    routed.sessionKeys(builder.sessionKeys);
    cluster = routed.build();
    cluster.attach(factory);
    builder.latePlugins.forEach(configuration::addInterceptor);
    cluster.verify();
    cluster.start();
    transactions = new DataSourceTransactionManager(dataSource);
    template = new SqlSessionTemplate(factory, builder.executor);
  }

  public static Builder builder() {
    return new Builder();
  }

  public static TwoDatabases open() throws Exception {
    return builder().open();
  }

  private static HikariDataSource pool(String url) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    pool.setUsername("sa");
    pool.setMaximumPoolSize(5);
    pool.setConnectionTimeout(1_000);
    return pool;
  }

  private static void fill(JdbcTemplate node, String prefix) {
    node.execute("create table item (id int primary key, name varchar(20))");
    node.execute("create table child (id int primary key, item_id int, name varchar(20))");
    node.execute("create table note (id int auto_increment primary key, text varchar(200))");
    node.execute("create sequence note_key start with " + (prefix.equals("P") ? 100 : 9000));
    for (int i = 1; i <= 3; i++) {
      node.update("insert into item values (?, ?)", i, prefix + i);
      node.update("insert into child values (?, ?, ?)", i, i, prefix + "k" + i);
    }
  }

  public Items items() {
    return template.getMapper(Items.class);
  }

  public <T> T mapper(Class<T> type) {
    return template.getMapper(type);
  }

  public SqlSessionFactory factory() {
    return factory;
  }

  public RwSplitCluster cluster() {
    return cluster;
  }

  public DataSource dataSource() {
    return dataSource;
  }

  public DataSourceTransactionManager transactions() {
    return transactions;
  }

  public HikariDataSource primaryPool() {
    return primary;
  }

  public HikariDataSource replicaPool() {
    return (HikariDataSource) ClusterProbe.replica(cluster, "replica-1");
  }

  public JdbcTemplate jdbc() {
    return new JdbcTemplate(dataSource);
  }

  /** Asks or changes the replica past everything that is tested. */
  public JdbcTemplate replica() {
    return onReplica;
  }

  public int notesOnPrimary() {
    return notes(new JdbcTemplate(primary));
  }

  public int notesOnReplica() {
    return notes(onReplica);
  }

  private static int notes(JdbcTemplate node) {
    Integer count = node.queryForObject("select count(*) from note", Integer.class);
    return count == null ? 0 : count;
  }

  /** How many of the replica's connections are out. */
  public int leased() {
    return ClusterProbe.active(cluster, "replica-1");
  }

  public List<StatementEvent> events() {
    return events;
  }

  public List<RouteReason> reasons() {
    return events.stream().map(StatementEvent::reason).toList();
  }

  public TransactionTemplate in(int propagation) {
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

  public TransactionTemplate notSupported() {
    return in(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
  }

  public TransactionTemplate requiresNew() {
    return in(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
  }

  public TransactionTemplate nested() {
    return in(TransactionDefinition.PROPAGATION_NESTED);
  }

  @Override
  public void close() {
    cluster.close();
    primary.close();
    replicaAside.close();
  }

  /** How the application is built. */
  public static final class Builder {

    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<Interceptor> plugins = new ArrayList<>();
    private final List<Interceptor> latePlugins = new ArrayList<>();
    private Consumer<HikariDataSource> primaryPool = pool -> {};
    private Consumer<Configuration> configuration = configuration -> {};
    private UnaryOperator<DataSource> wrapper = UnaryOperator.identity();
    private @Nullable UnaryOperator<DataSource> replica;
    private @Nullable TransactionFactory transactionFactory;
    private ExecutorType executor = ExecutorType.SIMPLE;
    private boolean audited = true;
    private SessionKeyResolver sessionKeys = () -> null;

    private Builder() {}

    public Builder property(String key, String value) {
      properties.put(key, value);
      return this;
    }

    public Builder primaryPool(Consumer<HikariDataSource> change) {
      primaryPool = change;
      return this;
    }

    /** Pools of one connection each. */
    public Builder poolsOfOne() {
      primaryPool = pool -> pool.setMaximumPoolSize(1);
      return property("replicas.replica-1.pool.maximum-pool-size", "1");
    }

    public Builder configuration(Consumer<Configuration> change) {
      configuration = change;
      return this;
    }

    public Builder plugin(Interceptor plugin) {
      plugins.add(plugin);
      return this;
    }

    public Builder latePlugin(Interceptor plugin) {
      latePlugins.add(plugin);
      return this;
    }

    public Builder wrapped(UnaryOperator<DataSource> how) {
      wrapper = how;
      return this;
    }

    /** The replica's pool is a bean of the application's. */
    public Builder replicaBean(UnaryOperator<DataSource> how) {
      replica = how;
      return this;
    }

    public Builder transactionFactory(TransactionFactory factory) {
      transactionFactory = factory;
      return this;
    }

    public Builder executor(ExecutorType type) {
      executor = type;
      return this;
    }

    public Builder sessionKeys(SessionKeyResolver resolver) {
      sessionKeys = resolver;
      return this;
    }

    public Builder unaudited() {
      audited = false;
      return this;
    }

    public TwoDatabases open() throws Exception {
      return new TwoDatabases(this);
    }
  }
}
