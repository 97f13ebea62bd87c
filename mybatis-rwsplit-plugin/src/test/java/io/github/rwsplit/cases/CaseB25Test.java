package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.SELECT_KEY;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** B25: the key query of an insert went to a replica, and took the insert along. */
@WithMySqlCluster(replicas = 2)
class CaseB25Test {

  @Test
  void selectKeyBefore_annotated_isOnThePrimaryWithItsInsert(MySqlCluster servers)
      throws Exception {
    insertsOnThePrimary(servers, OrderMapper::insertWithKeyBefore);
  }

  @Test
  void selectKeyBefore_inXmlOfAnEventualMapper_isOnThePrimaryWithItsInsert(MySqlCluster servers)
      throws Exception {
    insertsOnThePrimary(servers, OrderMapper::insertWithXmlKeyBefore);
  }

  @Test
  void selectKeyAfter_isOnTheInsertsConnection(MySqlCluster servers) throws Exception {
    insertsOnThePrimary(servers, OrderMapper::insertWithKeyAfter);
  }

  private static void insertsOnThePrimary(
      MySqlCluster servers, BiFunction<OrderMapper, Order, Integer> insert) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      servers.replicas().forEach(replica -> replica.readOnly(false));
      servers.clearStatements();
      Order order = new Order(8, "KEYED");

      assertThatCall(() -> insert.apply(shop.orders(), order)).ranOn(PRIMARY).ranNothingOn(REPLICA);

      assertThat(servers.primary().statements())
          .extracting(ReceivedStatement::connectionId)
          .hasSize(2)
          .containsOnly(servers.primary().statements().get(0).connectionId());
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .containsExactlyInAnyOrder(SELECT_KEY, WRITE);
      assertThat(shop.events().stream().map(StatementEvent::decision).distinct()).hasSize(1);
      assertThat(Shop.statusOn(servers.primary(), order.getId())).isEqualTo("KEYED");
    }
  }
}
