package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a cluster promises, wherever its servers come from. */
@WithMySqlCluster(replicas = 2)
abstract class MySqlClusterContract {

  private static final Executor SAME_THREAD = Runnable::run;

  private final MySqlCluster cluster;

  MySqlClusterContract(MySqlCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void resetAndCreateTable() throws SQLException {
    cluster.reset();
    update(cluster.primary(), "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(50))");
    cluster.awaitReplication();
    cluster.clearStatements();
  }

  // ---------------------------------------------------------------- replication

  @Test
  void start_nodes_haveNamesRolesAndIdentities() {
    assertThat(cluster.nodes())
        .extracting(MySqlNode::name)
        .containsExactly("primary", "replica-1", "replica-2");
    assertThat(cluster.nodes())
        .extracting(MySqlNode::role)
        .containsExactly(NodeRole.PRIMARY, NodeRole.REPLICA, NodeRole.REPLICA);
    assertThat(cluster.nodes()).extracting(MySqlNode::serverUuid).doesNotHaveDuplicates();
    assertThat(cluster.nodes()).extracting(MySqlNode::port).doesNotHaveDuplicates();
    assertThat(cluster.node("replica-2")).isSameAs(cluster.replica(2));
    assertThatThrownBy(() -> cluster.node("x"))
        .hasMessageContaining("one of [primary, replica-1, replica-2]");
  }

  @Test
  void write_onPrimary_arrivesOnEveryReplica() throws SQLException {
    insert(cluster.primary(), 1);
    cluster.awaitReplication();

    for (MySqlNode node : cluster.replicas()) {
      assertThat(ids(node)).isEqualTo("1");
      assertThat(node.gtidExecuted()).isEqualTo(cluster.primary().gtidExecuted());
    }
  }

  @Test
  void write_onReplica_isRefusedUntilItIsMadeWritable() throws SQLException {
    MySqlNode replica = cluster.replica(1);
    assertThatThrownBy(() -> insert(replica, 1))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1290));

    replica.readOnly(false);
    insert(replica, 1);

    assertThat(ids(replica)).isEqualTo("1");
    assertThat(ids(cluster.primary())).isEmpty();
  }

  @Test
  void application_account_isConfinedToItsDatabase() {
    assertThatThrownBy(() -> update(cluster.primary(), "SET GLOBAL max_connections=10"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> update(cluster.primary(), "CREATE DATABASE other"))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void stopApplier_replica_receivesButDoesNotApply() throws SQLException {
    MySqlNode replica = cluster.replica(1);
    replica.stopApplier();
    insert(cluster.primary(), 1);

    await().until(() -> received(replica), set -> isSubset(cluster.primary().gtidExecuted(), set));
    assertThat(ids(replica)).isEmpty();

    replica.startApplier();
    replica.awaitCaughtUp();
    assertThat(ids(replica)).isEqualTo("1");
  }

  @Test
  void stopReceiver_replica_doesNotReceive() throws SQLException {
    MySqlNode replica = cluster.replica(1);
    replica.stopReceiver();
    insert(cluster.primary(), 1);
    cluster.replica(2).awaitCaughtUp();
    assertThat(ids(replica)).isEmpty();

    replica.startReceiver();
    replica.awaitCaughtUp();
    assertThat(ids(replica)).isEqualTo("1");
  }

  @Test
  void delay_replica_appliesLaterUntilTheDelayEnds() throws SQLException {
    MySqlNode replica = cluster.replica(1);
    replica.delay(Duration.ofHours(1));
    insert(cluster.primary(), 1);

    await().until(() -> received(replica), set -> isSubset(cluster.primary().gtidExecuted(), set));
    assertThat(ids(replica)).isEmpty();

    replica.delay(Duration.ZERO);
    replica.awaitCaughtUp();
    assertThat(ids(replica)).isEqualTo("1");
    assertThatThrownBy(() -> replica.delay(Duration.ofMillis(1500)))
        .hasMessage("delay must be a whole number of seconds, 0 or more, but was PT1.5S");
  }

  // ---------------------------------------------------------------- the process

  @Test
  void pause_server_hangsUntilItIsResumed() throws SQLException {
    MySqlNode replica = cluster.replica(1);
    try (Connection connection = replica.connect()) {
      replica.pause();
      connection.setNetworkTimeout(SAME_THREAD, 300);
      assertThatThrownBy(() -> ids(connection))
          .hasRootCauseInstanceOf(SocketTimeoutException.class);
    }
    assertThat(replica.isRunning()).isTrue();
    replica.resume();

    assertThatCode(() -> ids(replica)).doesNotThrowAnyException();
  }

  @Test
  void kill_replica_comesBackAsItWasAndCatchesUp() throws SQLException {
    MySqlNode replica = cluster.replica(1);
    String uuid = replica.serverUuid();
    String url = replica.jdbcUrl();
    replica.kill();
    assertThat(replica.isRunning()).isFalse();
    assertThatThrownBy(replica::connect).isInstanceOf(SQLException.class);
    insert(cluster.primary(), 1);

    replica.start();
    replica.awaitCaughtUp();

    assertThat(ids(replica)).isEqualTo("1");
    assertThat(replica.jdbcUrl()).isEqualTo(url);
    assertThat(value(replica, "SELECT @@server_uuid")).isEqualTo(uuid);
    assertThat(value(replica, "SELECT @@super_read_only")).isEqualTo("1");
  }

  @Test
  void restart_primary_keepsWhatWasCommittedAndReplicationGoesOn() throws SQLException {
    insert(cluster.primary(), 1);
    cluster.primary().restart();
    insert(cluster.primary(), 2);
    cluster.awaitReplication();

    assertThat(cluster.nodes()).allSatisfy(node -> assertThat(ids(node)).isEqualTo("1,2"));
  }

  @Test
  void promote_whileThePrimaryAnswers_turnsAllRound() throws SQLException {
    MySqlNode old = cluster.primary();
    insert(old, 1);
    cluster.replica(1).promote();

    assertThat(cluster.primary()).isSameAs(cluster.replica(1));
    assertThat(old.role()).isEqualTo(NodeRole.REPLICA);
    assertThatThrownBy(() -> insert(old, 2)).isInstanceOf(SQLException.class);
    insert(cluster.primary(), 2);
    cluster.awaitReplication();
    assertThat(cluster.nodes()).allSatisfy(node -> assertThat(ids(node)).isEqualTo("1,2"));
  }

  @Test
  void promote_whileThePrimaryIsDead_leavesItWritableWhenItComesBack() throws SQLException {
    MySqlNode old = cluster.primary();
    old.kill();
    cluster.replica(2).promote();
    insert(cluster.primary(), 1);
    cluster.replica(1).awaitCaughtUp();
    assertThat(ids(cluster.replica(1))).isEqualTo("1");

    old.start();
    assertThat(value(old, "SELECT @@read_only")).isEqualTo("0");
    assertThat(ids(old)).isEmpty();
    old.follow();
    old.awaitCaughtUp();
    assertThat(ids(old)).isEqualTo("1");
  }

  // ---------------------------------------------------------------- statements

  @Test
  void statements_textAndPrepared_areSeenWhereTheyRan() throws SQLException {
    MySqlNode replica = cluster.replica(1);
    ids(replica);
    try (Connection connection =
            DriverManager.getConnection(
                replica.jdbcUrl() + "&useServerPrepStmts=true",
                replica.user(),
                replica.password());
        PreparedStatement statement =
            connection.prepareStatement("SELECT name FROM item\nWHERE id = ?")) {
      statement.setInt(1, 7);
      statement.executeQuery().close();
    }

    assertThat(replica.statements())
        .extracting(ReceivedStatement::command, ReceivedStatement::text)
        .containsExactly(
            tuple("Query", "SELECT GROUP_CONCAT(id ORDER BY id) FROM item"),
            tuple("Execute", "SELECT name FROM item\nWHERE id = 7"));
    assertThat(replica.everythingReceived())
        .extracting(ReceivedStatement::command)
        .contains("Prepare", "Connect");
    assertThat(replica.everythingReceived())
        .extracting(ReceivedStatement::user)
        .containsOnly(replica.user());
    assertThat(cluster.primary().statements()).isEmpty();
    assertThat(cluster.replica(2).statements()).isEmpty();
  }

  @Test
  void statements_replicatedWritesAndAdministration_doNotCount() throws SQLException {
    insert(cluster.primary(), 1);
    update(cluster.primary(), "CREATE TABLE other (id INT)");
    cluster.awaitReplication();

    assertThat(cluster.primary().statements())
        .extracting(ReceivedStatement::text)
        .containsExactly("INSERT INTO item (id) VALUES (1)", "CREATE TABLE other (id INT)");
    assertThat(cluster.replica(1).everythingReceived()).isEmpty();
  }

  @Test
  void statements_refusedByTheServer_count() {
    assertThatThrownBy(() -> insert(cluster.replica(1), 1)).isInstanceOf(SQLException.class);

    assertThat(cluster.replica(1).statements()).hasSize(1);
  }

  @Test
  void statements_afterRestart_goOn() throws SQLException {
    MySqlNode replica = cluster.replica(1);
    ids(replica);
    replica.kill();
    assertThat(replica.statements()).hasSize(1);
    replica.start();
    ids(replica);

    assertThat(replica.statements()).hasSize(2);
  }

  // ---------------------------------------------------------------- reset

  @Test
  void reset_afterEverythingWentWrong_givesACleanCluster() throws SQLException {
    cluster.replica(1).readOnly(false);
    insert(cluster.replica(1), 1);
    cluster.replica(2).stopApplier();
    cluster.replica(2).execute("SET GLOBAL max_connections=7", "SET GLOBAL offline_mode=ON");
    cluster.primary().execute("CREATE DATABASE stray");
    try (Connection forgotten = cluster.primary().connect();
        Statement statement = forgotten.createStatement()) {
      forgotten.setAutoCommit(false);
      statement.execute("INSERT INTO item (id) VALUES (5)");
      cluster.primary().pause();

      cluster.reset();

      assertThat(forgotten.isValid(1)).isFalse();
    }

    assertThat(cluster.nodes())
        .allSatisfy(
            node -> {
              assertThat(
                      value(
                          node,
                          "SELECT GROUP_CONCAT(table_name) FROM information_schema.tables WHERE table_schema='shop'"))
                  .isEmpty();
              assertThat(value(node, "SELECT @@offline_mode")).isEqualTo("0");
              assertThat(value(node, "SELECT @@max_connections")).isEqualTo("100");
            });
    update(cluster.primary(), "CREATE TABLE item (id INT PRIMARY KEY)");
    insert(cluster.primary(), 9);
    cluster.awaitReplication();
    assertThat(cluster.nodes()).allSatisfy(node -> assertThat(ids(node)).isEqualTo("9"));
    assertThatThrownBy(() -> insert(cluster.replica(1), 10)).isInstanceOf(SQLException.class);
  }

  @Test
  void reset_afterPromotion_leadsBackWithoutForgettingPositions() throws SQLException {
    MySqlNode first = cluster.primary();
    cluster.replica(1).promote();
    insert(cluster.primary(), 1);
    String before = cluster.primary().gtidExecuted();

    cluster.reset();

    assertThat(cluster.primary()).isSameAs(first);
    assertThat(isSubset(before, first.gtidExecuted())).isTrue();
    assertThat(cluster.nodes()).allSatisfy(node -> assertThat(node.statements()).isEmpty());
  }

  // ---------------------------------------------------------------- SQL

  private static void insert(MySqlNode node, int id) throws SQLException {
    update(node, "INSERT INTO item (id) VALUES (" + id + ")");
  }

  private static void update(MySqlNode node, String sql) throws SQLException {
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ids(MySqlNode node) throws SQLException {
    try (Connection connection = node.connect()) {
      return ids(connection);
    }
  }

  private static String ids(Connection connection) throws SQLException {
    return value(connection, "SELECT GROUP_CONCAT(id ORDER BY id) FROM item");
  }

  private static String value(MySqlNode node, String sql) throws SQLException {
    try (Connection connection = node.connect()) {
      return value(connection, sql);
    }
  }

  private static String value(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      String value = result.next() ? result.getString(1) : null;
      return value == null ? "" : value;
    }
  }

  private static String received(MySqlNode node) {
    try (AdminSession session = node.admin()) {
      String set = session.rows("SHOW REPLICA STATUS").get(0).get("retrieved_gtid_set");
      return String.join(",", List.of(set == null ? "" : set, Replication.executed(session)))
          .replaceAll("\\s", "");
    }
  }

  private boolean isSubset(String part, String whole) {
    try (AdminSession session = cluster.primary().admin()) {
      return Replication.isSubset(session, part, whole);
    }
  }
}
