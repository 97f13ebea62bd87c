package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.REFUSED;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
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

/** B04: a write joined a read-only transaction that lived on a writable replica. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class CaseB04Test {

  @Test
  void write_joiningATransactionOnAWritableReplica_isRefusedAndTheReplicaIsNamed(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    servers.replica(1).readOnly(false);
    try (Shop shop =
        Shop.on(servers)
            .property("transactions.read-only", "replica")
            .property("replicas.replica-2.weight", "0")
            .open()) {
      // at the start, with the next step
      assertThat(output.getOut())
          .containsPattern("WARN .*replica replica-1 .*accepts writes")
          .contains("run SET PERSIST super_read_only = ON on it")
          .doesNotContainPattern("replica replica-2 .*accepts writes");
      DataAccessException refusal =
          assertThatFailingCall(
                  DataAccessException.class,
                  () ->
                      shop.readOnly()
                          .executeWithoutResult(
                              outer -> {
                                shop.orders().selectById(1);
                                shop.required()
                                    .executeWithoutResult(
                                        inner -> shop.orders().updateStatus(1, "SENT"));
                              }))
              .ranOn("replica-1")
              .ranNothingOn(PRIMARY)
              .because(TX_READ_ONLY_REPLICA, REFUSED)
              .returning();

      assertThat(refusal)
          .hasMessageContaining("OrderMapper.updateStatus")
          .hasMessageContaining("read-only transaction that lives on a replica");
      assertThat(shop.lastEvent().outcome()).isEqualTo(StatementEvent.Outcome.REFUSED);
      assertThat(Shop.statusOn(servers.replica(1), 1)).isEqualTo("NEW");
      assertThat(Shop.statusOn(servers.primary(), 1)).isEqualTo("NEW");
    } finally {
      servers.replica(1).readOnly(true);
    }
  }

  @Test
  void write_firstInAReadOnlyTransaction_isRefusedBeforeJdbc(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).property("transactions.read-only", "replica").open()) {
      assertThatFailingCall(
              DataAccessException.class,
              () -> shop.readOnly().execute(outer -> shop.orders().updateStatus(1, "SENT")))
          .ranNothingOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(REFUSED);
    }
  }
}
