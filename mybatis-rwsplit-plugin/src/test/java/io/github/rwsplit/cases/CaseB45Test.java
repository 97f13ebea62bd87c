package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** B45: a server that accepts and never answers held its callers for hours. */
@WithMySqlCluster(replicas = 2)
class CaseB45Test {

  private static final int READERS = 50;
  private static final int READS_EACH = 5;

  @Test
  void replica_hangsUnderFiftyReaders_isLeftOutAndNothingIsLost(MySqlCluster servers)
      throws Exception {
    MySqlNode hung = servers.replica(1);
    ExecutorService executor = Executors.newFixedThreadPool(READERS + 1);
    try (Shop shop = Shop.open(servers)) {
      hung.pause();
      CountDownLatch go = new CountDownLatch(1);
      List<Future<Order>> reads = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        reads.add(
            executor.submit(
                () -> {
                  go.await();
                  Order order = null;
                  for (int n = 0; n < READS_EACH; n++) {
                    order = Objects.requireNonNull(shop.orders().selectById(2));
                  }
                  return order;
                }));
      }
      Future<?> writes =
          executor.submit(
              () -> {
                go.await();
                for (int n = 0; n < READS_EACH; n++) {
                  shop.required()
                      .executeWithoutResult(status -> shop.orders().updateStatus(1, "SENT"));
                }
                return null;
              });
      go.countDown();
      writes.get();
      for (Future<Order> read : reads) {
        assertThat(read.get().getStatus()).isEqualTo("PAID");
      }

      assertThat(shop.events())
          .filteredOn(event -> event.reason() == WRITE)
          .hasSize(READS_EACH)
          .allMatch(event -> event.outcome() == StatementEvent.Outcome.OK);
      assertThat(shop.events())
          .filteredOn(event -> event.outcome() == StatementEvent.Outcome.ERROR)
          .allMatch(event -> "replica-1".equals(event.node()) && event.attempt() == 1);
      assertThat(shop.events())
          .filteredOn(event -> event.attempt() == 2)
          .allMatch(event -> event.reason() == RETRY_READ);
      for (int i = 0; i < 20; i++) {
        assertThatCall(() -> shop.orders().selectById(2))
            .ranOn("replica-2")
            .because(EVENTUAL_REPLICA);
      }
      assertThatCall(
              () ->
                  shop.required()
                      .executeWithoutResult(
                          status -> {
                            shop.orders().selectById(1);
                            shop.orders().updateStatus(1, "DONE");
                          }))
          .ranOn("primary")
          .because(TX_READ_WRITE, WRITE);
    } finally {
      hung.resume();
      executor.shutdownNow();
    }
  }
}
