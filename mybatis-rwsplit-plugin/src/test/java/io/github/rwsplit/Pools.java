package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** What tests ask of pools. */
public final class Pools {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Pools() {}

  /**
   * All connections are back. Asked until it is so: a probe that goes through the pool has one for
   * a moment twice a second.
   */
  public static void assertAllReturned(HikariDataSource pool) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero());
  }
}
