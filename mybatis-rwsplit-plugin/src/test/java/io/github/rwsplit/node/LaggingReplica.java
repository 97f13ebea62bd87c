package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.request;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A real primary that is written to, and one replica {@code r1} of it whose lag is measured. */
final class LaggingReplica implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
  private final MySqlNode replica;
  private final HikariDataSource primary = new HikariDataSource();

  LaggingReplica(MySqlCluster servers) {
    replica = servers.replica(1);
    primary.setJdbcUrl(servers.primary().jdbcUrl());
    primary.setUsername(servers.primary().user());
    primary.setPassword(servers.primary().password());
    primary.setMaximumPoolSize(4);
    primary.setConnectionTimeout(2_000);
  }

  MySqlNode server() {
    return replica;
  }

  /** Runs a statement on the primary. */
  void run(String sql) {
    try (Connection connection = primary.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a statement on the primary again and again. */
  ScheduledFuture<?> runEach(long millis, String sql) {
    return writer.scheduleWithFixedDelay(() -> run(sql), 0, millis, TimeUnit.MILLISECONDS);
  }

  Nodes start(LagLimits limits, LagSettings lag) {
    NodeSettings.Replica settings =
        new NodeSettings.Replica(
            replica.jdbcUrl(), null, null, null, 1, Set.of("online"), Map.of());
    NodeSettings.Group group =
        new NodeSettings.Group("least-connections", NodeSettings.WhenNone.PRIMARY, limits);
    Nodes nodes =
        Nodes.of(
            new NodeSettings(
                Map.of("r1", settings),
                Map.of("online", group),
                "online",
                4,
                false,
                lag,
                SessionSettings.Strategy.AUTO),
            1,
            primary,
            Map.of(),
            Map.of());
    nodes.start();
    awaitServed(nodes);
    return nodes;
  }

  static void awaitServed(Nodes nodes) {
    await().atMost(PATIENCE).until(() -> nodes.pick(request("online")) != null);
  }

  static void awaitNotServed(Nodes nodes) {
    await().atMost(PATIENCE).until(() -> nodes.pick(request("online")) == null);
  }

  static Node node(Nodes nodes) {
    return Objects.requireNonNull(nodes.find("r1"));
  }

  @Override
  public void close() {
    writer.shutdownNow();
    primary.close();
  }
}
