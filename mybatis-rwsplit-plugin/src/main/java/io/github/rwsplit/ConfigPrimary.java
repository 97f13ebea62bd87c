package io.github.rwsplit;

import io.github.rwsplit.node.FailoverSettings;
import io.github.rwsplit.node.PrimaryDataSource;
import io.github.rwsplit.node.PrimarySettings;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the primary that the library owns, and whether writes follow a promotion. */
final class ConfigPrimary {

  private final ConfigProperties properties;

  ConfigPrimary(ConfigProperties properties) {
    this.properties = properties;
  }

  /** What is said of it; null where the primary is the application's own. */
  @Nullable PrimarySettings read() {
    String url = properties.text("primary.url");
    Map<String, String> pool = ConfigPool.read(properties, "primary.pool");
    Map<String, String> readPool = ConfigPool.read(properties, "primary.read-pool");
    String username = properties.text("primary.username");
    String password = properties.text("primary.password");
    FailoverSettings failover = failover(url);
    if (url == null) {
      if (username != null || password != null || !pool.isEmpty() || !readPool.isEmpty()) {
        properties.problem(
            "primary.url",
            "must be set where anything else of rwsplit.primary is, but is missing; without it the"
                + " primary is the application's own DataSource, and its pool is configured there");
      }
      return null;
    }
    if (!url.startsWith("jdbc:")) {
      // Not the value: addresses may hold a password.
      properties.problem("primary.url", "must begin with jdbc:, but begins otherwise");
    }
    return new PrimarySettings(url, username, password, pool, readPool, failover);
  }

  private FailoverSettings failover(@Nullable String url) {
    boolean follow = properties.flag("failover.follow");
    if (follow && url == null) {
      properties.problem(
          "failover.follow",
          "must be false where the primary is the application's own DataSource, since only the"
              + " application can point that elsewhere, but was true; let the library own the"
              + " primary (rwsplit.primary.url in place of spring.datasource.url), or reach it by an"
              + " address that moves with it");
    }
    if (follow && properties.names("replicas").isEmpty()) {
      properties.problem(
          "failover.follow",
          "must be false where no replica is configured that could be promoted, but was true; add"
              + " one under rwsplit.replicas");
    }
    if (follow && properties.names("replicas").contains(PrimaryDataSource.FORMER)) {
      properties.problem(
          "replicas." + PrimaryDataSource.FORMER,
          "must have another name where rwsplit.failover.follow is true: this is what the old"
              + " primary is called after a promotion");
    }
    return new FailoverSettings(
        follow,
        Objects.requireNonNull(properties.duration("failover.confirm")),
        properties.flag("failover.accept-loss"));
  }
}
