package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.DEGRADED_STALE;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.route.RouteReason.REFUSED;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.ibatis.annotations.Insert;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

/** B48: reads that found no replica all fell upon the primary, and took the writes' room. */
@WithMySqlCluster(replicas = 2)
class CaseB48Test {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int READERS = 40;

  interface Notes {

    @Insert("insert into notes (text) values (#{text})")
    int note(String text);
  }

  @Test
  void reads_withoutAnyReplica_areOnThePrimaryWithinTheBudgetAndLeaveRoomForWrites(
      MySqlCluster servers) throws Exception {
    servers.replicas().forEach(MySqlNode::kill);
    ExecutorService executor = Executors.newFixedThreadPool(READERS);
    try (Shop shop =
            Shop.on(servers)
                .schema("create table if not exists notes (text varchar(20))")
                .mapper(Notes.class)
                .open();
        Connection blocker = servers.primary().connect();
        var statement = blocker.createStatement()) {
      statement.execute("lock tables orders write");
      servers.clearStatements();
      List<Future<List<Order>>> reads = fourOfThemHeld(shop, executor);
      for (int i = 0; i < 20; i++) {
        assertThatCall(() -> shop.mapper(Notes.class).note("there is room"))
            .ranOn("primary")
            .because(WRITE);
      }
      assertThat(servers.primary().statements())
          .extracting(ReceivedStatement::text)
          .filteredOn(text -> text.contains("user_id = 1"))
          .hasSize(4);

      statement.execute("unlock tables");
      int answered = 0;
      for (Future<List<Order>> read : reads) {
        try {
          assertThat(read.get()).hasSize(2);
          answered++;
        } catch (ExecutionException e) {
          assertThat(e)
              .cause()
              .isInstanceOf(DataAccessException.class)
              .hasMessageContaining("rwsplit.fallback.max-concurrent");
        }
      }
      assertThat(answered).isEqualTo(4);
      assertThat(shop.events())
          .filteredOn(event -> event.reason() == NO_ELIGIBLE_REPLICA)
          .hasSize(4);
      assertThat(shop.events())
          .filteredOn(event -> event.reason() == REFUSED)
          .hasSize(READERS - 4)
          .allMatch(event -> event.outcome() == StatementEvent.Outcome.REFUSED)
          .allMatch(event -> event.node() == null);
      // what is demanded of the primary needs no place in the budget
      assertThatCall(() -> shop.orders().selectByIdStrong(1))
          .ranOn("primary")
          .ranNothingOn(REPLICA);
    } finally {
      executor.shutdownNow();
      servers.replicas().forEach(MySqlNode::start);
    }
  }

  @Test
  void reads_allReplicasAreLateAndTheBudgetIsUsedUp_takeAStaleReplicaAndSaySo(MySqlCluster servers)
      throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(READERS);
    try (Shop shop =
            late(servers)
                .property("fallback.when-exhausted", "stale")
                .schema("create table if not exists notes (text varchar(20))")
                .mapper(Notes.class)
                .open();
        Connection blocker = servers.primary().connect();
        var statement = blocker.createStatement()) {
      makeLate(shop);
      statement.execute("lock tables orders write");
      shop.events().clear();
      List<Future<List<Order>>> reads = fourOfThemHeld(shop, executor);
      assertThat(shop.eventsSoFar())
          .hasSize(READERS - 4)
          .allMatch(event -> event.reason() == DEGRADED_STALE)
          .allMatch(event -> String.valueOf(event.node()).startsWith("replica-"))
          .allMatch(event -> event.lagMillis() != null && event.lagMillis() > 1_000);
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(DEGRADED_STALE);
      for (int i = 0; i < 20; i++) {
        assertThatCall(() -> shop.mapper(Notes.class).note("there is room"))
            .ranOn("primary")
            .because(WRITE);
      }
      // a SESSION read bears nothing stale
      assertThatFailingCall(
              DataAccessException.class,
              () -> RwSplit.inSession("new", () -> shop.orders().selectByIdInSession(1)))
          .ranNothingOn(REPLICA)
          .because(REFUSED);
      statement.execute("unlock tables");
      for (Future<List<Order>> read : reads) {
        assertThat(read.get()).hasSize(2);
      }
      assertThat(shop.events())
          .filteredOn(event -> event.reason() == NO_ELIGIBLE_REPLICA)
          .hasSize(4);
    } finally {
      executor.shutdownNow();
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void reads_allReplicasAreLateAndTheGroupPrefersStaleOnes_askThePrimaryForSessionsOnly(
      MySqlCluster servers) throws Exception {
    try (Shop shop = late(servers).property("groups.online.when-none", "stale").open()) {
      makeLate(shop);
      assertThatCall(() -> shop.orders().selectById(1))
          .ranOn(REPLICA)
          .ranNothingOn("primary")
          .because(DEGRADED_STALE);
      assertThatCall(() -> RwSplit.inSession("new", () -> shop.orders().selectByIdInSession(1)))
          .ranOn("primary")
          .ranNothingOn(REPLICA)
          .because(NO_ELIGIBLE_REPLICA);
      servers.replicas().forEach(MySqlNode::startApplier);
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                shop.orders().selectById(1);
                return shop.lastEvent().reason() == EVENTUAL_REPLICA;
              });
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  /** Reads at once; all but four of them end while those are held by the lock. */
  private static List<Future<List<Order>>> fourOfThemHeld(Shop shop, ExecutorService executor) {
    List<Future<List<Order>>> reads = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      reads.add(executor.submit(() -> shop.orders().selectList(1)));
    }
    await()
        .atMost(PATIENCE)
        .until(() -> reads.stream().filter(Future::isDone).count() == READERS - 4);
    return reads;
  }

  private static Shop.Builder late(MySqlCluster servers) {
    return Shop.on(servers)
        .property("groups.online.eventual-only-above", "200ms")
        .property("groups.online.reduced-weight-above", "500ms")
        .property("groups.online.removed-above", "1s");
  }

  private static void makeLate(Shop shop) {
    shop.servers().replicas().forEach(MySqlNode::stopApplier);
    shop.orders().updateStatus(3, "LATE");
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              shop.orders().selectById(1);
              return shop.lastEvent().reason() == NO_ELIGIBLE_REPLICA
                  || shop.lastEvent().reason() == DEGRADED_STALE;
            });
  }
}
