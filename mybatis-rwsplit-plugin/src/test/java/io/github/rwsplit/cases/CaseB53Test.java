package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.Pools;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Insert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** B53: threads that held one connection waited for a second one of the same pool. */
@WithMySqlCluster(replicas = 2)
class CaseB53Test {

  private static final int SIZE = 5;

  interface Keys {

    @Insert("insert into orders (id, user_id, status) values (1, 1, 'AGAIN')")
    int insertTheFirstAgain();
  }

  private final ExecutorService executor = Executors.newFixedThreadPool(SIZE);
  private final AtomicInteger borrowed = new AtomicInteger();

  @AfterEach
  void endThreads() {
    executor.shutdownNow();
  }

  @Test
  void transactions_asManyAsConnections_needOneEach(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      CyclicBarrier allHoldOne = new CyclicBarrier(SIZE);
      List<Future<Order>> all =
          start(
              () -> {
                Order order = new Order(53, "NEW");
                return shop.required()
                    .execute(
                        status -> {
                          await(allHoldOne);
                          shop.orders().insert(order);
                          await(allHoldOne);
                          return shop.orders().selectById(order.getId());
                        });
              });
      for (Future<Order> one : all) {
        assertThat(one.get().getStatus()).isEqualTo("NEW");
      }
      assertThat(borrowed).hasValue(SIZE);
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .hasSize(2 * SIZE)
          .containsOnly(WRITE, TX_READ_WRITE);
      assertThat(
              servers.primary().statements().stream()
                  .map(ReceivedStatement::connectionId)
                  .distinct())
          .hasSize(SIZE);
    }
  }

  @Test
  void readOnlyTransactions_onReplicas_needOneOfEachPoolAtMost(MySqlCluster servers)
      throws Exception {
    try (Shop shop =
        Shop.on(servers)
            .poolSize(SIZE)
            .wrapped(this::counting)
            .property("transactions.read-only", "replica")
            .property("replicas.replica-1.pool.maximum-pool-size", String.valueOf(SIZE))
            .property("replicas.replica-2.weight", "0")
            .open()) {
      borrowed.set(0);
      CyclicBarrier allHoldOne = new CyclicBarrier(SIZE);
      List<Future<Order>> all =
          start(
              () ->
                  shop.readOnly()
                      .execute(
                          status -> {
                            shop.orders().selectById(1);
                            await(allHoldOne);
                            // on the primary's connection, which the transaction holds already
                            shop.orders().selectByIdStrong(1);
                            await(allHoldOne);
                            return shop.orders().selectById(2);
                          }));
      for (Future<Order> one : all) {
        assertThat(one.get().getStatus()).isEqualTo("PAID");
      }
      assertThat(borrowed).hasValue(SIZE);
    }
  }

  @Test
  void failingStatement_isTranslatedWithoutAnotherConnection(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      CyclicBarrier allHoldOne = new CyclicBarrier(SIZE);
      List<Future<Integer>> all =
          start(
              () ->
                  shop.required()
                      .execute(
                          status -> {
                            await(allHoldOne);
                            return shop.mapper(Keys.class).insertTheFirstAgain();
                          }));
      for (Future<Integer> one : all) {
        assertThatThrownBy(one::get).cause().isInstanceOf(DuplicateKeyException.class);
      }
      assertThat(borrowed).hasValue(SIZE);
    }
  }

  @Test
  void requiresNew_ofAllAtOnce_failsByTimeOutAndDoesNotHang(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      shop.pool().setConnectionTimeout(500);
      TransactionTemplate inner = shop.requiresNew();
      CyclicBarrier allHoldOne = new CyclicBarrier(SIZE);
      List<Future<Integer>> all =
          start(
              () ->
                  shop.required()
                      .execute(
                          status -> {
                            shop.orders().insert(new Order(54, "OUTER"));
                            await(allHoldOne);
                            return inner.execute(
                                again -> shop.orders().insert(new Order(54, "INNER")));
                          }));
      int failed = 0;
      for (Future<Integer> one : all) {
        try {
          assertThat(one.get()).isEqualTo(1);
        } catch (ExecutionException e) {
          assertThat(e).cause().isInstanceOf(CannotCreateTransactionException.class);
          assertThat(e).rootCause().hasMessageContaining("total=5");
          failed++;
        }
      }
      assertThat(failed).isPositive();
      Pools.assertAllReturned(shop.pool());
      Integer outer =
          shop.jdbc()
              .queryForObject("select count(*) from orders where status = 'OUTER'", Integer.class);
      assertThat(outer).isEqualTo(SIZE - failed);
    }
  }

  private Shop shop(MySqlCluster servers) throws Exception {
    Shop shop = Shop.on(servers).mapper(Keys.class).poolSize(SIZE).wrapped(this::counting).open();
    borrowed.set(0);
    return shop;
  }

  private <T> List<Future<T>> start(Callable<T> task) {
    List<Future<T>> all = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      all.add(executor.submit(task));
    }
    return all;
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException("the others are gone", e);
    }
  }

  private DelegatingDataSource counting(DataSource pool) {
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
