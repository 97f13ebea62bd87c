package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.SCOPE_PINNED;
import static io.github.rwsplit.route.RouteReason.SIDE_EFFECT_FUNCTION;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** B24: temporary tables and variables were made on one connection and looked for on another. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class CaseB24Test {

  interface Basket {

    @Update("create temporary table basket (sku bigint)")
    void createTemp();

    @Insert("insert into basket values (#{sku})")
    int insertTemp(long sku);

    @Update("<script>create temporary table unseen <if test='true'>(sku bigint)</if></script>")
    void createUnseen();

    @Consistency(EVENTUAL)
    @Select("select sku from unseen")
    List<Long> selectUnseen();

    @Consistency(EVENTUAL)
    @Select("select sku from basket")
    List<Long> selectTemp();

    @Update("drop temporary table basket")
    void dropTemp();

    @Consistency(EVENTUAL)
    @Select("select @n := coalesce(@n, 0) + 1 from orders where id = 1")
    Long next();

    @Consistency(EVENTUAL)
    @Select("create temporary table if not exists basket (sku bigint)")
    List<Long> createTempInASelect();
  }

  @Test
  void transaction_isOnOneConnectionOfThePrimary(MySqlCluster servers, CapturedOutput output)
      throws Exception {
    try (Shop shop = shop(servers)) {
      Basket basket = shop.mapper(Basket.class);
      shop.required()
          .executeWithoutResult(
              status -> {
                basket.createTemp();
                basket.insertTemp(5);
                assertThat(basket.selectTemp()).containsExactly(5L);
                long first = basket.next();
                assertThat(basket.next()).isIn(first, first + 1);
                basket.dropTemp();
              });
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .startsWith(WRITE, WRITE, TX_READ_WRITE, SIDE_EFFECT_FUNCTION);
      assertOneConnectionOfThePrimary(servers);
      assertThat(output.getOut()).doesNotContain("uses state of its connection");
    }
  }

  @Test
  void scope_isOnOneConnectionOfThePrimary(MySqlCluster servers, CapturedOutput output)
      throws Exception {
    try (Shop shop = shop(servers)) {
      Basket basket = shop.mapper(Basket.class);
      shop.supports()
          .executeWithoutResult(
              status -> {
                basket.createTemp();
                basket.insertTemp(6);
                assertThat(basket.selectTemp()).containsExactly(6L);
                basket.dropTemp();
              });
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .containsExactly(WRITE, WRITE, SCOPE_PINNED, WRITE);
      assertOneConnectionOfThePrimary(servers);
      assertThat(output.getOut()).doesNotContain("uses state of its connection");
    }
  }

  @Test
  void plainSession_isOnOneConnectionOfThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers);
        SqlSession session = shop.factory().openSession(true)) {
      Basket basket = session.getMapper(Basket.class);
      basket.createTemp();
      basket.insertTemp(7);
      assertThat(basket.selectTemp()).containsExactly(7L);
      basket.dropTemp();
      assertOneConnectionOfThePrimary(servers);
    }
  }

  @Test
  void variable_withoutATransaction_isOnThePrimaryWithAWarning(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    try (Shop shop = shop(servers)) {
      assertThatCall(() -> shop.mapper(Basket.class).next())
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(SIDE_EFFECT_FUNCTION);
      assertThat(output.getOut()).contains("Basket.next uses state of its connection");
    }
  }

  @Test
  void temporaryTable_madeInASelectWithoutATransaction_isOnThePrimaryWithAWarning(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    try (Shop shop = shop(servers)) {
      assertThatCall(() -> shop.mapper(Basket.class).createTempInASelect())
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(WRITE);
      assertThat(output.getOut())
          .contains("Basket.createTempInASelect uses state of its connection");
    }
  }

  @Test
  void temporaryTable_madeInAnUpdateWithoutATransaction_isOnThePrimaryWithAWarning(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    try (Shop shop = shop(servers)) {
      assertThatCall(() -> shop.mapper(Basket.class).createTemp())
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(WRITE);
      assertThat(output.getOut()).contains("Basket.createTemp uses state of its connection");
    }
  }

  /** With one connection in the primary's pool the table happens to be there. */
  @Test
  void temporaryTable_readWithoutATransaction_isOnThePrimaryWithAWarning(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    try (Shop shop = Shop.on(servers).mapper(Basket.class).poolSize(1).open()) {
      Basket basket = shop.mapper(Basket.class);
      basket.createTemp();
      basket.insertTemp(8);
      assertThat(
              assertThatCall(basket::selectTemp)
                  .ranOn(PRIMARY)
                  .ranNothingOn(REPLICA)
                  .because(SIDE_EFFECT_FUNCTION)
                  .returning())
          .containsExactly(8L);
      assertThat(output.getOut()).contains("Basket.selectTemp uses state of its connection");
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA);
    }
  }

  @Test
  void temporaryTable_readInALaterScope_isOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).mapper(Basket.class).poolSize(1).open()) {
      Basket basket = shop.mapper(Basket.class);
      basket.createTemp();
      assertThatCall(() -> shop.supports().execute(status -> basket.selectTemp()))
          .ranOn(PRIMARY)
          .because(SIDE_EFFECT_FUNCTION);
    }
  }

  /** Its text is made by code of the application, which must not run twice. */
  @Test
  void temporaryTable_madeByADynamicUpdate_isNotSeen_andItsReadFailsWithTheServersWords(
      MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      Basket basket = shop.mapper(Basket.class);
      basket.createUnseen();
      assertThatThrownBy(basket::selectUnseen)
          .rootCause()
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("shop.unseen' doesn't exist");
      List<Long> inOneTransaction =
          shop.required()
              .execute(
                  status -> {
                    shop.jdbc().execute("create temporary table if not exists unseen (sku int)");
                    return basket.selectUnseen();
                  });
      assertThat(inOneTransaction).isEmpty();
    }
  }

  private static Shop shop(MySqlCluster servers) throws Exception {
    return Shop.on(servers).mapper(Basket.class).open();
  }

  private static void assertOneConnectionOfThePrimary(MySqlCluster servers) {
    assertThat(servers.primary().statements())
        .isNotEmpty()
        .extracting(ReceivedStatement::connectionId)
        .containsOnly(servers.primary().statements().get(0).connectionId());
    servers.replicas().forEach(replica -> assertThat(replica.statements()).isEmpty());
  }
}
