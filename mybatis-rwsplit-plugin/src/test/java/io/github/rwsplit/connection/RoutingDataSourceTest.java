package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.node.LagLimits;
import io.github.rwsplit.node.LagSettings;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.session.SessionSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RoutingDataSourceTest {

  private final HikariDataSource primary = primary();
  private final Nodes nodes = nodes("r1");
  private final RoutingDataSource routing = new RoutingDataSource(nodes);

  @AfterEach
  void close() {
    nodes.close();
    primary.close();
  }

  @Test
  void getConnection_noNodeNamed_isThePrimarys() throws Exception {
    try (Connection connection = routing.getConnection()) {
      assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:routing-p");
    }
  }

  @Test
  void connect_replica_isTheReplicasAndLeavesNothingBehind() throws Exception {
    try (Connection connection = routing.connect(replica(nodes))) {
      assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:routing-r1");
    }
    try (Connection connection = routing.getConnection()) {
      assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:routing-p");
    }
  }

  @Test
  void connect_poolGivesNone_leavesNothingBehind() throws Exception {
    ((HikariDataSource) replica(nodes).dataSource()).close();
    assertThatThrownBy(() -> routing.connect(replica(nodes))).isInstanceOf(SQLException.class);
    try (Connection connection = routing.getConnection()) {
      assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:routing-p");
    }
  }

  @Test
  void connect_nodeOfAnotherCluster_isRefusedAndNotThePrimary() {
    try (Nodes others = nodes("stranger")) {
      assertThatThrownBy(() -> routing.connect(others.replicas().get(0)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("stranger");
    }
  }

  private Nodes nodes(String replica) {
    return Nodes.of(
        new NodeSettings(
            Map.of(
                replica,
                new NodeSettings.Replica(
                    "jdbc:h2:mem:routing-" + replica + ";DB_CLOSE_DELAY=-1",
                    null,
                    null,
                    null,
                    1,
                    Set.of("online"),
                    Map.of())),
            Map.of(
                "online",
                new NodeSettings.Group(
                    "least-connections",
                    NodeSettings.WhenNone.PRIMARY,
                    new LagLimits(
                        Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(3)))),
            "online",
            4,
            false,
            new LagSettings(LagSettings.Source.AUTO, Duration.ofMillis(25), false),
            SessionSettings.Strategy.AUTO),
        1,
        primary,
        Map.of(),
        Map.of());
  }

  private static Node replica(Nodes nodes) {
    return Objects.requireNonNull(nodes.find("r1"));
  }

  private static HikariDataSource primary() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:routing-p;DB_CLOSE_DELAY=-1");
    config.setUsername("sa");
    return new HikariDataSource(config);
  }
}
