package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** B01: a node was chosen when a transaction began, before anything was known of it. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class CaseB01Test {

  @Test
  void start_readOnlyTransactionsOnReplicasAndNoLazyDataSource_isSaid(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    Shop.on(servers).property("transactions.read-only", "replica").open().close();
    assertThat(output.getOut())
        .containsOnlyOnce("the primary's DataSource is not lazy")
        .contains("wrap the DataSource in a LazyConnectionDataSourceProxy");
  }

  @Test
  void readOnlyTransaction_onReplica_takesNoConnectionOfThePrimary(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    AtomicInteger borrowed = new AtomicInteger();
    try (Shop shop =
        Shop.on(servers)
            .property("transactions.read-only", "replica")
            .wrapped(pool -> lazy(counting(pool, borrowed)))
            .open()) {
      borrowed.set(0);
      assertThatCall(() -> selectIn(shop, shop.readOnly()))
          .ranOn(REPLICA)
          .ranOnOneNode()
          .ranNothingOn(PRIMARY)
          .because(TX_READ_ONLY_REPLICA);
      assertThat(borrowed).hasValue(0);
      assertThat(output.getOut()).doesNotContain("is not lazy");
    }
  }

  @Test
  void readWriteTransaction_isOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop =
        Shop.on(servers)
            .property("transactions.read-only", "replica")
            .wrapped(CaseB01Test::lazy)
            .open()) {
      assertThatCall(() -> selectIn(shop, shop.required()))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(TX_READ_WRITE);
    }
  }

  @Test
  void readOnlyTransaction_byDefault_isOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      assertThatCall(() -> selectIn(shop, shop.readOnly()))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(TX_READ_ONLY);
    }
  }

  private static String selectIn(Shop shop, TransactionTemplate scope) {
    return scope.execute(
        status -> {
          shop.orders().selectById(2);
          return shop.orders().selectById(1).getStatus();
        });
  }

  private static DataSource lazy(DataSource pool) {
    LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy();
    lazy.setTargetDataSource(pool);
    lazy.setDefaultAutoCommit(true);
    lazy.setDefaultTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    return lazy;
  }

  private static DataSource counting(DataSource pool, AtomicInteger borrowed) {
    return new DelegatingDataSource(pool) {
      @Override
      public Connection getConnection() throws SQLException {
        if (!Thread.currentThread().getName().startsWith("rwsplit-probe")) {
          borrowed.incrementAndGet();
        }
        return super.getConnection();
      }
    };
  }
}
