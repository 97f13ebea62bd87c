package io.github.rwsplit.demo.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitStatus;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.demo.web.Refusal;
import io.github.rwsplit.node.NodeState;
import io.github.rwsplit.node.NodeStatus;
import io.github.rwsplit.test.MySqlCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/** Each button, and what the servers and the library make of it. */
@DemoTest
class FaultsTest {

  private static final String REPLICA = "replica-1";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  @Autowired RwSplitCluster cluster;
  @Autowired Faults faults;

  @AfterEach
  void mend() {
    for (Fault fault :
        new Fault[] {Fault.KILLED, Fault.PAUSED, Fault.APPLIER_STOPPED, Fault.DELAYED}) {
      faults.turn(REPLICA, fault, false, "the end of the test");
    }
    servers.awaitReplication();
    await().atMost(PATIENCE).until(() -> replica().state() == NodeState.UP);
  }

  @Test
  void delayed_andBack_isAsTheServerSays() throws SQLException {
    faults.turn(REPLICA, Fault.DELAYED, true, "a test");
    assertThat(shown("SQL_Delay")).isEqualTo("5");
    assertThat(made()).containsExactly(Fault.DELAYED);

    faults.turn(REPLICA, Fault.DELAYED, false, "a test");
    assertThat(shown("SQL_Delay")).isEqualTo("0");
    assertThat(made()).isEmpty();
  }

  @Test
  void applierStopped_andBack_isAsTheServerSays() throws SQLException {
    faults.turn(REPLICA, Fault.APPLIER_STOPPED, true, "a test");
    assertThat(shown("Replica_SQL_Running")).isEqualTo("No");

    faults.turn(REPLICA, Fault.APPLIER_STOPPED, false, "a test");
    assertThat(shown("Replica_SQL_Running")).isEqualTo("Yes");
  }

  @Test
  void paused_untilResumed_isNotUsed() {
    faults.turn(REPLICA, Fault.PAUSED, true, "a test");
    await().atMost(PATIENCE).until(() -> replica().state() != NodeState.UP);
    assertThatThrownBy(() -> faults.turn(REPLICA, Fault.DELAYED, true, "a test"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is paused");
    assertThatThrownBy(() -> faults.promote(REPLICA, "a test")).isInstanceOf(Refusal.class);

    faults.turn(REPLICA, Fault.PAUSED, false, "a test");
    await().atMost(PATIENCE).until(() -> replica().state() == NodeState.UP);
  }

  @Test
  void killed_untilStarted_isDown() {
    faults.turn(REPLICA, Fault.KILLED, true, "a test");
    assertThat(servers.node(REPLICA).isRunning()).isFalse();
    await().atMost(PATIENCE).until(() -> replica().state() == NodeState.DOWN);

    faults.turn(REPLICA, Fault.KILLED, false, "a test");
    assertThat(servers.node(REPLICA).isRunning()).isTrue();
    await().atMost(PATIENCE).until(() -> replica().state() == NodeState.UP);
  }

  @Test
  void promote_andBack_writesFailMeanwhileAndThenSucceed() {
    Shop shop = new Shop(environment, servers);
    try {
      faults.promote(REPLICA, "a test");
      assertThat(servers.primary().name()).isEqualTo(REPLICA);
      shop.place("promoted", 1, 1, 1).expectStatus().is5xxServerError();
    } finally {
      faults.promote("primary", "the end of the test");
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> shop.place("promoted", 1, 1, 1).expectStatus().isCreated());
  }

  @Test
  void promote_primaryIsKilled_oldOneFollowsWhenItIsStartedAndCanComeBack() {
    Shop shop = new Shop(environment, servers);
    faults.turn("primary", Fault.KILLED, true, "a test");
    try {
      faults.promote(REPLICA, "a test");
      faults.turn("primary", Fault.KILLED, false, "a test");
      assertThat(servers.primary().name()).isEqualTo(REPLICA);
      servers.awaitReplication();
    } finally {
      faults.turn("primary", Fault.KILLED, false, "the end of the test");
      faults.promote("primary", "the end of the test");
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> shop.place("promoted", 1, 1, 1).expectStatus().isCreated());
  }

  private NodeStatus replica() {
    return RwSplitStatus.of(cluster).nodes().stream()
        .filter(node -> node.name().equals(REPLICA))
        .findFirst()
        .orElseThrow();
  }

  private Set<Fault> made() {
    return faults.servers().stream()
        .filter(server -> server.name().equals(REPLICA))
        .findFirst()
        .orElseThrow()
        .faults();
  }

  private String shown(String column) throws SQLException {
    try (Connection connection = servers.node(REPLICA).adminConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW REPLICA STATUS")) {
      assertThat(row.next()).isTrue();
      return row.getString(column);
    }
  }
}
