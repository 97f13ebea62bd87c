package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class MySqlClusterTest {

  @Test
  void start_twoReplicas_writesArriveOnBoth() throws Exception {
    try (MySqlCluster cluster = MySqlCluster.start(2)) {
      try (Connection connection = cluster.primary().connect();
          Statement statement = connection.createStatement()) {
        statement.execute("create table t (id int primary key)");
        statement.execute("insert into t values (1)");
      }
      cluster.awaitReplication();
      for (MySqlNode node : cluster.replicas()) {
        try (Connection connection = node.connect();
            PreparedStatement statement =
                connection.prepareStatement("select id from t where id = ?")) {
          statement.setInt(1, 1);
          assertThat(statement.executeQuery().next()).isTrue();
        }
        assertThat(node.statements())
            .extracting(ReceivedStatement::text)
            .containsExactly("select id from t where id = 1");
      }
    }
  }
}
