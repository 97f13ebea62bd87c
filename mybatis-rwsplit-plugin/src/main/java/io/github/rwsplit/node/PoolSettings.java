package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * How a DataSource of the application reaches its server, read from whatever it is: HikariCP, any
 * pool with the usual bean properties (Druid, DBCP, Tomcat, a driver's own), through wrappers and
 * routers of Spring and anything that can be unwrapped to HikariCP.
 *
 * @param found whether such a pool was found at all
 * @param url its JDBC URL; null where it has none that can be read
 * @param username its user; null where it has none
 * @param password its password; null where it has none
 * @param driverProperties driver settings from the URL's parameters and the pool; without
 *     credentials
 * @param maximumPoolSize the most connections it opens; 0 where it does not tell
 */
record PoolSettings(
    boolean found,
    @Nullable String url,
    @Nullable String username,
    @Nullable String password,
    Map<String, String> driverProperties,
    int maximumPoolSize) {

  private static final Logger log = LoggerFactory.getLogger(PoolSettings.class);

  private static final int DEEPEST_CHAIN = 16;

  private static final PoolSettings NOTHING =
      new PoolSettings(false, null, null, null, Map.of(), 0);

  /** Reads; never opens a connection. */
  static PoolSettings of(DataSource dataSource) {
    for (DataSource link : chain(dataSource)) {
      PoolSettings settings = ofPool(link);
      if (settings.found()) {
        return settings;
      }
    }
    return NOTHING;
  }

  /** The HikariCP pool behind a DataSource; null where there is none that can be seen. */
  static @Nullable HikariDataSource hikari(DataSource dataSource) {
    for (DataSource link : chain(dataSource)) {
      if (link instanceof HikariDataSource hikari) {
        return hikari;
      }
    }
    return null;
  }

  /** A DataSource and what it wraps, as far as that can be seen, the outermost first. */
  static List<DataSource> chain(DataSource dataSource) {
    List<DataSource> links = new ArrayList<>();
    DataSource link = dataSource;
    while (link != null && !links.contains(link) && links.size() < DEEPEST_CHAIN) {
      links.add(link);
      link = below(link);
    }
    return links;
  }

  /** What is known of a pool that was made here. */
  static PoolSettings of(
      String url,
      @Nullable String username,
      @Nullable String password,
      Properties driver,
      int maximumPoolSize) {
    Map<String, String> all = ofUrl(url);
    all.putAll(strings(driver));
    return found(url, username, password, all, maximumPoolSize);
  }

  private static PoolSettings ofPool(DataSource pool) {
    if (pool instanceof PrimaryDataSource owned) {
      return owned.poolSettings();
    }
    if (pool instanceof HikariDataSource hikari) {
      HikariConfig config = hikari;
      DataSource wrapped = config.getDataSource();
      Properties driver = config.getDataSourceProperties();
      PoolSettings below = wrapped == null ? NOTHING : of(wrapped);
      String url = firstOf(config.getJdbcUrl(), property(driver, "url"), below.url());
      String user = firstOf(config.getUsername(), property(driver, "user"), below.username());
      String password =
          firstOf(config.getPassword(), property(driver, "password"), below.password());
      Map<String, String> all = ofUrl(url);
      all.putAll(below.driverProperties());
      all.putAll(strings(driver));
      return found(url, user, password, all, config.getMaximumPoolSize());
    }
    String url = firstOf(text(pool, "getJdbcUrl"), text(pool, "getUrl"), text(pool, "getURL"));
    String user =
        firstOf(text(pool, "getUsername"), text(pool, "getUserName"), text(pool, "getUser"));
    if (url == null && user == null) {
      return NOTHING;
    }
    Map<String, String> all = ofUrl(url);
    for (String getter :
        new String[] {"getConnectionProperties", "getConnectProperties", "getDbProperties"}) {
      if (value(pool, getter) instanceof Properties properties) {
        all.putAll(strings(properties));
      }
    }
    int size = 0;
    for (String getter : new String[] {"getMaxActive", "getMaxTotal", "getMaxPoolSize"}) {
      if (value(pool, getter) instanceof Integer number) {
        size = number;
      }
    }
    return found(url, user, text(pool, "getPassword"), all, size);
  }

  private static PoolSettings found(
      @Nullable String url,
      @Nullable String username,
      @Nullable String password,
      Map<String, String> all,
      int maximumPoolSize) {
    String user = firstOf(username, all.get("user"), null);
    String secret = firstOf(password, all.get("password"), null);
    all.keySet().removeIf(key -> key.matches("(?i)user|password|url"));
    return new PoolSettings(true, url, user, secret, all, maximumPoolSize);
  }

  private static @Nullable DataSource below(DataSource link) {
    if (link instanceof DelegatingDataSource delegating) {
      return delegating.getTargetDataSource();
    }
    if (link instanceof AbstractRoutingDataSource router) {
      return router.getResolvedDefaultDataSource();
    }
    try {
      if (link.isWrapperFor(HikariDataSource.class)) {
        return link.unwrap(HikariDataSource.class);
      }
    } catch (SQLException | RuntimeException e) {
      log.debug("{} cannot be unwrapped: {}", link.getClass().getName(), e.toString());
    }
    for (String getter :
        new String[] {"getTargetDataSource", "getRealDataSource", "getDelegate", "getDataSource"}) {
      if (value(link, getter) instanceof DataSource next) {
        return next;
      }
    }
    return null;
  }

  private static @Nullable String text(DataSource pool, String getter) {
    return value(pool, getter) instanceof String text ? text : null;
  }

  private static @Nullable Object value(Object bean, String getter) {
    try {
      Method method = bean.getClass().getMethod(getter);
      return method.invoke(bean);
    } catch (NoSuchMethodException e) {
      return null;
    } catch (IllegalAccessException | InvocationTargetException | RuntimeException e) {
      log.debug("{}.{} cannot be read: {}", bean.getClass().getName(), getter, e.toString());
      return null;
    }
  }

  private static Map<String, String> ofUrl(@Nullable String url) {
    Map<String, String> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (url != null && JdbcUrls.isMySql(url)) {
      parameters.putAll(JdbcUrls.parameters(url));
    }
    return parameters;
  }

  private static @Nullable String property(Properties properties, String name) {
    return properties.get(name) instanceof String text ? text : null;
  }

  private static Map<String, String> strings(Properties properties) {
    Map<String, String> strings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    properties.stringPropertyNames().forEach(key -> strings.put(key, properties.getProperty(key)));
    return strings;
  }

  private static @Nullable String firstOf(
      @Nullable String first, @Nullable String second, @Nullable String third) {
    if (first != null) {
      return first;
    }
    return second != null ? second : third;
  }

  /** Without password and driver settings, which may hold secrets. */
  @Override
  public String toString() {
    return "PoolSettings[url=%s, username=%s]"
        .formatted(url == null ? null : JdbcUrls.shown(url), username);
  }
}
