package io.github.rwsplit.around;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_MANAGER_MISMATCH;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.connection.Items;
import io.github.rwsplit.connection.TwoDatabases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Two factories, two DataSources, two transaction managers, and the wrong one of them. */
@ExtendWith(OutputCaptureExtension.class)
class TwoTransactionManagersTest {

  @Test
  void read_inTheOthersTransaction_isOnThePrimaryAndWarnedAboutOnce(CapturedOutput output)
      throws Exception {
    try (TwoDatabases shop = TwoDatabases.open();
        TwoDatabases crm = TwoDatabases.open()) {
      for (int i = 0; i < 3; i++) {
        shop.required()
            .executeWithoutResult(
                status -> {
                  assertThat(shop.items().eventual(1)).isEqualTo("P1");
                  assertThat(crm.items().eventual(1)).isEqualTo("P1");
                });
      }

      assertThat(shop.reasons()).containsOnly(TX_READ_WRITE).hasSize(3);
      assertThat(crm.reasons()).containsOnly(TX_MANAGER_MISMATCH).hasSize(3);
      assertThat(output)
          .containsOnlyOnce(
              Items.class.getName()
                  + ".eventual runs in a transaction that is not on its SqlSessionFactory's"
                  + " DataSource");
      assertThat(crm.items().eventual(1)).isEqualTo("R1");
      assertThat(crm.reasons()).last().isEqualTo(EVENTUAL_REPLICA);
    }
  }

  @Test
  void write_inTheOthersTransaction_isNotRolledBackWithIt_asWithoutUs() throws Exception {
    try (TwoDatabases shop = TwoDatabases.open();
        TwoDatabases crm = TwoDatabases.open()) {
      shop.required()
          .executeWithoutResult(
              status -> {
                shop.items().note("undone");
                crm.items().note("stays");
                assertThat(crm.items().notes()).isEqualTo(1);
                status.setRollbackOnly();
              });

      assertThat(shop.notesOnPrimary()).isZero();
      assertThat(crm.notesOnPrimary()).isEqualTo(1);
      assertThat(crm.reasons()).containsExactly(WRITE, TX_MANAGER_MISMATCH);
    }
  }

  @Test
  void bothTransactions_nested_eachIsOnItsOwnPrimary() throws Exception {
    try (TwoDatabases shop = TwoDatabases.builder().poolsOfOne().open();
        TwoDatabases crm = TwoDatabases.builder().poolsOfOne().open()) {
      shop.required()
          .executeWithoutResult(
              outer ->
                  crm.required()
                      .executeWithoutResult(
                          inner -> {
                            crm.items().note("undone");
                            assertThat(crm.items().notes()).isEqualTo(1);
                            assertThat(shop.items().eventual(1)).isEqualTo("P1");
                            inner.setRollbackOnly();
                          }));

      assertThat(crm.notesOnPrimary()).isZero();
      assertThat(crm.reasons()).containsExactly(WRITE, TX_READ_WRITE);
    }
  }
}
