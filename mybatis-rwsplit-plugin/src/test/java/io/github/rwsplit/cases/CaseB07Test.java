package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SCOPE_PINNED;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.TransactionDefinition;

/** B07: synchronization without a transaction kept one connection for the whole scope. */
@WithMySqlCluster(replicas = 2)
class CaseB07Test {

  @ParameterizedTest(name = "propagation {0}")
  @ValueSource(
      ints = {
        TransactionDefinition.PROPAGATION_SUPPORTS,
        TransactionDefinition.PROPAGATION_NOT_SUPPORTED
      })
  void scope_readWriteRead_writesOnThePrimaryAndSeesItsWrite(int propagation, MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      servers.replicas().forEach(replica -> replica.stopApplier());

      Order seen =
          RwSplit.inSession(
              "user-1",
              () ->
                  shop.in(propagation)
                      .execute(
                          status -> {
                            shop.orders().selectById(1);
                            shop.orders().updateStatus(1, "SENT");
                            return shop.orders().selectByIdInSession(1);
                          }));

      assertThat(seen.getStatus()).isEqualTo("SENT");
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .containsExactly(EVENTUAL_REPLICA, WRITE, SCOPE_PINNED);
      assertThat(servers.primary().statements()).hasSize(2);
      // committed by itself, in the middle of the scope
      assertThat(Shop.statusOn(servers.primary(), 1)).isEqualTo("SENT");
    } finally {
      servers.replicas().forEach(replica -> replica.startApplier());
    }
  }
}
