package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.LOCKING_READ;
import static io.github.rwsplit.route.RouteReason.REFUSED;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;

/** B20: a locking read ran on a replica, which locks nothing that anybody honors. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class CaseB20Test {

  @Test
  void lockingRead_outsideATransaction_isOnThePrimaryAndWarnedAboutOnce(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      for (int i = 0; i < 2; i++) {
        assertThatCall(() -> shop.orders().lockById(1))
            .ranOn(PRIMARY)
            .ranNothingOn(REPLICA)
            .because(LOCKING_READ);
      }
    }
    assertThat(output.getOut())
        .containsOnlyOnce(
            "io.github.rwsplit.cases.OrderMapper.lockById locks rows outside a transaction");
  }

  @Test
  void lockingRead_inATransaction_isOnThePrimary(MySqlCluster servers, CapturedOutput output)
      throws Exception {
    try (Shop shop = Shop.open(servers)) {
      assertThatCall(() -> shop.required().execute(status -> shop.orders().lockById(1)))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(LOCKING_READ);
    }
    assertThat(output.getOut()).doesNotContain("outside a transaction");
  }

  @Test
  void lockingRead_inATransactionOnAReplica_isRefused(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).property("transactions.read-only", "replica").open()) {
      DataAccessException refusal =
          assertThatFailingCall(
                  DataAccessException.class,
                  () ->
                      shop.readOnly()
                          .execute(
                              status -> {
                                shop.orders().selectById(1);
                                return shop.orders().lockById(1);
                              }))
              .ranOn(REPLICA)
              .ranNothingOn(PRIMARY)
              .returning();

      assertThat(refusal)
          .hasMessageContaining(
              "REFUSED: io.github.rwsplit.cases.OrderMapper.lockById writes or locks in a"
                  + " read-only transaction that lives on a replica");
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .containsExactly(TX_READ_ONLY_REPLICA, REFUSED);
      assertThat(shop.lastEvent().outcome()).isEqualTo(StatementEvent.Outcome.REFUSED);
      assertThat(shop.lastEvent().node()).isNull();
    }
  }
}
