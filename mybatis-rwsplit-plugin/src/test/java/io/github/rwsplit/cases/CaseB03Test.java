package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.api.Test;

/** B03: in a read-write transaction the first statement picked the node for all of them. */
@WithMySqlCluster(replicas = 2)
class CaseB03Test {

  @Test
  void transaction_readThenWrite_allOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = writableReplicas(servers)) {
      assertThatCall(
              () ->
                  shop.required()
                      .executeWithoutResult(
                          status -> {
                            shop.orders().selectById(1);
                            shop.orders().updateStatus(1, "SENT");
                          }))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(TX_READ_WRITE, WRITE);
      assertThat(Shop.statusOn(servers.primary(), 1)).isEqualTo("SENT");
    }
  }

  @Test
  void transaction_writeThenRead_findsItsRowOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = writableReplicas(servers)) {
      Order order = new Order(9, "NEW");
      Order found =
          assertThatCall(
                  () ->
                      shop.required()
                          .execute(
                              status -> {
                                shop.orders().insert(order);
                                return shop.orders().selectById(order.getId());
                              }))
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .because(WRITE, TX_READ_WRITE)
              .returning();
      assertThat(found.getStatus()).isEqualTo("NEW");
    }
  }

  private static Shop writableReplicas(MySqlCluster servers) throws Exception {
    Shop shop = Shop.open(servers);
    servers.replicas().forEach(node -> node.readOnly(false));
    servers.replicas().forEach(MySqlNode::clearStatements);
    return shop;
  }
}
