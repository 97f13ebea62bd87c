package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Takes the servers of another cluster for servers that somebody else runs. */
@WithMySqlCluster(replicas = 2)
class ExternalSourceTest {

  private final MySqlCluster theirs;
  private final Properties properties = new Properties();

  ExternalSourceTest(MySqlCluster theirs) {
    this.theirs = theirs;
    set("primary", theirs.primary().jdbcUrl());
    set("replicas", theirs.replica(1).jdbcUrl() + " " + theirs.replica(2).jdbcUrl());
    set("user", theirs.primary().user());
    set("password", theirs.primary().password());
    set("admin.user", theirs.accounts().admin().user());
    set("admin.password", theirs.accounts().admin().password());
  }

  private void set(String key, String value) {
    properties.setProperty("mysqlcluster.external." + key, value);
  }

  private MySqlCluster connect(int replicas) {
    return MySqlCluster.start(
        new ExternalSource(properties), MySqlCluster.builder().replicas(replicas).options());
  }

  @Test
  void start_serversGivenByUrl_areWatchedAndResetButNotKilled() throws SQLException {
    try (MySqlCluster ours = connect(2)) {
      theirs.primary().execute("CREATE DATABASE IF NOT EXISTS precious");
      run(ours.primary(), "CREATE TABLE item (id INT)");
      ours.awaitReplication();
      run(ours.replica(2), "SELECT * FROM item");

      assertThat(ours.replica(2).serverUuid()).isEqualTo(theirs.replica(2).serverUuid());
      assertThat(ours.replica(2).statements())
          .extracting(ReceivedStatement::text)
          .containsExactly("SELECT * FROM item");
      assertThat(ours.replica(1).statements()).isEmpty();
      assertThatThrownBy(() -> ours.replica(1).kill())
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("replica-1 cannot be killed, as it was given by URL");

      ours.reset();

      assertThatThrownBy(() -> run(ours.replica(1), "SELECT * FROM item"))
          .isInstanceOf(SQLException.class);
      theirs.replica(1).execute("USE precious");
    }
    assertThat(theirs.nodes()).allSatisfy(node -> assertThat(node.isRunning()).isTrue());
    theirs.clearStatements();
    run(theirs.primary(), "CREATE TABLE item (id INT)");
    assertThat(theirs.primary().statements()).hasSize(1);
  }

  @Test
  void start_moreReplicasThanUrls_isRefused() {
    assertThatThrownBy(() -> connect(3))
        .hasMessage(
            "mysqlcluster.external.replicas must name 3 servers for this cluster, but named 2");
  }

  private static void run(MySqlNode node, String sql) throws SQLException {
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
