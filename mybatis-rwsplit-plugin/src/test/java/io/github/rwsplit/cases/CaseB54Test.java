package io.github.rwsplit.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** B54: pools times nodes times instances, and settings that nobody read. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class CaseB54Test {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int POOLS_ON_EACH = 2;
  private static final int IDLE = 2;

  /** Four replicas, two to a server, without any size. */
  private static Shop.Builder shop(MySqlCluster servers) {
    return Shop.on(servers)
        .property("replicas.replica-3.url", servers.replica(1).jdbcUrl())
        .property("replicas.replica-4.url", servers.replica(2).jdbcUrl())
        .property("instances", "3");
  }

  @Test
  void start_noSizes_tellsTheSumAndRestsWithinTheDefault(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    int before = connections(servers.replica(1));
    try (Shop shop = shop(servers).open()) {
      assertThat(output)
          .contains(
              "Maximum pool sizes: primary 10 + replica-1 10 + replica-2 10 + replica-3 10 +"
                  + " replica-4 10 = 50 connections, and at most 200 probes per second; times 3"
                  + " instances 150 connections and at most 600 probes per second.");
      // each pool keeps so many idle, and its probe has one of its own
      int atRest = before + POOLS_ON_EACH * (IDLE + 1);
      await().atMost(PATIENCE).until(() -> connections(servers.replica(1)) == atRest);
      for (int i = 0; i < 40; i++) {
        shop.orders().selectById(1);
      }
      assertThat(connections(servers.replica(1))).isEqualTo(atRest);
    }
  }

  @Test
  void start_misspeltPoolKey_isRefusedAndNamed(MySqlCluster servers) {
    assertThatThrownBy(
            () -> shop(servers).property("replicas.replica-3.pool.minimum-idel", "2").open())
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining("rwsplit.replicas.replica-3.pool.minimum-idel");
  }

  /** As the server counts them. */
  private static int connections(MySqlNode node) throws Exception {
    try (var connection = node.adminConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "select count(*) from information_schema.processlist where user = '"
                    + node.user()
                    + "'")) {
      row.next();
      return row.getInt(1);
    }
  }
}
