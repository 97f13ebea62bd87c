package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * B37: after post, redirect and get, the user's own comment was missing on the next page. Over two
 * instances: {@code adoption.TwoInstancesTest}.
 */
@WithMySqlCluster(replicas = 2)
class CaseB37Test {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ExecutorService requests = Executors.newSingleThreadExecutor();

  @AfterEach
  void end(MySqlCluster servers) {
    requests.shutdownNow();
    servers.replicas().forEach(MySqlNode::startApplier);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gtid", "window"})
  void nextRequest_findsTheWriteForAsLongAsReplicasAreLate(String strategy, MySqlCluster servers)
      throws Exception {
    try (Shop shop =
        Shop.on(servers)
            .property("session.strategy", strategy)
            .property("session.window", "1s")
            .open()) {
      inSession(shop, "B", "NEW", SESSION_REPLICA);
      servers.replicas().forEach(MySqlNode::stopApplier);
      request("A", () -> shop.required().execute(tx -> shop.orders().updateStatus(1, "SENT")));

      assertThat(
              assertThatCall(() -> request("A", () -> shop.orders().selectByIdInSession(1)))
                  .ranOn(PRIMARY)
                  .ranNothingOn(REPLICA)
                  .because(SESSION_MARKER)
                  .returning()
                  .getStatus())
          .isEqualTo("SENT");
      assertThatCall(() -> request("B", () -> shop.orders().selectByIdInSession(1)))
          .ranOn(REPLICA)
          .because(SESSION_REPLICA);
      // longer than the window, and the replicas are later than that
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                inSession(shop, "A", "SENT", SESSION_MARKER);
                assertThat(shop.lastEvent().markerAgeMillis()).isGreaterThan(2_000);
              });

      servers.replicas().forEach(MySqlNode::startApplier);
      await().atMost(PATIENCE).untilAsserted(() -> inSession(shop, "A", "SENT", SESSION_REPLICA));
    }
  }

  @Test
  void nextRequest_replicasAreLateForWhatOthersWroteOnly_isServedByThem(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      request("A", () -> shop.required().execute(tx -> shop.orders().updateStatus(1, "SENT")));
      servers.awaitReplication();
      servers.replicas().forEach(MySqlNode::stopApplier);
      try (Writes others = Writes.goOnAt(servers)) {
        assertThat(others).isNotNull();
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  inSession(shop, "A", "SENT", SESSION_REPLICA);
                  assertThat(shop.lastEvent().lagMillis()).isGreaterThan(1_000);
                });
      }
    }
  }

  private void inSession(Shop shop, String session, String status, RouteReason reason)
      throws Exception {
    Order order = request(session, () -> shop.orders().selectByIdInSession(1));
    assertThat(order.getStatus()).isEqualTo(status);
    assertThat(shop.lastEvent().reason()).isEqualTo(reason);
  }

  /** Each request runs on a thread that belongs to nobody. */
  private <T> T request(String session, Callable<T> work) throws Exception {
    return requests.submit(() -> RwSplit.inSession(session, work)).get();
  }
}
