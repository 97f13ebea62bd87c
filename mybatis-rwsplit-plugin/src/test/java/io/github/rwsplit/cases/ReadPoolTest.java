package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads of the primary outside transactions have a pool of their own, and cannot starve writes. */
@WithMySqlCluster(replicas = 1)
class ReadPoolTest {

  private OwnedShop shop;

  @BeforeEach
  void open(MySqlCluster servers) throws Exception {
    shop =
        OwnedShop.open(
            servers,
            "primary.pool.maximum-pool-size",
            "1",
            "primary.pool.connection-timeout",
            "300ms",
            "primary.read-pool.maximum-pool-size",
            "1",
            "primary.read-pool.connection-timeout",
            "300ms");
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void read_whileAllConnectionsForWritesAreOut_isAnswered() throws Exception {
    try (Connection only = shop.dataSource().getConnection()) {
      assertThat(only.isValid(1)).isTrue();
      assertThat(shop.orders().selectByIdStrong(1)).isNotNull();
      assertThat(shop.lastEvent().reason()).isEqualTo(STRONG);
      assertThat(shop.orders().selectByIdUndeclared(1)).isNotNull();
      assertThat(shop.lastEvent().reason()).isEqualTo(UNDECLARED);
      assertThat(shop.lastEvent().node()).isEqualTo("primary");

      Throwable write = catchThrowable(() -> shop.orders().updateStatus(1, "X"));
      assertThat(write).hasStackTraceContaining("rwsplit-primary - Connection is not available");
      Throwable lock = catchThrowable(() -> shop.orders().lockById(1));
      assertThat(lock).hasStackTraceContaining("rwsplit-primary - Connection is not available");
    }
  }

  @Test
  void write_whileAllConnectionsForReadsAreOut_isDone() throws Exception {
    try (SqlSession reader = shop.factory().openSession(true);
        Cursor<Order> rows =
            RwSplit.forcePrimary(() -> reader.getMapper(OrderMapper.class).streamAll())) {
      assertThat(rows.iterator().next()).isNotNull();
      Throwable read = catchThrowable(() -> shop.orders().selectByIdStrong(1));
      assertThat(read)
          .hasStackTraceContaining("rwsplit-primary-read - Connection is not available");

      assertThat(shop.orders().updateStatus(1, "PAID")).isEqualTo(1);
      shop.required()
          .executeWithoutResult(
              status -> {
                shop.orders().updateStatus(1, "SENT");
                assertThat(shop.orders().selectByIdStrong(1).getStatus()).isEqualTo("SENT");
              });
    }
    assertThat(shop.orders().selectByIdStrong(1).getStatus()).isEqualTo("SENT");
  }

  /** One statement after another, and within another, with one connection in each pool. */
  @ParameterizedTest
  @EnumSource(ExecutorType.class)
  void session_thatReadsAndWrites_needsNoSecondConnectionOfAPool(ExecutorType executor) {
    try (SqlSession session = shop.factory().openSession(executor, true)) {
      OrderMapper orders = session.getMapper(OrderMapper.class);
      for (int i = 0; i < 3; i++) {
        assertThat(orders.selectByIdStrong(1)).isNotNull();
        session.clearCache();
      }
      orders.updateStatus(1, "R" + executor);
      session.flushStatements();
      // on the connection that wrote
      assertThat(orders.selectByIdStrong(1).getStatus()).isEqualTo("R" + executor);
    }
    if (executor == ExecutorType.REUSE) {
      // with a handler it reads on the connection for writes, and so two calls need two of those
      return;
    }
    List<Long> seen = new ArrayList<>();
    OrderMapper orders = shop.orders(executor);
    for (int i = 0; i < 3; i++) {
      orders.eachOrder(
          context -> {
            seen.add(context.getResultObject().getId());
            assertThat(orders.selectByIdStrong(1)).isNotNull();
          });
    }
    assertThat(seen).containsExactly(1L, 2L, 1L, 2L, 1L, 2L);
  }
}
