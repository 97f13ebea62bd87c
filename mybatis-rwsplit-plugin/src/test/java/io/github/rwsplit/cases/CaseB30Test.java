package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.cursor.Cursor;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** B30: the rules did not hold for cursors. */
@WithMySqlCluster(replicas = 2)
class CaseB30Test {

  private static final String STREAM = "select id, user_id, status from orders order by id";

  interface Streams {

    /** Row by row from the server, as Connector/J does it for this fetch size alone. */
    @Consistency(EVENTUAL)
    @Select(STREAM)
    @Options(fetchSize = Integer.MIN_VALUE)
    Cursor<Order> rowByRow();

    @Consistency(STRONG)
    @Select(STREAM)
    Cursor<Order> strong();
  }

  @Test
  void cursor_inAReadOnlyTransaction_keepsItsReplicaWhileOthersAvoidIt(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      List<Long> ids = new ArrayList<>();
      shop.readOnly()
          .executeWithoutResult(
              status -> {
                Cursor<Order> cursor = shop.mapper(Streams.class).rowByRow();
                Iterator<Order> rows = cursor.iterator();
                for (int i = 0; i < 3; i++) {
                  ids.add(rows.next().getId());
                }
                String node = nodeOf(servers, STREAM);
                // it falls behind from here on, which does not end what it has begun
                servers.node(node).stopApplier();
                // fewest connections: while the cursor is open its node is the busier one
                TransactionTemplate another = shop.requiresNew();
                another.setReadOnly(true);
                for (int i = 0; i < 5; i++) {
                  another.executeWithoutResult(inner -> shop.orders().selectById(1));
                  assertThat(shop.lastEvent().reason()).isEqualTo(TX_READ_ONLY_REPLICA);
                  assertThat(shop.lastEvent().node()).isNotEqualTo(node);
                }
                rows.forEachRemaining(order -> ids.add(order.getId()));
                close(cursor);
                assertThat(shop.lastEvent().node()).isEqualTo(node);
                assertThat(shop.lastEvent().reason()).isEqualTo(TX_READ_ONLY_REPLICA);
                assertThat(shop.lastEvent().rows()).isEqualTo(203L);
                shop.orders().selectById(2);
                assertThat(shop.lastEvent().node()).isEqualTo(node);
              });
      assertThat(ids).hasSize(203).doesNotHaveDuplicates();
      assertThat(servers.primary().statements()).isEmpty();
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void strongCursor_firstInAReadOnlyTransaction_isOnThePrimary(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      assertThatCall(
              () -> shop.readOnly().execute(status -> drain(shop.mapper(Streams.class).strong())))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(RouteReason.STRONG);
    }
  }

  @Test
  void cursor_byDefaultInAReadOnlyTransaction_isOnThePrimary(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      assertThatCall(() -> shop.readOnly().execute(status -> drain(shop.orders().streamAll())))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(TX_READ_ONLY);
    }
  }

  @Test
  void cursor_inAReadWriteTransaction_isOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      assertThatCall(() -> shop.required().execute(status -> drain(shop.orders().streamAll())))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(TX_READ_WRITE);
    }
  }

  @Test
  void cursor_inAScope_keepsItsReplicaBesideOtherStatementsAndGivesItBack(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      List<Long> ids = new ArrayList<>();
      shop.supports()
          .executeWithoutResult(
              status -> {
                Cursor<Order> cursor = shop.mapper(Streams.class).rowByRow();
                Iterator<Order> rows = cursor.iterator();
                ids.add(rows.next().getId());
                shop.orders().updateStatus(1, "SENT");
                rows.forEachRemaining(order -> ids.add(order.getId()));
                close(cursor);
              });
      assertThat(ids).hasSize(203);
      assertThat(shop.events())
          .filteredOn(event -> event.statement().endsWith("rowByRow"))
          .extracting(StatementEvent::reason)
          .containsExactly(EVENTUAL_REPLICA);
      assertThat(Shop.statusOn(servers.primary(), 1)).isEqualTo("SENT");
      // its pool has it back: more of them than the pool is wide
      for (int i = 0; i < 30; i++) {
        shop.supports()
            .executeWithoutResult(
                status -> {
                  Iterator<Order> rows = shop.mapper(Streams.class).rowByRow().iterator();
                  assertThat(rows.next()).isNotNull();
                });
      }
      assertThat(shop.lastEvent().reason()).isEqualTo(EVENTUAL_REPLICA);
    }
  }

  private static Shop shop(MySqlCluster servers) throws Exception {
    Shop shop =
        Shop.on(servers)
            .anyLag()
            .mapper(Streams.class)
            .property("transactions.read-only", "replica")
            .open();
    StringBuilder rows = new StringBuilder("insert into orders (user_id, status) values (1, 'X')");
    rows.append(", (1, 'X')".repeat(199));
    Shop.sql(servers.primary(), rows.toString());
    servers.awaitReplication();
    servers.clearStatements();
    return shop;
  }

  private static String nodeOf(MySqlCluster servers, String text) {
    return servers.nodes().stream()
        .filter(
            node -> node.statements().stream().map(ReceivedStatement::text).anyMatch(text::equals))
        .findFirst()
        .orElseThrow()
        .name();
  }

  private static int drain(Cursor<Order> cursor) {
    int rows = 0;
    for (Order order : cursor) {
      assertThat(order.getStatus()).isNotNull();
      rows++;
    }
    return rows;
  }

  private static void close(Cursor<?> cursor) {
    try {
      cursor.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
