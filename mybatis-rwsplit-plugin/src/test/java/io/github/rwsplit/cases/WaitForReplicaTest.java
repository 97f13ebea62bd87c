package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A read waits once for a replica to reach its session's position, and only so many do. */
@WithMySqlCluster(replicas = 1)
class WaitForReplicaTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final MySqlCluster servers;
  private final MySqlNode replica;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  WaitForReplicaTest(MySqlCluster servers) {
    this.servers = servers;
    this.replica = servers.replica(1);
  }

  @AfterEach
  void heal() {
    replica.startApplier();
    threads.shutdownNow();
  }

  @Test
  void sessionRead_replicaThatGetsThereInTime_isServedByIt() throws Exception {
    try (Shop shop = waiting("60s").open()) {
      replica.stopApplier();
      Future<Order> read = threads.submit(() -> writeAndRead(shop, "A", 1));
      await().atMost(PATIENCE).until(() -> waiters() == 1);

      replica.startApplier();

      assertThat(read.get().getStatus()).isEqualTo("SENT");
      assertThat(reasonsOfReads(shop)).containsExactly(SESSION_REPLICA);
    }
  }

  @Test
  void sessionRead_inAReadOnlyTransaction_waitsBeforeItsSnapshot() throws Exception {
    try (Shop shop = waiting("60s").property("transactions.read-only", "replica").open()) {
      replica.stopApplier();
      Future<Order> read =
          threads.submit(
              () ->
                  RwSplit.inSession(
                      "A",
                      () -> {
                        shop.orders().updateStatus(1, "SENT");
                        return shop.readOnly()
                            .execute(status -> shop.orders().selectByIdInSession(1));
                      }));
      await().atMost(PATIENCE).until(() -> waiters() == 1);

      replica.startApplier();

      assertThat(read.get().getStatus()).isEqualTo("SENT");
      assertThat(reasonsOfReads(shop)).containsExactly(RouteReason.TX_READ_ONLY_REPLICA);
    }
  }

  @Test
  void sessionReads_moreThanHalfOfThePool_goToThePrimaryAtOnce() throws Exception {
    try (Shop shop =
        waiting("60s").property("replicas.replica-1.pool.maximum-pool-size", "4").open()) {
      replica.stopApplier();
      List<Future<Order>> waiting = new ArrayList<>();
      for (int i = 1; i <= 2; i++) {
        // each its own row, since the replica shows the other session's first write as well
        long row = i;
        waiting.add(threads.submit(() -> writeAndRead(shop, "waits-" + row, row)));
      }
      await().atMost(PATIENCE).until(() -> waiters() == 2);

      assertThat(writeAndRead(shop, "does not", 3).getStatus()).isEqualTo("SENT");
      assertThat(reasonsOfReads(shop)).containsExactly(SESSION_MARKER);
      // and a read that needs nothing of the sort finds a connection
      assertThat(RwSplit.inSession("reader", () -> shop.orders().selectById(3))).isNotNull();

      replica.startApplier();
      for (Future<Order> read : waiting) {
        assertThat(read.get().getStatus()).isEqualTo("SENT");
      }
    }
  }

  private Shop.Builder waiting(String longest) {
    return Shop.on(servers).anyLag().property("session.wait", longest);
  }

  private static Order writeAndRead(Shop shop, String session, long id) throws Exception {
    return RwSplit.inSession(
        session,
        () -> {
          shop.orders().updateStatus(id, "NEW");
          shop.orders().updateStatus(id, "SENT");
          return shop.orders().selectByIdInSession(id);
        });
  }

  private static List<RouteReason> reasonsOfReads(Shop shop) {
    return shop.eventsSoFar().stream()
        .filter(event -> event.statement().endsWith("selectByIdInSession"))
        .map(StatementEvent::reason)
        .toList();
  }

  private long waiters() throws SQLException {
    try (Connection connection = replica.adminConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select count(*) from performance_schema.processlist"
                    + " where info like 'SELECT WAIT_FOR_EXECUTED_GTID_SET%'")) {
      row.next();
      return row.getLong(1);
    }
  }
}
