package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.CALLABLE;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SIDE_EFFECT_FUNCTION;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.mapping.StatementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** B27: nobody can see from a CALL whether it writes, and it went to a replica. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class CaseB27Test {

  private static final String[] ROUTINES = {
    "drop procedure if exists place_order",
    "create procedure place_order(in who bigint) begin"
        + " insert into orders (user_id, status) values (who, 'PLACED');"
        + " select id, user_id, status from orders where user_id = who; end",
    "drop procedure if exists report_ro",
    "create procedure report_ro(in who bigint) reads sql data"
        + " select id, user_id, status from orders where user_id = who order by id",
    "drop procedure if exists count_ro",
    "create procedure count_ro(in who bigint, out how_many bigint) reads sql data"
        + " select count(*) into how_many from orders where user_id = who",
    "drop function if exists my_func",
    "create function my_func(n bigint) returns bigint deterministic no sql return n + 1"
  };

  @Consistency(EVENTUAL)
  interface Routines {

    @Select("{call place_order(#{who})}")
    @Options(statementType = StatementType.CALLABLE)
    List<Order> placeOrder(long who);

    @Consistency(value = EVENTUAL, sideEffectFree = true)
    @Select("{call report_ro(#{who})}")
    @Options(statementType = StatementType.CALLABLE)
    List<Order> report(long who);

    @Consistency(value = EVENTUAL, sideEffectFree = true)
    @Select("call report_ro(#{who})")
    List<Order> reportPrepared(long who);

    @Consistency(value = EVENTUAL, sideEffectFree = true)
    @Select(
        "{call count_ro(#{who, mode=IN}, #{howMany, mode=OUT, jdbcType=BIGINT, javaType=long})}")
    @Options(statementType = StatementType.CALLABLE)
    List<Order> count(Map<String, Object> inAndOut);

    @Select("{call report_ro(#{who})}")
    @Options(statementType = StatementType.CALLABLE)
    List<Order> reportNotReviewed(long who);

    /** Declared free of side effects by mistake. */
    @Consistency(value = EVENTUAL, sideEffectFree = true)
    @Select("{call place_order(#{who})}")
    @Options(statementType = StatementType.CALLABLE)
    List<Order> placeOrderTakenForARead(long who);

    @Select("select my_func(id) from orders where id = 1")
    long function();

    @Consistency(value = EVENTUAL, sideEffectFree = true)
    @Select("select my_func(id) from orders where id = 1")
    long functionReviewed();
  }

  @Test
  void procedure_ofAnEventualMapper_isOnThePrimaryAndMarksTheSession(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      RwSplit.inSession(
          "A",
          () -> {
            List<Order> placed =
                assertThatCall(() -> shop.mapper(Routines.class).placeOrder(27))
                    .ranOn(PRIMARY)
                    .ranNothingOn(REPLICA)
                    .returning();
            assertOneEvent(shop, CALLABLE);
            assertThat(placed).extracting(Order::getStatus).containsExactly("PLACED");
            shop.events().clear();
            return assertThatCall(() -> shop.orders().selectByIdInSession(1))
                .ranOn(PRIMARY)
                .because(SESSION_MARKER);
          });
      shop.events().clear();
      assertThatCall(() -> shop.mapper(Routines.class).reportNotReviewed(1))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA);
      assertOneEvent(shop, CALLABLE);
    }
  }

  @Test
  void procedure_reviewed_isOnAReplica(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      for (int i = 0; i < 4; i++) {
        assertThat(
                assertThatCall(() -> shop.mapper(Routines.class).report(1))
                    .ranOn(REPLICA)
                    .ranNothingOn(PRIMARY)
                    .returning())
            .hasSize(2);
        assertOneEvent(shop, EVENTUAL_REPLICA);
        assertThat(
                assertThatCall(() -> shop.mapper(Routines.class).reportPrepared(1))
                    .ranOn(REPLICA)
                    .ranNothingOn(PRIMARY)
                    .returning())
            .hasSize(2);
        assertOneEvent(shop, EVENTUAL_REPLICA);
      }
    }
  }

  @Test
  void procedure_reviewedWithAnOutParameter_isOnAReplica(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      Map<String, Object> inAndOut = new HashMap<>(Map.of("who", 1L));
      assertThatCall(() -> shop.mapper(Routines.class).count(inAndOut))
          .ranOn(REPLICA)
          .ranNothingOn(PRIMARY);
      assertOneEvent(shop, EVENTUAL_REPLICA);
      assertThat(inAndOut).containsEntry("howMany", 2L);
    }
  }

  @Test
  void procedure_reviewedInATransactionOnAReplica_isThere(MySqlCluster servers) throws Exception {
    try (Shop shop =
        Shop.on(servers)
            .schema(ROUTINES)
            .mapper(Routines.class)
            .property("transactions.read-only", "replica")
            .open()) {
      assertThatCall(
              () ->
                  shop.readOnly()
                      .execute(
                          status -> {
                            shop.orders().selectById(1);
                            return shop.mapper(Routines.class).report(1);
                          }))
          .ranOn(REPLICA)
          .ranOnOneNode()
          .ranNothingOn(PRIMARY);
    }
  }

  @Test
  void procedure_reviewedByMistake_writesOnThePrimaryWithAWarning(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    try (Shop shop = shop(servers)) {
      List<Order> placed = shop.mapper(Routines.class).placeOrderTakenForARead(28);
      assertThat(placed).extracting(Order::getStatus).containsExactly("PLACED");
      assertThat(shop.lastEvent().reason()).isEqualTo(RETRY_READ);
      assertThat(shop.lastEvent().node()).isEqualTo("primary");
      assertThat(shop.events()).hasSize(2);
      assertThat(output.getOut()).contains("placeOrderTakenForARead was refused by the read-only");
      assertThat(
              shop.jdbc()
                  .queryForObject("select count(*) from orders where user_id = 28", Integer.class))
          .isEqualTo(1);
    }
  }

  @Test
  void storedFunction_isOnThePrimaryUntilItIsReviewed(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      Routines routines = shop.mapper(Routines.class);
      assertThatCall(routines::function)
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(SIDE_EFFECT_FUNCTION);
      assertThat(
              assertThatCall(routines::functionReviewed)
                  .ranOn(REPLICA)
                  .ranNothingOn(PRIMARY)
                  .because(EVENTUAL_REPLICA)
                  .returning())
          .isEqualTo(2);
    }
  }

  private static Shop shop(MySqlCluster servers) throws Exception {
    // by the window: a read right after a write is on the primary, however fast replicas are
    return Shop.on(servers)
        .property("session.strategy", "window")
        .schema(ROUTINES)
        .mapper(Routines.class)
        .open();
  }

  /** Not by the assertion on the call: the driver asks for a routine's parameters in between. */
  private static void assertOneEvent(Shop shop, RouteReason reason) {
    assertThat(shop.events()).extracting(StatementEvent::reason).containsExactly(reason);
    shop.events().clear();
  }
}
