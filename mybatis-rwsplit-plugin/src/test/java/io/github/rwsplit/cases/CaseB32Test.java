package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.MULTI_STATEMENT;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.function.Function;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.Test;

/** B32: of several statements in one text only the first was looked at. */
@WithMySqlCluster(replicas = 2)
class CaseB32Test {

  @Consistency(EVENTUAL)
  interface Texts {

    @Select("select 1 as n; update orders set status = 'SENT' where id = 1")
    List<Long> readThenWrite();

    @Select("set @m = 2; select @m as n")
    List<Long> setThenRead();

    @Select("select id from orders where id = 1; select id from orders where id = 2")
    List<Long> twoReads();

    @Select("select ';' as c from orders where id = 1")
    String semicolonInALiteral();

    @Select("select status from orders where id = 1; -- that is all\n")
    String trailingSemicolon();
  }

  @Test
  void readThenWrite_isOnThePrimaryAndMarksTheSession(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      RwSplit.inSession(
          "A",
          () -> {
            assertThat(onThePrimary(shop, Texts::readThenWrite)).containsExactly(1L);
            assertThat(Shop.statusOn(servers.primary(), 1)).isEqualTo("SENT");
            return assertThatCall(() -> shop.orders().selectByIdInSession(1))
                .ranOn(PRIMARY)
                .because(SESSION_MARKER);
          });
    }
  }

  @Test
  void twoReads_areOnThePrimaryAndMarkNothing(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      RwSplit.inSession(
          "A",
          () -> {
            onThePrimary(shop, Texts::twoReads);
            return assertThatCall(() -> shop.orders().selectByIdInSession(1))
                .ranOn(REPLICA)
                .because(SESSION_REPLICA);
          });
    }
  }

  @Test
  void setThenRead_isOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      assertThat(onThePrimary(shop, Texts::setThenRead)).containsExactly(2L);
    }
  }

  @Test
  void semicolon_inALiteralOrAtTheEnd_isNoSecondStatement(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      Texts texts = shop.mapper(Texts.class);
      assertThat(
              assertThatCall(texts::semicolonInALiteral)
                  .ranOn(REPLICA)
                  .ranNothingOn(PRIMARY)
                  .because(EVENTUAL_REPLICA)
                  .returning())
          .isEqualTo(";");
      assertThat(
              assertThatCall(texts::trailingSemicolon)
                  .ranOn(REPLICA)
                  .ranNothingOn(PRIMARY)
                  .because(EVENTUAL_REPLICA)
                  .returning())
          .isEqualTo("NEW");
    }
  }

  /** Reasons are not asked of the call: its one line of audit stands for two received texts. */
  private static List<Long> onThePrimary(Shop shop, Function<Texts, List<Long>> call) {
    List<Long> rows =
        assertThatCall(() -> call.apply(shop.mapper(Texts.class)))
            .ranOn(PRIMARY)
            .ranNothingOn(REPLICA)
            .returning();
    assertThat(shop.events()).extracting(StatementEvent::reason).containsExactly(MULTI_STATEMENT);
    return rows;
  }

  private static Shop shop(MySqlCluster servers) throws Exception {
    // by the window: a read right after a write is on the primary, however fast replicas are
    return Shop.on(servers)
        .property("session.strategy", "window")
        .parameters("&allowMultiQueries=true")
        .mapper(Texts.class)
        .open();
  }
}
