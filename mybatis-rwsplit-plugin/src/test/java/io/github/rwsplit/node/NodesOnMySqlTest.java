package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.LEAST;
import static io.github.rwsplit.node.NodeFixtures.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class NodesOnMySqlTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static MySqlCluster cluster;
  private HikariDataSource primary;
  private Nodes nodes;
  private Node r1;
  private Node r2;

  @BeforeAll
  static void startCluster() throws SQLException {
    cluster = MySqlCluster.start(2);
    try (Connection connection = cluster.primary().connect()) {
      execute(connection, "create table node_t (id int primary key)");
      execute(connection, "insert into node_t values (1)");
      execute(connection, "create procedure node_read() reads sql data select id from node_t");
    }
    cluster.awaitReplication();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void startNodes() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(cluster.primary().jdbcUrl());
    config.setUsername(cluster.primary().user());
    config.setPassword(cluster.primary().password());
    config.setMaximumPoolSize(3);
    primary = new HikariDataSource(config);
    Map<String, NodeSettings.Replica> replicas = new LinkedHashMap<>();
    replicas.put("r1", replica(cluster.replica(1)));
    replicas.put("r2", replica(cluster.replica(2)));
    nodes = open(replicas);
    nodes.start();
    r1 = Objects.requireNonNull(nodes.find("r1"));
    r2 = Objects.requireNonNull(nodes.find("r2"));
  }

  @AfterEach
  void stopNodes() {
    nodes.close();
    primary.close();
  }

  @Test
  void start_credentialsAndDriverSettingsOfThePrimary_areEnough() throws Exception {
    assertThat(r1.state()).isEqualTo(NodeState.UP);
    assertThat(r2.state()).isEqualTo(NodeState.UP);
    assertThat(nodes.primary().serverUuid()).isEqualTo(cluster.primary().serverUuid());
    assertThat(r1.serverUuid()).isEqualTo(cluster.replica(1).serverUuid());
    try (Connection connection = r1.dataSource().getConnection()) {
      assertThat(number(connection, "select id from node_t")).isEqualTo(1);
      assertThat(connection.getNetworkTimeout()).isEqualTo(60_000);
      assertThat(text(connection, "select @@server_uuid"))
          .isEqualTo(cluster.replica(1).serverUuid());
    }
  }

  @Test
  void guard_writableReplica_readsAndTransactionsWorkAndWritesFail(CapturedOutput output)
      throws Exception {
    cluster.replica(1).readOnly(false);
    try {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(output.getOut()).contains("accepts writes"));
      assertThat(r1.state()).isEqualTo(NodeState.UP);
      for (int again = 0; again < 2; again++) {
        try (Connection connection = r1.dataSource().getConnection()) {
          assertThat(number(connection, "select id from node_t")).isEqualTo(1);
          try (CallableStatement call = connection.prepareCall("{call node_read()}")) {
            assertThat(call.executeQuery().next()).isTrue();
          }
          connection.setAutoCommit(false);
          assertThat(number(connection, "select id from node_t")).isEqualTo(1);
          assertThat(ConnectionFailures.writeRefusedByReplica(refusal(connection))).isTrue();
          connection.commit();
          connection.setAutoCommit(true);
          execute(connection, "start transaction");
          assertThat(ConnectionFailures.writeRefusedByReplica(refusal(connection))).isTrue();
          execute(connection, "commit");
          connection.setReadOnly(true);
          connection.setReadOnly(false);
          SQLException refusal = refusal(connection);
          assertThat(refusal.getErrorCode()).isEqualTo(1792);
          assertThat(ConnectionFailures.writeRefusedByReplica(refusal)).isTrue();
        }
      }
      try (Connection connection = cluster.replica(1).connect()) {
        assertThat(number(connection, "select count(*) from node_t")).isEqualTo(1);
      }
    } finally {
      cluster.replica(1).readOnly(true);
    }
  }

  @Test
  void guard_readOnlyReplica_refusesWithACodeThatIsKnown() throws Exception {
    try (Connection connection = r1.dataSource().getConnection()) {
      SQLException refusal = refusal(connection);
      assertThat(refusal.getErrorCode()).isEqualTo(1290);
      assertThat(ConnectionFailures.writeRefusedByReplica(refusal)).isTrue();
    }
  }

  @Test
  void probe_replicaKilledAndStartedAgain_isDownAndUp() throws Exception {
    Connection used = r1.dataSource().getConnection();
    r1.leased(used);
    cluster.replica(1).kill();
    awaitState(r1, NodeState.DOWN);
    assertThat(Objects.requireNonNull(nodes.pick(request("online"))).name()).isEqualTo("r2");
    assertThat(ConnectionFailures.connectionLost(catchThrowable(() -> number(used, "select 1"))))
        .isTrue();
    r1.returned(used);
    used.close();
    cluster.replica(1).start();
    awaitState(r1, NodeState.UP);
    for (int i = 0; i < 20; i++) {
      try (Connection connection = r1.dataSource().getConnection()) {
        assertThat(number(connection, "select 1")).isEqualTo(1);
      }
    }
  }

  @Test
  void probe_replicaHangs_isDownAndWhoWaitsForItIsReleased() throws Exception {
    Connection used = r1.dataSource().getConnection();
    r1.leased(used);
    cluster.replica(1).pause();
    try {
      CompletableFuture<Throwable> waiting =
          CompletableFuture.supplyAsync(() -> catchThrowable(() -> number(used, "select 1")));
      awaitState(r1, NodeState.DOWN);
      await().atMost(PATIENCE).until(waiting::isDone);
      assertThat(ConnectionFailures.retryableRead(waiting.join())).isTrue();
      r1.returned(used);
      used.close();
      assertThatThrownBy(() -> r1.dataSource().getConnection()).isInstanceOf(SQLException.class);
    } finally {
      cluster.replica(1).resume();
    }
    awaitState(r1, NodeState.UP);
  }

  @Test
  void probe_connectionKilledUnderACall_nodeIsBackAtOnce() throws Exception {
    try (Connection connection = r2.dataSource().getConnection()) {
      int id = number(connection, "select connection_id()");
      cluster.replica(2).execute("kill connection " + id);
      Throwable lost = catchThrowable(() -> number(connection, "select 1"));
      assertThat(lost).isInstanceOf(SQLException.class);
      r2.failed((SQLException) lost);
    }
    awaitState(r2, NodeState.UP);
  }

  @Test
  void start_replicaUrlOfThePrimary_isRejected() {
    try (Nodes wrong = open(Map.of("r1", replica(cluster.primary())))) {
      wrong.start();
      assertThat(Objects.requireNonNull(wrong.find("r1")).state()).isEqualTo(NodeState.REJECTED);
      assertThat(wrong.pick(request("online"))).isNull();
    }
  }

  @Test
  void start_dataSourceReplica_isProbedThroughItsPool() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(cluster.replica(1).jdbcUrl());
    config.setUsername(cluster.replica(1).user());
    config.setPassword(cluster.replica(1).password());
    config.setMaximumPoolSize(2);
    try (HikariDataSource bean = new HikariDataSource(config);
        Nodes others =
            Nodes.of(
                settings(
                    Map.of(
                        "b1",
                        new NodeSettings.Replica(
                            null, "bean", null, null, 1, Set.of("online"), Map.of()))),
                1,
                primary,
                Map.of("bean", bean),
                Map.of())) {
      others.start();
      Node node = Objects.requireNonNull(others.find("b1"));
      assertThat(node.state()).isEqualTo(NodeState.UP);
      assertThat(node.serverUuid()).isEqualTo(cluster.replica(1).serverUuid());
      try (Connection connection = bean.getConnection()) {
        assertThat(connection.getNetworkTimeout()).isZero();
      }
    }
  }

  @Test
  void start_wrongPassword_isDownAndNeverPrintsIt(CapturedOutput output) {
    NodeSettings.Replica replica =
        new NodeSettings.Replica(
            cluster.replica(1).jdbcUrl(),
            null,
            cluster.replica(1).user(),
            "not-the-password",
            1,
            Set.of("online"),
            Map.of());
    try (Nodes wrong = open(Map.of("w1", replica))) {
      wrong.start();
      assertThat(Objects.requireNonNull(wrong.find("w1")).state()).isEqualTo(NodeState.DOWN);
      assertThat(output.getOut()).contains("replica w1").contains("1045");
      assertThat(output.getOut())
          .doesNotContain("not-the-password")
          .doesNotContain(cluster.primary().password());
    }
  }

  private static void awaitState(Node node, NodeState state) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(node.state()).isEqualTo(state));
  }

  private Nodes open(Map<String, NodeSettings.Replica> replicas) {
    return Nodes.of(settings(replicas), 1, primary, Map.of(), Map.of());
  }

  private static NodeSettings settings(Map<String, NodeSettings.Replica> replicas) {
    return NodeFixtures.settings(replicas, Map.of("online", LEAST));
  }

  private static NodeSettings.Replica replica(MySqlNode node) {
    String url = "jdbc:mysql://%s:%d/%s".formatted(node.host(), node.port(), cluster.database());
    return new NodeSettings.Replica(url, null, null, null, 1, Set.of("online"), Map.of());
  }

  private static SQLException refusal(Connection connection) {
    return (SQLException)
        catchThrowable(() -> execute(connection, "insert into node_t values (2)"));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int number(Connection connection, String sql) throws SQLException {
    return Integer.parseInt(text(connection, sql));
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
