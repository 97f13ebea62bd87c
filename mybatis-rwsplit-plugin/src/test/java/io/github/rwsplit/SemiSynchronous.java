package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlClusterException;
import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;

/**
 * Semi-synchronous replication of a cluster, until closed. The embedded servers come without the
 * plugin; those of the container lane have it.
 */
public final class SemiSynchronous implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final MySqlCluster servers;
  private final boolean available;

  private SemiSynchronous(MySqlCluster servers, boolean available) {
    this.servers = servers;
    this.available = available;
  }

  /**
   * Installs it, if it is there.
   *
   * @param timeout how long the primary waits for replicas
   */
  public static SemiSynchronous on(MySqlCluster servers, Duration timeout) {
    MySqlNode primary = servers.primary();
    try {
      primary.execute("INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'");
    } catch (MySqlClusterException e) {
      assertThat(e).hasStackTraceContaining("open shared library");
      return new SemiSynchronous(servers, false);
    }
    primary.execute(
        "SET GLOBAL rpl_semi_sync_source_enabled=ON",
        "SET GLOBAL rpl_semi_sync_source_timeout=" + timeout.toMillis());
    for (MySqlNode replica : servers.replicas()) {
      replica.readOnly(false);
      replica.execute(
          "INSTALL PLUGIN rpl_semi_sync_replica SONAME 'semisync_replica.so'",
          "SET GLOBAL rpl_semi_sync_replica_enabled=ON",
          "STOP REPLICA IO_THREAD",
          "START REPLICA IO_THREAD");
      replica.readOnly(true);
    }
    return new SemiSynchronous(servers, true);
  }

  /** Whether the servers have it. */
  public boolean isAvailable() {
    return available;
  }

  @Override
  public void close() {
    if (!available) {
      return;
    }
    MySqlNode primary = servers.primary();
    for (MySqlNode replica : servers.replicas()) {
      replica.readOnly(false);
      replica.execute("STOP REPLICA IO_THREAD", "UNINSTALL PLUGIN rpl_semi_sync_replica");
      replica.readOnly(true);
    }
    primary.execute("SET GLOBAL rpl_semi_sync_source_enabled=OFF");
    // the source notices only by and by that nobody is there any more
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(MySqlClusterException.class)
        .until(
            () -> {
              primary.execute("UNINSTALL PLUGIN rpl_semi_sync_source");
              return true;
            });
    servers.replicas().forEach(MySqlNode::startReceiver);
  }
}
