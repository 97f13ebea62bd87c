package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplitMeters;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** B60: the log showed the node that was wished for, not the one that ran the statement. */
@WithMySqlCluster(replicas = 2)
class CaseB60Test {

  @Test
  void audit_inATransaction_showsThePrimaryThatRanIt(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      shop.required()
          .executeWithoutResult(
              status -> {
                shop.orders().insert(new Order(4, "NEW"));
                shop.orders().selectById(1);
              });

      StatementEvent read = shop.lastEvent();
      assertThat(read.reason()).isEqualTo(TX_READ_WRITE);
      assertThat(read.node()).isEqualTo("primary");
      assertThat(read.role()).isEqualTo(NodeRole.PRIMARY);
      assertThat(read.server()).isEqualTo(servers.primary().serverUuid());
      assertThat(read.transaction()).isEqualTo("rw");
    }
  }

  @Test
  void audit_alone_showsTheReplicaThatRanItByItsServerUuid(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      for (int i = 0; i < 10; i++) {
        servers.clearStatements();
        shop.orders().selectById(1);

        StatementEvent read = shop.lastEvent();
        assertThat(read.reason()).isEqualTo(EVENTUAL_REPLICA);
        assertThat(read.target()).isEqualTo(read.node());
        assertThat(read.server()).isEqualTo(servers.node(read.node()).serverUuid());
        assertThat(read.transaction()).isEqualTo("none");
        assertThat(servers.node(read.node()).statements())
            .extracting(ReceivedStatement::text)
            .containsExactly("select id, user_id, status from orders where id = 1");
      }
    }
  }

  @Test
  void metersAndLines_haveTheSameWords(MySqlCluster servers) throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (Shop shop = Shop.open(servers)) {
      new RwSplitMeters(shop.cluster()).bindTo(registry);
      assertThatCall(
              () ->
                  shop.required()
                      .execute(
                          status -> {
                            shop.orders().insert(new Order(4, "NEW"));
                            return shop.orders().selectById(1);
                          }))
          .ranOn(io.github.rwsplit.test.NodeRole.PRIMARY)
          .because(RouteReason.WRITE, TX_READ_WRITE);
      assertThatCall(() -> shop.orders().selectById(1))
          .ranOn(io.github.rwsplit.test.NodeRole.REPLICA)
          .because(EVENTUAL_REPLICA);

      for (StatementEvent event : shop.events()) {
        String role = event.role() == null ? "none" : event.role().word();
        long told =
            shop.events().stream()
                .filter(other -> other.reason() == event.reason() && other.role() == event.role())
                .count();
        assertThat(
                registry
                    .get("rwsplit.decisions")
                    .tags("role", role, "reason", event.reason().name())
                    .counter()
                    .count())
            .isEqualTo(told);
      }
      assertThat(shop.events()).hasSize(3);
    }
  }
}
