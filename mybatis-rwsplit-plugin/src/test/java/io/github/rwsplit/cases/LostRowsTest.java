package io.github.rwsplit.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.mysql.cj.jdbc.JdbcConnection;
import io.github.rwsplit.ClientConnections;
import io.github.rwsplit.audit.StatementEvent.Outcome;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.MyBatisExceptionTranslator;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * MyBatis takes a closed result for the end of the data. When the connection was lost over a
 * statement beside an open cursor, or in a result handler, whose error the application bears, the
 * rows that are left must not be missing in silence.
 */
@WithMySqlCluster(replicas = 1)
class LostRowsTest {

  private final MySqlCluster servers;

  LostRowsTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @Test
  void cursorOnThePrimary_whoseConnectionIsLostOverAnotherStatement_fails() throws Exception {
    try (Shop shop = Shop.open(servers)) {
      shop.supports()
          .executeWithoutResult(
              status -> {
                shop.orders().updateStatus(1, "SENT");
                Iterator<Order> rows = shop.orders().streamAll().iterator();
                assertThat(rows.next().getId()).isEqualTo(1);
                loses(shop, servers.primary());

                assertCutOff(rows::hasNext, 1);
              });
      assertThat(shop.lastEvent().outcome()).isEqualTo(Outcome.ERROR);
    }
  }

  @Test
  void cursorOnAReplica_whoseConnectionIsLostOverAnotherStatement_fails() throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      shop.supports()
          .executeWithoutResult(
              status -> {
                Cursor<Order> cursor = shop.orders().streamAll();
                Iterator<Order> rows = cursor.iterator();
                assertThat(rows.next().getId()).isEqualTo(1);
                // it shares the connection
                ClientConnections.killAll(servers.replica(1));
                assertThat(catchThrowable(() -> shop.orders().selectById(1))).isNotNull();

                assertCutOff(() -> rows.forEachRemaining(row -> {}), 1);
              });
    }
  }

  /**
   * The driver fails with another error than the lost connection's, so that the pool takes the
   * connection for a good one.
   */
  @Test
  void cursorOnThePrimary_whoseConnectionIsLostOverABatch_fails() throws Exception {
    try (Shop shop = Shop.on(servers).parameters("&readOnlyPropagatesToServer=false").open()) {
      // what translates errors asks the connection when it is made, and would show the pool
      SqlSessionTemplate batch =
          new SqlSessionTemplate(
              shop.factory(),
              ExecutorType.BATCH,
              new MyBatisExceptionTranslator(shop.dataSource(), false));
      OrderMapper orders = batch.getMapper(OrderMapper.class);
      shop.supports()
          .executeWithoutResult(
              status -> {
                orders.updateStatus(1, "SENT");
                Iterator<Order> rows = orders.streamAll().iterator();
                assertThat(rows.next().getId()).isEqualTo(1);
                orders.updateStatus(2, "SENT");
                Connection proxy = DataSourceUtils.getConnection(shop.dataSource());
                JdbcConnection driver = driverConnection(shop);
                ClientConnections.killAll(servers.primary());
                assertThat(catchThrowable(() -> orders.selectByIdStrong(1)))
                    .hasStackTraceContaining("No operations allowed after statement closed");
                assertThat(isClosed(proxy)).isFalse();
                await().until(driver::isClosed);

                assertCutOff(rows::hasNext, 1);
              });
    }
  }

  @Test
  void resultHandler_thatLosesTheConnectionAndBearsIt_fails() throws Exception {
    try (Shop shop = Shop.open(servers)) {
      List<Long> ids = new ArrayList<>();
      shop.supports()
          .executeWithoutResult(
              status -> {
                shop.orders().updateStatus(1, "SENT");

                assertCutOff(
                    () ->
                        shop.orders()
                            .eachOrder(
                                row -> {
                                  ids.add(row.getResultObject().getId());
                                  if (ids.size() == 1) {
                                    loses(shop, servers.primary());
                                  }
                                }),
                    1);
              });
      assertThat(ids).containsExactly(1L);
    }
  }

  @Test
  void cursor_thatIsReadToItsEnd_doesNotFail() throws Exception {
    try (Shop shop = Shop.open(servers)) {
      List<Long> ids = new ArrayList<>();
      shop.supports()
          .executeWithoutResult(
              status ->
                  shop.orders()
                      .streamAll()
                      .iterator()
                      .forEachRemaining(row -> ids.add(row.getId())));
      assertThat(ids).hasSizeGreaterThan(1).doesNotHaveDuplicates();
    }
  }

  /** Until the driver has closed it, and with it the rows: the pool does that on its own thread. */
  private void loses(Shop shop, MySqlNode node) {
    JdbcConnection driver = driverConnection(shop);
    ClientConnections.killAll(node);
    assertThat(catchThrowable(() -> shop.orders().updateStatus(2, "SENT"))).isNotNull();
    await().until(driver::isClosed);
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JdbcConnection driverConnection(Shop shop) {
    try {
      return DataSourceUtils.getConnection(shop.dataSource()).unwrap(JdbcConnection.class);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertCutOff(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable read, int rows) {
    assertThatThrownBy(read)
        .hasStackTraceContaining("was lost after " + rows + " rows")
        .hasStackTraceContaining("OrderMapper.");
  }
}
