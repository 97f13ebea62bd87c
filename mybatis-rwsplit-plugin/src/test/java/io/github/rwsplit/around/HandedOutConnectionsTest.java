package io.github.rwsplit.around;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.Pools;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.cases.Order;
import io.github.rwsplit.cases.OrderMapper;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.ResultType;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.executor.statement.StatementHandler;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionSystemException;

/**
 * Connections that the application's own code gets hold of: {@code abort} and network timeouts do
 * what they say, to that connection only, and leave nothing behind in a pool.
 */
@WithMySqlCluster(replicas = 1)
class HandedOutConnectionsTest {

  private static final int OWN_TIMEOUT = 77_000;

  private interface Use {
    void of(Connection connection) throws SQLException;
  }

  interface Million {

    /** More rows than fit into any buffer, read as they come. */
    @Consistency(EVENTUAL)
    @Options(fetchSize = Integer.MIN_VALUE)
    @ResultType(Integer.class)
    @Select(
        "with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)"
            + " select a.i from n a join n b")
    void each(ResultHandler<Integer> handler);
  }

  /** A plugin that gets the connection of each statement, the replica's too. */
  @Intercepts(
      @Signature(
          type = StatementHandler.class,
          method = "prepare",
          args = {Connection.class, Integer.class}))
  static final class Preparing implements Interceptor {

    private final List<Integer> timeouts = new ArrayList<>();
    private Use use = connection -> {};

    @Override
    public Object intercept(Invocation invocation) throws Throwable {
      Connection connection = (Connection) invocation.getArgs()[0];
      timeouts.add(connection.getNetworkTimeout());
      use.of(connection);
      return invocation.proceed();
    }
  }

  private final Preparing plugin = new Preparing();

  private static void sql(Use use, Connection connection) {
    try {
      use.of(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void networkTimeout_ofAReplicasConnection_endsWithTheStatement(MySqlCluster servers)
      throws Exception {
    plugin.use = connection -> connection.setNetworkTimeout(Runnable::run, OWN_TIMEOUT);
    try (Shop shop = open(servers)) {
      for (int i = 0; i < 3; i++) {
        assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      }
      assertThat(plugin.timeouts).hasSize(3).doesNotContain(OWN_TIMEOUT);
      assertThat(plugin.timeouts).containsOnly(plugin.timeouts.get(0));
      assertAllReturned(shop);
    }
  }

  @Test
  void networkTimeout_inATransactionOnAReplica_endsWithTheTransaction(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      shop.orders().selectById(1);
      plugin.use = connection -> connection.setNetworkTimeout(Runnable::run, OWN_TIMEOUT);
      assertThatCall(
              () ->
                  shop.readOnly()
                      .execute(
                          status -> {
                            shop.orders().selectById(1);
                            return shop.orders().selectById(2);
                          }))
          .because(TX_READ_ONLY_REPLICA);
      plugin.use = connection -> {};
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);

      int before = plugin.timeouts.get(0);
      assertThat(plugin.timeouts).containsExactly(before, before, OWN_TIMEOUT, before);
      assertAllReturned(shop);
    }
  }

  @Test
  void networkTimeout_ofTheSessionsConnection_isThePrimarysAndEndsWithIt(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      int before = timeoutOfNextBorrower(shop.pool());
      try (SqlSession session = shop.openSession()) {
        session.getConnection().setNetworkTimeout(Runnable::run, OWN_TIMEOUT);
        assertThatCall(() -> session.getMapper(OrderMapper.class).selectById(1)).ranOn(PRIMARY);
        assertThat(plugin.timeouts).containsExactly(OWN_TIMEOUT);
      }
      assertAllReturned(shop);
      assertThat(timeoutOfNextBorrower(shop.pool())).isEqualTo(before);
    }
  }

  @Test
  void networkTimeout_setWhileAReplicaIsRead_isSetOnThePrimarysConnection(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      int before = timeoutOfNextBorrower(shop.pool());
      List<Integer> seen = new ArrayList<>();
      try (SqlSession session = shop.openSession()) {
        OrderMapper orders = session.getMapper(OrderMapper.class);
        assertThatCall(
                () -> {
                  orders.eachOrder(
                      row ->
                          sql(
                              connection -> {
                                connection.setNetworkTimeout(Runnable::run, OWN_TIMEOUT);
                                seen.add(connection.getNetworkTimeout());
                              },
                              session.getConnection()));
                  return true;
                })
            .ranOn(REPLICA);
        assertThat(session.getConnection().getNetworkTimeout()).isEqualTo(OWN_TIMEOUT);
      }
      assertThat(seen).containsExactly(OWN_TIMEOUT, OWN_TIMEOUT, OWN_TIMEOUT);
      assertAllReturned(shop);
      assertThat(timeoutOfNextBorrower(shop.pool())).isEqualTo(before);
      shop.orders().selectById(1);
      assertThat(plugin.timeouts).hasSize(2).doesNotContain(OWN_TIMEOUT);
    }
  }

  @Test
  void abort_ofAReplicasConnectionBeforeItsStatement_isALostConnection_andTheReadRunsElsewhere(
      MySqlCluster servers) throws Exception {
    plugin.use =
        connection -> {
          plugin.use = other -> {};
          connection.abort(Runnable::run);
        };
    try (Shop shop = open(servers)) {
      assertThatCall(() -> shop.orders().selectById(1))
          .ranOn(PRIMARY)
          .because(EVENTUAL_REPLICA, RETRY_READ);
      assertAllReturned(shop);
      assertReplicaServesAgain(shop);
    }
  }

  /** MyBatis takes a closed result for the end of the data: it must not look like one. */
  @Test
  void abort_ofAReplicasConnectionInItsRows_failsTheRead_andLeavesNothingOut(MySqlCluster servers)
      throws Exception {
    List<Connection> used = new ArrayList<>();
    plugin.use = used::add;
    AtomicInteger rows = new AtomicInteger();
    try (Shop shop = open(servers)) {
      assertThatThrownBy(
              () ->
                  shop.mapper(Million.class)
                      .each(
                          row -> {
                            if (rows.incrementAndGet() == 1) {
                              sql(connection -> connection.abort(Runnable::run), used.get(0));
                            }
                          }))
          .isInstanceOf(DataAccessException.class)
          .hasRootCauseInstanceOf(IOException.class);

      assertThat(rows).hasValueBetween(1, 999_999);
      assertThat(used).hasSize(1);
      assertAllReturned(shop);
      plugin.use = connection -> {};
      assertReplicaServesAgain(shop);
    }
  }

  @Test
  void abort_ofTheSessionsConnection_endsThatOne_andTheNextSessionHasAnother(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      try (SqlSession session = shop.openSession()) {
        session.getConnection().abort(Runnable::run);
        assertThatThrownBy(() -> session.getMapper(OrderMapper.class).selectById(1))
            .hasStackTraceContaining("No operations allowed after connection closed");
      }
      assertAllReturned(shop);
      assertPrimaryServesAgain(shop);
    }
  }

  @Test
  void abort_calledWhileAReplicaIsRead_endsThePrimarysConnection_andTheReadGoesOn(
      MySqlCluster servers) throws Exception {
    try (Shop shop = open(servers)) {
      List<Order> rows = new ArrayList<>();
      try (SqlSession session = shop.openSession()) {
        OrderMapper orders = session.getMapper(OrderMapper.class);
        assertThatCall(
                () -> {
                  orders.eachOrder(
                      row -> {
                        if (rows.isEmpty()) {
                          sql(
                              connection -> connection.abort(Runnable::run),
                              session.getConnection());
                        }
                        rows.add(row.getResultObject());
                      });
                  return true;
                })
            .ranOn(REPLICA)
            .because(EVENTUAL_REPLICA);
        assertThat(session.getConnection().isValid(1)).isFalse();
      }
      assertThat(rows).hasSize(3);
      assertAllReturned(shop);
      assertPrimaryServesAgain(shop);
      assertReplicaServesAgain(shop);
    }
  }

  @Test
  void abort_ofTheTransactionsConnection_failsItsCommit_andNothingIsWritten(MySqlCluster servers)
      throws Exception {
    try (Shop shop = open(servers)) {
      assertThatThrownBy(
              () ->
                  shop.required()
                      .executeWithoutResult(
                          status -> {
                            shop.orders().updateStatus(1, "SENT");
                            sql(
                                connection -> connection.abort(Runnable::run),
                                DataSourceUtils.getConnection(shop.pool()));
                          }))
          .isInstanceOf(TransactionSystemException.class)
          .hasStackTraceContaining("No operations allowed after connection closed");

      assertAllReturned(shop);
      assertPrimaryServesAgain(shop);
      assertThat(shop.orders().selectByIdStrong(1).getStatus()).isEqualTo("NEW");
    }
  }

  private static int timeoutOfNextBorrower(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return connection.getNetworkTimeout();
    }
  }

  /** HikariCP hands out what was used half a second ago unseen, with and without us. */
  private static void assertPrimaryServesAgain(Shop shop) {
    await()
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(shop.orders().selectByIdStrong(1)).isNotNull());
    assertThatCall(() -> shop.orders().selectByIdStrong(1)).ranOn(PRIMARY);
  }

  private static void assertReplicaServesAgain(Shop shop) {
    await()
        .untilAsserted(
            () ->
                assertThatCall(() -> shop.orders().selectById(1))
                    .ranOn(REPLICA)
                    .because(EVENTUAL_REPLICA));
  }

  private static void assertAllReturned(Shop shop) {
    assertThat(ClusterProbe.active(shop.cluster(), "replica-1")).isZero();
    Pools.assertAllReturned(shop.pool());
    Pools.assertAllReturned((HikariDataSource) ClusterProbe.replica(shop.cluster(), "replica-1"));
  }

  private Shop open(MySqlCluster servers) throws Exception {
    return Shop.on(servers)
        .plugin(plugin)
        .mapper(Million.class)
        .poolSize(1)
        .property("replicas.replica-1.pool.maximum-pool-size", "1")
        .property("transactions.read-only", "replica")
        .open();
  }
}
