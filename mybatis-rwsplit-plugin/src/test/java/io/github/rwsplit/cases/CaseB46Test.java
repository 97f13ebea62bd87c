package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.PrimaryAbsentException;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B46: one replica that was not there kept the application from starting, or stayed away. */
@WithMySqlCluster(replicas = 2)
class CaseB46Test {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void start_oneReplicaRefused_runsWithoutItAndTakesItInLater(MySqlCluster servers)
      throws Exception {
    MySqlNode absent = servers.replica(1);
    absent.kill();
    try (Shop shop = Shop.open(servers)) {
      for (int i = 0; i < 20; i++) {
        assertThatCall(() -> shop.orders().selectById(1))
            .ranOn("replica-2")
            .because(EVENTUAL_REPLICA);
      }

      absent.start();
      absent.awaitCaughtUp();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                shop.orders().selectById(1);
                assertThat(shop.lastEvent().node()).isEqualTo("replica-1");
              });
      // its weight rises within ten seconds
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                shop.events().clear();
                servers.clearStatements();
                for (int i = 0; i < 200; i++) {
                  shop.orders().selectById(1);
                }
                // even, within five standard deviations
                assertThat(absent.statements())
                    .extracting(ReceivedStatement::text)
                    .hasSizeBetween(65, 135)
                    .containsOnly("select id, user_id, status from orders where id = 1");
              });
      assertThat(shop.events()).extracting(StatementEvent::reason).containsOnly(EVENTUAL_REPLICA);
    } finally {
      startAll(servers.replicas());
    }
  }

  @Test
  void start_noReplicaAtAll_runsOnThePrimaryUntilTheyCome(MySqlCluster servers) throws Exception {
    servers.replicas().forEach(MySqlNode::kill);
    try (Shop shop = Shop.open(servers)) {
      assertThatCall(() -> shop.orders().selectById(1)).ranOn("primary");
      startAll(servers.replicas());
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                shop.orders().selectById(1);
                assertThat(shop.lastEvent().reason()).isEqualTo(EVENTUAL_REPLICA);
              });
    } finally {
      startAll(servers.replicas());
    }
  }

  @Test
  void start_primaryRefused_failsClearly(MySqlCluster servers) {
    servers.primary().kill();
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(servers.primary().jdbcUrl());
      pool.setUsername(servers.primary().user());
      pool.setPassword(servers.primary().password());
      try (RwSplitCluster cluster =
          RwSplitCluster.builder(pool)
              .property("replicas.replica-1.url", servers.replica(1).jdbcUrl())
              .property("replicas.replica-2.url", servers.replica(2).jdbcUrl())
              .build()) {
        assertThatThrownBy(cluster::start)
            .isInstanceOf(PrimaryAbsentException.class)
            .hasMessageContaining("The primary (jdbc:mysql://")
            .hasMessageContaining("cannot be reached at the start")
            .hasMessageContaining("Start it, or check");
      }
    } finally {
      servers.primary().start();
    }
  }

  private static void startAll(List<MySqlNode> replicas) {
    for (MySqlNode replica : replicas) {
      if (!replica.isRunning()) {
        replica.start();
        replica.awaitCaughtUp();
      }
    }
  }
}
