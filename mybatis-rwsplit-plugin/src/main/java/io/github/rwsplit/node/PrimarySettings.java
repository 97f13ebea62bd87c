package io.github.rwsplit.node;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A primary whose pool the library makes: {@code rwsplit.primary}.
 *
 * @param url its JDBC URL
 * @param username its user; null: as the URL says
 * @param password its password; null: as the URL says
 * @param pool HikariCP properties in kebab-case, times in milliseconds; those of the driver under
 *     {@code data-source-properties.}
 * @param readPool the same of a second pool, for reads outside transactions; empty: there is none
 * @param failover {@code rwsplit.failover}
 */
public record PrimarySettings(
    String url,
    @Nullable String username,
    @Nullable String password,
    Map<String, String> pool,
    Map<String, String> readPool,
    FailoverSettings failover) {

  /** Copies what may be mutable. */
  public PrimarySettings {
    pool = Map.copyOf(pool);
    readPool = Map.copyOf(readPool);
  }

  /** Without user, password, pool settings and the URL's parameters, which may hold secrets. */
  @Override
  public String toString() {
    return "PrimarySettings[url=%s, readPool=%s, failover=%s]"
        .formatted(JdbcUrls.shown(url), !readPool.isEmpty(), failover);
  }
}
