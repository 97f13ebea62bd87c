package io.github.rwsplit.around;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_MANAGER_MISMATCH;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.TwoDatabases;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What becomes of mappers in a transaction of JTA: nothing in it leaves the primary. */
class JtaTransactionsTest {

  private static TransactionTemplate jta() {
    return new TransactionTemplate(new JtaTransactionManager(new MemoryUserTransaction()));
  }

  private static TransactionTemplate jtaReadOnly() {
    TransactionTemplate readOnly = jta();
    readOnly.setReadOnly(true);
    return readOnly;
  }

  @Test
  void readsAndWrites_inATransactionOfJta_areOnThePrimary() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      jta()
          .executeWithoutResult(
              status -> {
                assertThat(both.items().eventual(1)).isEqualTo("P1");
                both.items().rename(new Item(1, "jta"));
                assertThat(both.items().session(1)).isEqualTo("jta");
                assertThat(both.items().eventual(1)).isEqualTo("jta");
              });

      assertThat(both.reasons())
          .containsExactly(TX_MANAGER_MISMATCH, WRITE, TX_MANAGER_MISMATCH, TX_MANAGER_MISMATCH);
      assertThat(both.items().eventual(1)).isEqualTo("R1");
      assertThat(both.reasons()).last().isEqualTo(EVENTUAL_REPLICA);
      assertThat(both.leased()).isZero();
      Pools.assertAllReturned(both.primaryPool());
    }
  }

  @Test
  void readOnlyTransactionOfJta_livesOnNoReplica() throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder().property("transactions.read-only", "replica").open()) {
      assertThat(jtaReadOnly().<String>execute(status -> both.items().eventual(1))).isEqualTo("P1");
      assertThat(both.reasons()).containsExactly(TX_MANAGER_MISMATCH);
    }
  }

  @Test
  void write_inATransactionOfJta_isFollowedByItsSession() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      RwSplit.inSession(
          "user-1",
          () -> {
            assertThat(both.items().session(1)).isEqualTo("R1");
            jta().executeWithoutResult(status -> both.items().rename(new Item(1, "jta")));
            assertThat(both.items().session(1)).isEqualTo("jta");
            return true;
          });
      assertThat(both.reasons()).containsExactly(SESSION_REPLICA, WRITE, SESSION_MARKER);
    }
  }
}
