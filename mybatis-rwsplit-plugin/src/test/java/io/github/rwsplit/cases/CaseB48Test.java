package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.route.RouteReason.REFUSED;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
      List<Future<List<Order>>> reads = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        reads.add(executor.submit(() -> shop.orders().selectList(1)));
      }
      // all others end while four are held by the lock
      await()
          .atMost(PATIENCE)
          .until(() -> reads.stream().filter(Future::isDone).count() == READERS - 4);
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
}
