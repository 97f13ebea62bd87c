package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** B09: routing must never need another propagation, nor lose the outer transaction. */
@WithMySqlCluster(replicas = 2)
class CaseB09Test {

  @Test
  void requiresNewReadOnly_insideATransactionThatWrote_hasItsOwnNode(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).property("transactions.read-only", "replica").open()) {
      TransactionTemplate inner = shop.requiresNew();
      inner.setReadOnly(true);
      Order order = new Order(77, "NEW");

      Order seenOutside =
          shop.required()
              .execute(
                  status -> {
                    shop.orders().insert(order);
                    List<Order> seenInside = inner.execute(again -> shop.orders().selectList(77));
                    assertThat(seenInside).isEmpty();
                    return shop.orders().selectById(order.getId());
                  });

      assertThat(seenOutside.getStatus()).isEqualTo("NEW");
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .containsExactly(WRITE, TX_READ_ONLY_REPLICA, TX_READ_WRITE);
      assertThat(shop.events())
          .extracting(StatementEvent::role)
          .containsExactly(NodeRole.PRIMARY, NodeRole.REPLICA, NodeRole.PRIMARY);
      assertThat(servers.primary().statements())
          .extracting(ReceivedStatement::text)
          .filteredOn(text -> text.contains("orders"))
          .hasSize(2);
      assertThat(
              servers.replicas().stream()
                  .flatMap(replica -> replica.statements().stream())
                  .map(ReceivedStatement::text)
                  .filter(text -> text.contains("user_id = 77")))
          .hasSize(1);
    }
  }

  @Test
  void required_joinedByReads_staysOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).property("transactions.read-only", "replica").open()) {
      TransactionTemplate joined = shop.readOnly();
      shop.required()
          .executeWithoutResult(
              status -> {
                shop.orders().updateStatus(1, "SENT");
                joined.executeWithoutResult(
                    same -> assertThat(shop.orders().selectById(1).getStatus()).isEqualTo("SENT"));
              });

      assertThat(
              Stream.concat(
                  servers.replica(1).statements().stream(),
                  servers.replica(2).statements().stream()))
          .isEmpty();
    }
  }
}
