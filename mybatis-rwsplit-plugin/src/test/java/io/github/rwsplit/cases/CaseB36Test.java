package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.api.Test;

/** B36: a record that was just stored was read back as nothing. */
@WithMySqlCluster(replicas = 2)
class CaseB36Test {

  @Test
  void sessionRead_afterTheSessionsWrite_findsItOnThePrimary(MySqlCluster servers)
      throws Exception {
    try (Shop shop =
        Shop.on(servers).property("session.eventual-follows-writes", "false").anyLag().open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      Order order = new Order(7, "NEW");
      RwSplit.inSession(
          "A",
          () -> {
            write(shop, order);
            Order found =
                assertThatCall(() -> shop.orders().selectByIdInSession(order.getId()))
                    .ranOn(PRIMARY)
                    .ranNothingOn(REPLICA)
                    .because(SESSION_MARKER)
                    .returning();
            assertThat(found.getStatus()).isEqualTo("NEW");
            assertThat(shop.lastEvent().markerAgeMillis()).isNotNegative();
            Order late =
                assertThatCall(() -> shop.orders().selectById(order.getId()))
                    .ranOn(REPLICA)
                    .ranNothingOn(PRIMARY)
                    .because(EVENTUAL_REPLICA)
                    .returning();
            assertThat(late).isNull();
            return null;
          });
      // another session did not write
      RwSplit.inSession(
          "B",
          () ->
              assertThatCall(() -> shop.orders().selectByIdInSession(1))
                  .ranOn(REPLICA)
                  .because(SESSION_REPLICA));
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void eventualRead_byDefault_followsTheSessionsWriteToo(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      Order order = new Order(7, "NEW");
      Order found =
          RwSplit.inSession(
              "A",
              () -> {
                write(shop, order);
                return assertThatCall(() -> shop.orders().selectById(order.getId()))
                    .ranOn(PRIMARY)
                    .ranNothingOn(REPLICA)
                    .because(SESSION_MARKER)
                    .returning();
              });
      assertThat(found).isNotNull();
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  private static void write(Shop shop, Order order) {
    assertThatCall(() -> shop.orders().insert(order))
        .ranOn(PRIMARY)
        .ranNothingOn(REPLICA)
        .because(WRITE);
  }
}
