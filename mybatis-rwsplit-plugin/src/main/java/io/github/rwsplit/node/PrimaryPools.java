package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pools of one server that serves as the primary, where the library makes them. A promoted
 * server gets new ones, with the account and the settings of the primary: accounts are replicated.
 * Compared by identity: each stands for the connections that it has opened.
 */
final class PrimaryPools implements AutoCloseable {

  private static final String CONNECT_TIMEOUT_MILLIS = "5000";
  private static final String INTERCEPTORS = "connectionLifecycleInterceptors";
  private static final String OURS = "io.github.rwsplit.connection.GtidInterceptor";

  private final String url;
  private final DriverSource source;
  private final HikariDataSource pool;
  private final @Nullable HikariDataSource readPool;

  private PrimaryPools(
      String url, DriverSource source, HikariDataSource pool, @Nullable HikariDataSource readPool) {
    this.url = url;
    this.source = source;
    this.pool = pool;
    this.readPool = readPool;
  }

  /**
   * Makes them. Connects to nothing that has to be there.
   *
   * @throws IllegalArgumentException naming every property that is wrong, one to a line
   */
  static PrimaryPools of(PrimarySettings settings, String url) {
    List<String> problems = new ArrayList<>();
    Properties own = new Properties();
    HikariConfig pool = config("rwsplit-primary", "pool", settings.pool(), own, problems);
    HikariConfig reads =
        settings.readPool().isEmpty()
            ? null
            : config("rwsplit-primary-read", "read-pool", settings.readPool(), own, problems);
    DriverSource source = source(url, driverProperties(settings, url, own), problems);
    if (source == null || !problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return new PrimaryPools(
        url,
        source,
        open(pool, source, settings),
        reads == null ? null : open(reads, source, settings));
  }

  private static HikariConfig config(
      String name, String key, Map<String, String> given, Properties own, List<String> problems) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    // whether the server is there is asked for, and said, at the start of the cluster
    config.setInitializationFailTimeout(-1);
    PoolProperties.applyToPrimary(config, "rwsplit.primary." + key, given, own, problems);
    return config;
  }

  private static HikariDataSource open(
      HikariConfig config, DriverSource source, PrimarySettings settings) {
    if (settings.username() != null) {
      config.setUsername(settings.username());
    }
    if (settings.password() != null) {
      config.setPassword(settings.password());
    }
    config.setDataSource(source);
    return new HikariDataSource(config);
  }

  /** What the driver gets beside the URL. The URL's own settings win, but for ours, which add. */
  private static Properties driverProperties(PrimarySettings settings, String url, Properties own) {
    if (!JdbcUrls.isMySql(url)) {
      return own;
    }
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("connectTimeout", CONNECT_TIMEOUT_MILLIS);
    Map<String, String> inUrl = JdbcUrls.parameters(url);
    if (!url.equals(settings.url())) {
      // a server that was promoted is reached as the primary was
      Map<String, String> ofPrimary = JdbcUrls.parameters(settings.url());
      ofPrimary.keySet().removeIf(key -> key.matches("(?i)user|password"));
      all.putAll(ofPrimary);
    }
    own.stringPropertyNames().forEach(key -> all.put(key, own.getProperty(key)));
    all.keySet().removeAll(inUrl.keySet());
    String interceptors = inUrl.getOrDefault(INTERCEPTORS, all.getOrDefault(INTERCEPTORS, ""));
    if (!interceptors.contains(OURS) && DriverSource.driverTellsSession()) {
      all.put(INTERCEPTORS, interceptors.isBlank() ? OURS : interceptors + "," + OURS);
    }
    all.put(DriverSource.TRACK_SESSION_STATE, "true");
    Properties properties = new Properties();
    all.forEach(properties::setProperty);
    return properties;
  }

  private static @Nullable DriverSource source(
      String url, Properties properties, List<String> problems) {
    try {
      return new DriverSource(url, properties).tellingCommits();
    } catch (SQLException e) {
      problems.add(
          "rwsplit.primary.url must be a URL that a JDBC driver on the class path takes, but was '%s'"
              .formatted(JdbcUrls.shown(url)));
    } catch (NumberFormatException e) {
      problems.add("rwsplit.primary: socketTimeout must be a number of milliseconds");
    }
    return null;
  }

  /** The server's JDBC URL. */
  String url() {
    return url;
  }

  /** Opens its connections, which tell of commits. */
  DriverSource source() {
    return source;
  }

  /** For writes and transactions, and for all else where there is no other. */
  HikariDataSource pool() {
    return pool;
  }

  /** For reads outside transactions; null where there is none. */
  @Nullable HikariDataSource readPool() {
    return readPool;
  }

  /** The most connections of both. */
  int maximumPoolSize() {
    return pool.getMaximumPoolSize() + (readPool == null ? 0 : readPool.getMaximumPoolSize());
  }

  /** Drops what is unused now, and the rest when it comes back. */
  void evict() {
    evict(pool);
    if (readPool != null) {
      evict(readPool);
    }
  }

  static void evict(HikariDataSource pool) {
    if (pool.getHikariPoolMXBean() != null && !pool.isClosed()) {
      pool.getHikariPoolMXBean().softEvictConnections();
    }
  }

  /** Closes both, and aborts what is in use. */
  @Override
  public void close() {
    pool.close();
    if (readPool != null) {
      readPool.close();
    }
  }
}
