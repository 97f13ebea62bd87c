package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.function.Function;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.Test;

/** B33: a write behind a comment was taken for the read that the comment spoke of. */
@WithMySqlCluster(replicas = 2)
class CaseB33Test {

  @Consistency(EVENTUAL)
  interface Commented {

    @Select("/* select 1 */ insert into orders (user_id, status) select 33, 'BLOCK' from dual")
    List<Order> insertBehindBlockComment();

    @Select("-- select\nupdate orders set status = 'LINE' where id = 1")
    List<Order> updateBehindLineComment();

    @Select("/*! INSERT */ INTO orders (user_id, status) values (33, 'CODE')")
    List<Order> insertInExecutableComment();

    @Select("# x\ndelete from orders where id = 3")
    List<Order> deleteBehindHash();

    @Select("(select id from orders where id = 1) union (select id from orders where id = 2)")
    List<Long> unionInBrackets();

    @Select("select /*+ MAX_EXECUTION_TIME(9000) */ id from orders where user_id = 1 order by id")
    List<Long> hinted();
  }

  @Test
  void insert_behindABlockComment_isAWrite(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      assertWrites(shop, Commented::insertBehindBlockComment);
      assertThat(count(shop, "status = 'BLOCK'")).isEqualTo(1);
    }
  }

  @Test
  void update_behindALineComment_isAWrite(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      assertWrites(shop, Commented::updateBehindLineComment);
      assertThat(Shop.statusOn(servers.primary(), 1)).isEqualTo("LINE");
    }
  }

  @Test
  void insert_whoseVerbIsAnExecutableComment_isAWrite(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      assertWrites(shop, Commented::insertInExecutableComment);
      assertThat(count(shop, "status = 'CODE'")).isEqualTo(1);
    }
  }

  @Test
  void delete_behindAHash_isAWrite(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      assertWrites(shop, Commented::deleteBehindHash);
      assertThat(Shop.statusOn(servers.primary(), 3)).isNull();
    }
  }

  @Test
  void union_ofSelectsInBrackets_isARead(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      assertThat(assertReads(shop, Commented::unionInBrackets)).containsExactlyInAnyOrder(1L, 2L);
    }
  }

  @Test
  void select_withAnOptimizerHint_isARead(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      assertThat(assertReads(shop, Commented::hinted)).containsExactly(1L, 2L);
    }
  }

  private static Shop shop(MySqlCluster servers) throws Exception {
    // by the window: a read right after a write is on the primary, however fast replicas are
    return Shop.on(servers).property("session.strategy", "window").mapper(Commented.class).open();
  }

  private static void assertWrites(Shop shop, Function<Commented, List<?>> statement)
      throws Exception {
    RwSplit.inSession(
        "user-33",
        () -> {
          assertThatCall(() -> statement.apply(shop.mapper(Commented.class)))
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .because(WRITE);
          assertThatCall(() -> shop.orders().selectByIdInSession(1))
              .ranOn(PRIMARY)
              .because(SESSION_MARKER);
          return null;
        });
  }

  private static <T> T assertReads(Shop shop, Function<Commented, T> statement) {
    return assertThatCall(() -> statement.apply(shop.mapper(Commented.class)))
        .ranOn(REPLICA)
        .ranNothingOn(PRIMARY)
        .because(EVENTUAL_REPLICA)
        .returning();
  }

  private static Integer count(Shop shop, String condition) {
    return shop.jdbc()
        .queryForObject("select count(*) from orders where " + condition, Integer.class);
  }
}
