package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** B44: reads kept trying dead replicas; a lock wait got a live node on the black list. */
@WithMySqlCluster(replicas = 2)
class CaseB44Test {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Consistency(EVENTUAL)
  interface Slow {

    @Select(
        "select /*+ MAX_EXECUTION_TIME(10) */ count(*) from orders a, orders b, orders c, orders d,"
            + " orders e, orders f, orders g, orders h, orders i, orders j, orders k, orders l,"
            + " orders m, orders n, orders o, orders p where a.id + p.id > 0")
    long count();
  }

  @Test
  void reads_allReplicasRefuseConnections_areOnThePrimaryAndAskThemNoMore(MySqlCluster servers)
      throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (Shop shop =
        Shop.on(servers)
            .replicaPool("replica-1", counting(servers.replica(1), asked))
            .replicaPool("replica-2", counting(servers.replica(2), asked))
            .open()) {
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      servers.replicas().forEach(MySqlNode::kill);
      // the first one finds them dead, unless a probe was faster
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(PRIMARY).because(NO_ELIGIBLE_REPLICA);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                asked.set(0);
                shop.orders().selectById(1);
                assertThat(asked).hasValue(0);
              });

      asked.set(0);
      for (int i = 0; i < 50; i++) {
        assertThatCall(() -> shop.orders().selectById(1))
            .ranOn(PRIMARY)
            .because(NO_ELIGIBLE_REPLICA);
      }
      assertThat(asked).hasValue(0);
    } finally {
      servers.replicas().forEach(MySqlNode::start);
    }
  }

  @Test
  void lockWait_onThePrimary_isNoFailureOfTheNode(MySqlCluster servers) throws Exception {
    try (Shop shop =
            Shop.on(servers).parameters("&sessionVariables=innodb_lock_wait_timeout=1").open();
        Connection blocker = servers.primary().connect()) {
      blocker.setAutoCommit(false);
      try (var statement = blocker.createStatement()) {
        statement.executeUpdate("update orders set status = 'HELD' where id = 1");
      }
      DataAccessException waited =
          assertThatFailingCall(
                  DataAccessException.class, () -> shop.orders().updateStatus(1, "SENT"))
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .because(WRITE)
              .returning();
      assertThat(waited.getRootCause())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1205));

      assertThatCall(() -> shop.orders().updateStatus(2, "SENT")).ranOn(PRIMARY).because(WRITE);
      blocker.rollback();
    }
  }

  @Test
  void timedOutQuery_onAReplica_isSentOnceAndIsNoFailureOfTheNode(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).mapper(Slow.class).open()) {
      for (int i = 0; i < 4; i++) {
        shop.events().clear();
        DataAccessException late =
            assertThatFailingCall(DataAccessException.class, () -> shop.mapper(Slow.class).count())
                .ranOn(REPLICA)
                .ranNothingOn(PRIMARY)
                .because(EVENTUAL_REPLICA)
                .returning();
        assertThat(late.getRootCause())
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(3024));
        assertThat(shop.events()).hasSize(1);
      }
      shop.events().clear();
      for (int i = 0; i < 40; i++) {
        shop.orders().selectById(1);
      }
      assertThat(shop.events())
          .extracting(StatementEvent::node)
          .containsOnly("replica-1", "replica-2")
          .contains("replica-1", "replica-2");
    }
  }

  /** Without a pool: whoever asks for a connection asks the server. */
  private static DataSource counting(MySqlNode node, AtomicInteger asked) {
    return new DelegatingDataSource(
        new DriverManagerDataSource(node.jdbcUrl(), node.user(), node.password())) {
      @Override
      public Connection getConnection() throws SQLException {
        if (!Thread.currentThread().getName().startsWith("rwsplit-probe")) {
          asked.incrementAndGet();
        }
        return super.getConnection();
      }
    };
  }
}
