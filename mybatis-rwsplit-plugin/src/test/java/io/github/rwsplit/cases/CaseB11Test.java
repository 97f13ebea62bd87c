package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_SESSION_CONTEXT;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B11: what one task had said was still there for the next task of its thread. */
@WithMySqlCluster(replicas = 2)
class CaseB11Test {

  private final ExecutorService oneThread = Executors.newSingleThreadExecutor();

  @AfterEach
  void endThread() {
    oneThread.shutdownNow();
  }

  @Test
  void task_thatWroteAndThrew_leavesNoTraceForTheNextOfItsThread(MySqlCluster servers)
      throws Exception {
    try (Shop shop = behind(servers)) {
      assertThatThrownBy(
              () ->
                  on(
                      oneThread,
                      () ->
                          RwSplit.inSession(
                              "A",
                              () ->
                                  RwSplit.forcePrimary(
                                      () -> {
                                        shop.orders().insert(order(7));
                                        throw new IllegalStateException("as it happens");
                                      }))))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("as it happens");
      assertThat(shop.lastEvent().session()).isNotNull();

      assertThatCall(() -> on(oneThread, () -> shop.orders().selectById(1)))
          .ranOn(REPLICA)
          .ranNothingOn(PRIMARY)
          .because(EVENTUAL_REPLICA);
      assertThat(shop.lastEvent().session()).isNull();
      assertThat(shop.lastEvent().markerAgeMillis()).isNull();
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void task_ofASessionThatWrote_knowsItBySnapshotOnly(MySqlCluster servers) throws Exception {
    try (Shop shop = behind(servers)) {
      RwSplit.inSession(
          "A",
          () -> {
            Order order = order(7);
            shop.orders().insert(order);
            long id = order.getId();
            Callable<Order> read = () -> shop.orders().selectByIdInSession(id);

            assertThat(
                    assertThatCall(() -> on(oneThread, read))
                        .ranOn(PRIMARY)
                        .ranNothingOn(REPLICA)
                        .because(NO_SESSION_CONTEXT)
                        .returning())
                .isNotNull();
            assertThat(
                    assertThatCall(() -> on(oneThread, RwSplit.snapshot().wrap(read)))
                        .ranOn(PRIMARY)
                        .ranNothingOn(REPLICA)
                        .because(SESSION_MARKER)
                        .returning())
                .isNotNull();
            // the snapshot was for that task alone
            assertThatCall(() -> on(oneThread, read)).because(NO_SESSION_CONTEXT);
            return null;
          });
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void thread_startedInASession_inheritsNothing(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      RwSplit.inSession(
          "A",
          () ->
              RwSplit.forcePrimary(
                  () -> {
                    CompletableFuture<Order> read = new CompletableFuture<>();
                    Thread child = new Thread(() -> read.complete(shop.orders().selectById(1)));
                    assertThatCall(
                            () -> {
                              child.start();
                              return read.get();
                            })
                        .ranOn(REPLICA)
                        .because(EVENTUAL_REPLICA);
                    return null;
                  }));
      assertThat(shop.lastEvent().session()).isNull();
    }
  }

  private static Shop behind(MySqlCluster servers) throws Exception {
    Shop shop = Shop.on(servers).anyLag().open();
    servers.replicas().forEach(MySqlNode::stopApplier);
    return shop;
  }

  private static Order order(long user) {
    return new Order(user, "NEW");
  }

  private static <T> T on(ExecutorService executor, Callable<T> task) throws Exception {
    return executor.submit(task).get();
  }
}
