package io.github.rwsplit.node;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells at the start whether the primary is absent, rather than slow, busy, or behind a pool that
 * does not take the probe's question. What the pool says is not enough: one waits for ever where
 * another fails at once.
 */
final class PrimaryAtStart {

  private static final Logger log = LoggerFactory.getLogger(PrimaryAtStart.class);

  /** For the network and each step of a login: far longer than a loaded server needs. */
  private static final int PATIENCE_MILLIS = 5_000;

  private PrimaryAtStart() {}

  /**
   * Looks past the pool, where the pool tells how.
   *
   * @param primary a primary that is not up
   * @return why nothing can be had from it; null where it is there, or may be
   */
  static @Nullable Exception absence(Node primary) {
    Exception ofPool = primary.downBecause();
    if (ofPool != null && ConnectionFailures.accessDenied(ofPool)) {
      return ofPool;
    }
    PoolSettings settings = PoolSettings.of(primary.dataSource());
    String url = settings.url();
    // only of MySQL's own URLs it is known how to bound the wait
    Exception seen = url != null && JdbcUrls.isMySql(url) ? direct(url, settings) : ofPool;
    return seen != null && ConnectionFailures.connectionLost(seen) ? seen : null;
  }

  private static @Nullable SQLException direct(String url, PoolSettings settings) {
    Properties properties = new Properties();
    properties.putAll(settings.driverProperties());
    try (Connection connection =
        new DriverSource(url, properties)
            .connectWithin(settings.username(), settings.password(), PATIENCE_MILLIS)) {
      log.debug("{} is there, though its pool gave nothing", connection);
      return null;
    } catch (SQLException e) {
      return e;
    }
  }
}
