package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.route.NodeRole;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes the pool of each replica from its settings and from what the primary's pool tells.
 *
 * <p>What is not said of a replica is as on the primary: user, password and driver settings. For
 * {@code jdbc:mysql} URLs the sessions are read-only on the server's side, so that a write which
 * was routed here by mistake fails (1792) even where the server would take it; HikariCP's own
 * {@code readOnly} stays unset, because Connector/J then refuses every CALL itself.
 */
final class ReplicaPools {

  private static final int MAXIMUM_POOL_SIZE = 10;
  private static final int MINIMUM_IDLE = 2;
  private static final long CONNECTION_TIMEOUT_MILLIS = 1_000;
  private static final String CONNECT_TIMEOUT_MILLIS = "1000";

  /** The last resort against a wait for ever; a hung server is found by its probe long before. */
  private static final String SOCKET_TIMEOUT_MILLIS = "60000";

  private static final String READ_ONLY_SESSION = "SET SESSION TRANSACTION READ ONLY";

  /**
   * A replica's pool.
   *
   * @param replica what the configuration says of it
   * @param dataSource hands out connections
   * @param address what to call it in messages
   * @param own opens connections outside the pool; null where the DataSource is the application's
   * @param config the credentials for {@code own}; null where the DataSource is the application's
   */
  record Pool(
      NodeSettings.Replica replica,
      DataSource dataSource,
      String address,
      @Nullable DriverSource own,
      @Nullable HikariConfig config) {

    /** Opens the pool itself, where it is ours. */
    Pool open() {
      HikariConfig wanted = config;
      return wanted == null
          ? this
          : new Pool(replica, new HikariDataSource(wanted), address, own, wanted);
    }

    /** The replica that reads through it. */
    Node node(String name) {
      Node node =
          new Node(name, NodeRole.REPLICA, replica.weight(), replica.groups(), dataSource, address);
      if (own != null) {
        own.listen(node);
      }
      return node;
    }

    /** The pool, where it is ours to close. */
    @Nullable AutoCloseable owned() {
      return own != null && dataSource instanceof AutoCloseable closeable ? closeable : null;
    }

    /** Whether another pool would be no different: the weight and the groups may differ. */
    boolean isMadeAs(Pool other) {
      DriverSource source = own;
      DriverSource others = other.own;
      HikariConfig settings = config;
      HikariConfig othersSettings = other.config;
      if (source == null || others == null || settings == null || othersSettings == null) {
        return source == others && dataSource == other.dataSource;
      }
      return source.opensAs(others)
          && replica.pool().equals(other.replica.pool())
          && Objects.equals(settings.getUsername(), othersSettings.getUsername())
          && Objects.equals(settings.getPassword(), othersSettings.getPassword());
    }

    /** The way in for the probe: a connection of its own where that is possible. */
    Prober prober(int timeoutMillis) {
      DriverSource source = own;
      HikariConfig credentials = config;
      if (source == null || credentials == null) {
        return JdbcProber.throughPool(
            new BorrowedPool(dataSource, System::nanoTime), timeoutMillis);
      }
      return JdbcProber.onOwnConnection(
          () ->
              source.connectWithin(
                  credentials.getUsername(), credentials.getPassword(), timeoutMillis),
          timeoutMillis,
          String.valueOf(credentials.getConnectionInitSql()).startsWith(READ_ONLY_SESSION));
    }
  }

  private final NodeSettings settings;
  private final PoolSettings primary;
  private final Map<String, DataSource> beans;
  private final List<String> problems = new ArrayList<>();

  /**
   * @param beans the DataSources that {@code rwsplit.replicas.NAME.data-source} may name
   */
  ReplicaPools(NodeSettings settings, PoolSettings primary, Map<String, DataSource> beans) {
    this.settings = settings;
    this.primary = primary;
    this.beans = beans;
  }

  /**
   * Makes all pools. No server needs to be there.
   *
   * @throws IllegalArgumentException naming every property that is wrong; no pool was made then
   */
  Map<String, Pool> build() {
    Map<String, Pool> pools = new LinkedHashMap<>();
    prepare().forEach((name, pool) -> pools.put(name, pool.open()));
    return pools;
  }

  /**
   * Makes everything but the pools themselves.
   *
   * @throws IllegalArgumentException naming every property that is wrong
   */
  Map<String, Pool> prepare() {
    Map<String, Pool> prepared = new LinkedHashMap<>();
    settings
        .replicas()
        .forEach(
            (name, replica) -> {
              Pool pool = replica.url() == null ? ofBean(name, replica) : ofUrl(name, replica);
              if (pool != null) {
                prepared.put(name, pool);
              }
            });
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return prepared;
  }

  private @Nullable Pool ofBean(String name, NodeSettings.Replica replica) {
    DataSource bean = replica.dataSource() == null ? null : beans.get(replica.dataSource());
    if (bean == null) {
      problems.add(
          "rwsplit.replicas.%s.data-source must name a DataSource, but was '%s'; known are %s"
              .formatted(name, replica.dataSource(), beans.keySet()));
      return null;
    }
    return new Pool(replica, bean, "data-source " + replica.dataSource(), null, null);
  }

  private @Nullable Pool ofUrl(String name, NodeSettings.Replica replica) {
    String url = replica.url();
    if (url == null) {
      return null;
    }
    int problemsBefore = problems.size();
    HikariConfig config = new HikariConfig();
    config.setPoolName("rwsplit-" + name);
    config.setMaximumPoolSize(MAXIMUM_POOL_SIZE);
    config.setMinimumIdle(MINIMUM_IDLE);
    config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
    config.setInitializationFailTimeout(-1);
    if (JdbcUrls.isMySql(url)) {
      config.setConnectionInitSql(READ_ONLY_SESSION);
    }
    Properties own = new Properties();
    PoolProperties.apply(config, name, replica.pool(), own, problems);
    credentials(name, replica, config);
    DriverSource source = source(name, url, driverProperties(url, replica.groups(), own));
    if (source == null || problems.size() > problemsBefore) {
      return null;
    }
    config.setDataSource(source);
    return new Pool(replica, source, JdbcUrls.shown(url), source, config);
  }

  private void credentials(String name, NodeSettings.Replica replica, HikariConfig config) {
    Map<String, String> inUrl = JdbcUrls.parameters(String.valueOf(replica.url()));
    String user = replica.username();
    if (user == null && !inUrl.containsKey("user")) {
      if (!primary.found()) {
        problems.add(
            "rwsplit.replicas.%s.username must be set, with its password: the DataSource of the primary does not tell its own"
                .formatted(name));
        return;
      }
      user = primary.username();
    }
    String password = replica.password();
    if (password == null && !inUrl.containsKey("password")) {
      password = primary.password();
    }
    if (user != null) {
      config.setUsername(user);
    }
    if (password != null) {
      config.setPassword(password);
    }
  }

  /** The nearest wins: the replica's URL, its pool settings, the primary's settings, defaults. */
  private Properties driverProperties(String url, Set<String> groups, Properties own) {
    if (!JdbcUrls.isMySql(url)) {
      return own;
    }
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("connectTimeout", CONNECT_TIMEOUT_MILLIS);
    if (groups.equals(Set.of(settings.defaultGroup()))) {
      // reports may run for longer than any backstop
      all.put("socketTimeout", SOCKET_TIMEOUT_MILLIS);
    }
    // else setReadOnly(false) on a connection would undo the read-only session, and Connector/J
    // would take the session for the application's wish and refuse CALL
    all.put("readOnlyPropagatesToServer", "false");
    all.put(DriverSource.TRACK_SESSION_STATE, "true");
    all.putAll(primary.driverProperties());
    own.stringPropertyNames().forEach(key -> all.put(key, own.getProperty(key)));
    // the driver prefers properties to its URL
    all.keySet().removeAll(JdbcUrls.parameters(url).keySet());
    PositionUrl.stopListening(all, url);
    Properties properties = new Properties();
    all.forEach(properties::setProperty);
    return properties;
  }

  private @Nullable DriverSource source(String name, String url, Properties properties) {
    try {
      return new DriverSource(url, properties);
    } catch (SQLException e) {
      problems.add(
          "rwsplit.replicas.%s.url must be a URL that a JDBC driver on the class path takes, but was '%s'"
              .formatted(name, JdbcUrls.shown(url)));
    } catch (NumberFormatException e) {
      problems.add(
          "rwsplit.replicas.%s: socketTimeout must be a number of milliseconds".formatted(name));
    }
    return null;
  }
}
