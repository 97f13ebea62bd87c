package io.github.rwsplit.cases;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * {@code rwsplit.mode=observe}: everything runs on the primary, and the audit names a replica only
 * where one had what the read needed at that moment.
 */
@WithMySqlCluster(replicas = 2)
class ObserveTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final MySqlCluster servers;

  ObserveTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @AfterEach
  void startAppliers() {
    servers.replicas().forEach(MySqlNode::startApplier);
  }

  private static StatementEvent observed(Shop shop, Callable<?> read) {
    assertThatCall(read).ranOn(PRIMARY);
    StatementEvent event = shop.lastEvent();
    assertThat(event.reason()).isEqualTo(RouteReason.OBSERVED);
    assertThat(event.node()).isEqualTo("primary");
    return event;
  }

  private static Order inSession(Shop shop) throws Exception {
    return RwSplit.inSession("u-1", () -> shop.orders().selectByIdInSession(1));
  }

  @Test
  void target_ofASessionRead_isAReplicaOnlyOnceOneHasItsWrite() throws Exception {
    try (Shop shop = Shop.on(servers).property("mode", "observe").anyLag().open()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(observed(shop, () -> inSession(shop)).target())
                      .startsWith("replica-"));

      servers.replicas().forEach(MySqlNode::stopApplier);
      RwSplit.inSession("u-1", () -> shop.orders().updateStatus(1, "PAID"));
      StatementEvent behind = observed(shop, () -> inSession(shop));
      assertThat(behind.target()).isEqualTo("primary");
      assertThat(behind.lagMillis()).isNull();
      assertThat(behind.markerAgeMillis()).isNotNull();
      // another session has written nothing
      assertThat(observed(shop, () -> shop.orders().selectById(1)).target()).startsWith("replica-");

      servers.replicas().forEach(MySqlNode::startApplier);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(observed(shop, () -> inSession(shop)).target())
                      .startsWith("replica-"));
    }
  }

  @Test
  void target_ofAnEventualRead_isThePrimaryWhereEveryReplicaIsTooLate() throws Exception {
    try (Shop shop = Shop.on(servers).property("mode", "observe").open()) {
      StatementEvent fresh = observed(shop, () -> shop.orders().selectById(1));
      assertThat(fresh.target()).startsWith("replica-");
      assertThat(fresh.lagMillis()).isBetween(0L, 3_000L);

      servers.replicas().forEach(MySqlNode::stopApplier);
      shop.orders().updateStatus(1, "PAID");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(observed(shop, () -> shop.orders().selectById(1)).target())
                      .isEqualTo("primary"));
    }
  }

  @Test
  void target_ofWhatBelongsToThePrimary_isThePrimary() throws Exception {
    try (Shop shop = Shop.on(servers).property("mode", "observe").open()) {
      assertThat(observed(shop, () -> shop.orders().selectByIdStrong(1)).target())
          .isEqualTo("primary");
      assertThat(observed(shop, () -> shop.orders().updateStatus(1, "NEW")).target())
          .isEqualTo("primary");
    }
  }
}
