package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.route.RouteReason.RETRY_EMPTY;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.ClientConnections;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.annotations.CacheNamespace;
import org.apache.ibatis.annotations.Many;
import org.apache.ibatis.annotations.Result;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B13: no monitor is held while a thread waits for a server. */
@WithMySqlCluster(replicas = 2)
class CaseB13MonitorsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What the mapper of all cases has not: nested selects and a second-level cache. */
  @CacheNamespace(readWrite = false)
  interface Users {

    @Consistency(EVENTUAL)
    @Select("select distinct user_id from orders where user_id = #{id}")
    @Result(property = "userId", column = "user_id", id = true)
    @Result(property = "orders", column = "user_id", many = @Many(select = "ordersOf"))
    UserWithOrders withOrders(long id);

    @Consistency(SESSION)
    @Select("select id, user_id, status from orders where user_id = #{id}")
    List<Order> ordersOf(long id);
  }

  static final class UserWithOrders {
    long userId;
    List<Order> orders = new ArrayList<>();
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfCall_holdsNothingWhileItWaitsForAServer(
      ExecutorType executor, MySqlCluster servers) throws Exception {
    try (WatchedDriver driver = WatchedDriver.open()) {
      try (Shop shop =
          Shop.on(servers)
              .driver(WatchedDriver.NAME)
              .mapper(Users.class)
              .executor(executor)
              .property("transactions.read-only", "replica")
              .open()) {
        long atStart = driver.calls();
        assertThat(atStart).as("probes and the look at the views").isPositive();
        reads(shop);
        writes(shop);
        scopes(shop);
        sessions(shop, executor);
        afterALostConnection(shop);
        assertThat(driver.calls()).isGreaterThan(atStart + 200);
      }
      assertThat(driver.held()).isEmpty();
    }
  }

  @Test
  void monitorHeldAcrossACall_isFoundWithItsPlace(MySqlCluster servers) throws Exception {
    try (WatchedDriver driver = WatchedDriver.open();
        Shop shop = Shop.on(servers).driver(WatchedDriver.NAME).open()) {
      synchronized (this) {
        shop.orders().selectById(1);
      }
      assertThat(driver.held())
          .isNotEmpty()
          .allMatch(
              what -> what.contains("the monitor of a " + CaseB13MonitorsTest.class.getName()))
          .anyMatch(what -> what.endsWith("in PreparedStatement.execute"));
    }
  }

  private static void reads(Shop shop) throws Exception {
    OrderMapper orders = shop.orders();
    for (int i = 0; i < 4; i++) {
      assertThat(orders.selectById(1).getStatus()).isEqualTo("NEW");
      assertThat(shop.mapper(Users.class).withOrders(1).orders).hasSize(2);
    }
    assertThat(orders.selectByIdInSession(1)).isNotNull();
    assertThat(orders.selectByIdStrong(1)).isNotNull();
    assertThat(orders.selectByIdUndeclared(1)).isNotNull();
    assertThat(orders.lockById(1)).isNotNull();
    assertThat(orders.findById(99)).isNull();
    assertThat(shop.events()).extracting(StatementEvent::reason).contains(RETRY_EMPTY);
    orders.eachOrder(row -> orders.selectByIdStrong(row.getResultObject().getId()));
  }

  private static void writes(Shop shop) throws Exception {
    // one at a time: a batch has not sent the rows yet from which the next key would be made
    shop.required()
        .executeWithoutResult(status -> shop.orders().insertWithKeyBefore(new Order(1, "NEW")));
    shop.required()
        .executeWithoutResult(status -> shop.orders().insertWithXmlKeyBefore(new Order(1, "NEW")));
    shop.required()
        .executeWithoutResult(
            status -> {
              shop.orders().insert(new Order(1, "NEW"));
              shop.orders().insertWithKeyAfter(new Order(1, "NEW"));
              shop.requiresNew()
                  .executeWithoutResult(inner -> shop.orders().insert(new Order(1, "NEW")));
              shop.orders().updateStatus(1, "PAID");
            });
    RwSplit.inSession(
        "user-1",
        () -> {
          shop.orders().updateStatus(1, "SENT");
          return shop.orders().selectByIdInSession(1);
        });
    assertThat(Shop.statusOn(shop.servers().primary(), 1)).isEqualTo("SENT");
  }

  private static void scopes(Shop shop) throws Exception {
    shop.servers().awaitReplication();
    shop.supports()
        .executeWithoutResult(
            status -> {
              try (Cursor<Order> rows = shop.orders().streamAll()) {
                rows.forEach(row -> shop.orders().selectById(row.getId()));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              shop.orders().updateStatus(2, "SENT");
              shop.orders().selectById(2);
            });
    shop.readOnly()
        .executeWithoutResult(
            status -> {
              shop.orders().selectById(2);
              shop.orders().selectByIdStrong(2);
              shop.notSupported().executeWithoutResult(outside -> shop.orders().selectById(2));
              shop.orders().selectById(1);
            });
    assertThat(shop.events()).extracting(StatementEvent::reason).contains(TX_READ_ONLY_REPLICA);
    shop.required()
        .executeWithoutResult(
            status -> {
              shop.orders().updateStatus(2, "LOST");
              shop.jdbc().update("update orders set user_id = 9 where id = 2");
              status.setRollbackOnly();
            });
    assertThat(Shop.statusOn(shop.servers().primary(), 2)).isEqualTo("SENT");
  }

  private static void sessions(Shop shop, ExecutorType executor) throws Exception {
    for (boolean autoCommit : new boolean[] {true, false}) {
      try (SqlSession session = shop.factory().openSession(executor, autoCommit)) {
        OrderMapper orders = session.getMapper(OrderMapper.class);
        orders.selectById(1);
        orders.updateStatus(1, "BACK");
        orders.selectById(1);
        try (var statement = session.getConnection().prepareStatement("select 1")) {
          statement.executeQuery();
        }
        session.commit();
      }
    }
  }

  private static void afterALostConnection(Shop shop) throws Exception {
    shop.servers().awaitReplication();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              ClientConnections.killAll(shop.servers().replica(1));
              shop.orders().selectById(1);
              return shop.eventsSoFar().stream().anyMatch(event -> event.reason() == RETRY_READ);
            });
  }
}
