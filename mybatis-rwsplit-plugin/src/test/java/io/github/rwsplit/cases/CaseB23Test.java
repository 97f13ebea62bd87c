package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.SCOPE_PINNED;
import static io.github.rwsplit.route.RouteReason.SIDE_EFFECT_FUNCTION;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.function.Function;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** B23: the id of the last insert was asked of another connection than the insert's. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class CaseB23Test {

  @Consistency(EVENTUAL)
  interface OfTheConnection {

    @Select("select row_count()")
    long rowCount();

    @Select("select found_rows()")
    long foundRows();

    @Select("select connection_id()")
    long connectionId();

    @Select("select id from orders where id <> last_insert_id() order by id limit 1")
    long inACondition();
  }

  private enum Asked {
    ROW_COUNT(OfTheConnection::rowCount),
    FOUND_ROWS(OfTheConnection::foundRows),
    CONNECTION_ID(OfTheConnection::connectionId),
    IN_A_CONDITION(OfTheConnection::inACondition);

    private final Function<OfTheConnection, Long> call;

    Asked(Function<OfTheConnection, Long> call) {
      this.call = call;
    }
  }

  @Test
  void lastInsertId_inTheInsertsTransaction_isRight(MySqlCluster servers, CapturedOutput output)
      throws Exception {
    try (Shop shop = Shop.open(servers)) {
      Order order = new Order(23, "NEW");
      long id =
          assertThatCall(
                  () ->
                      shop.required()
                          .execute(
                              status -> {
                                shop.orders().insert(order);
                                return shop.orders().lastInsertId();
                              }))
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .because(WRITE, SIDE_EFFECT_FUNCTION)
              .returning();
      assertThat(id).isEqualTo(order.getId());
      assertOneConnection(servers, 2);
      assertThat(output.getOut()).doesNotContain("uses state of its connection");
    }
  }

  @Test
  void lastInsertId_withoutATransaction_isOnThePrimaryAndWarnedAboutOnce(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      for (int i = 0; i < 2; i++) {
        assertThatCall(() -> shop.orders().lastInsertId())
            .ranOn(PRIMARY)
            .ranNothingOn(REPLICA)
            .because(SIDE_EFFECT_FUNCTION);
      }
      assertThat(output.getOut())
          .containsOnlyOnce(
              "io.github.rwsplit.cases.OrderMapper.lastInsertId uses state of its connection"
                  + " outside a transaction");
    }
  }

  @Test
  void lastInsertId_inAScope_keepsWhatFollowsOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      assertThatCall(
              () ->
                  shop.supports()
                      .executeWithoutResult(
                          status -> {
                            shop.orders().lastInsertId();
                            shop.orders().selectById(1);
                          }))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(SIDE_EFFECT_FUNCTION, SCOPE_PINNED);
      assertOneConnection(servers, 2);
    }
  }

  @Test
  void lastInsertId_inAPlainSession_isRight(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers);
        SqlSession session = shop.factory().openSession(true)) {
      OrderMapper orders = session.getMapper(OrderMapper.class);
      Order order = new Order(23, "NEW");
      orders.selectById(1);
      servers.clearStatements();
      orders.insert(order);
      assertThat(orders.lastInsertId()).isEqualTo(order.getId());
      assertOneConnection(servers, 2);
    }
  }

  @ParameterizedTest
  @EnumSource(Asked.class)
  void otherStateOfTheConnection_isThePrimarys(Asked function, MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).mapper(OfTheConnection.class).open()) {
      OfTheConnection mapper = shop.mapper(OfTheConnection.class);
      assertThatCall(() -> function.call.apply(mapper))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(SIDE_EFFECT_FUNCTION);
      assertThatCall(() -> shop.required().execute(status -> function.call.apply(mapper)))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(SIDE_EFFECT_FUNCTION);
    }
  }

  private static void assertOneConnection(MySqlCluster servers, int statements) {
    assertThat(servers.primary().statements())
        .hasSize(statements)
        .extracting(ReceivedStatement::connectionId)
        .containsOnly(servers.primary().statements().get(0).connectionId());
  }
}
