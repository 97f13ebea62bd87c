package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static io.github.rwsplit.route.RouteReason.CACHE_HIT;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import org.apache.ibatis.annotations.CacheNamespace;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.Test;

/** B17: a cache gave a replica's row to a read that demanded more. */
@WithMySqlCluster(replicas = 2)
class CaseB17Test {

  @CacheNamespace
  interface Cached {

    @Consistency(SESSION)
    @Select("select id, user_id, status from orders where id = #{id}")
    Order inSession(long id);

    @Consistency(EVENTUAL)
    @Select("select id, user_id, status from orders where id = #{id}")
    Order eventual(long id);

    @Consistency(STRONG)
    @Select("select id, user_id, status from orders where id = #{id}")
    Order strong(long id);

    @Select("select id, user_id, status from orders where id = #{id}")
    Order undeclared(long id);
  }

  @Test
  void sessionRead_afterItsWrite_isNeverAnsweredByAReplicasRow(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      RwSplit.inSession(
          "A",
          () -> {
            for (int i = 0; i < 2; i++) {
              Order old =
                  assertThatCall(() -> shop.mapper(Cached.class).inSession(1))
                      .ranOn(REPLICA)
                      .ranNothingOn(PRIMARY)
                      .because(SESSION_REPLICA)
                      .returning();
              assertThat(old.getStatus()).isEqualTo("NEW");
            }
            // through another mapper, which leaves this one's cache alone
            shop.orders().updateStatus(1, "SENT");
            for (int i = 0; i < 2; i++) {
              Order seen =
                  assertThatCall(() -> shop.mapper(Cached.class).inSession(1))
                      .ranOn(PRIMARY)
                      .ranNothingOn(REPLICA)
                      .because(SESSION_MARKER)
                      .returning();
              assertThat(seen.getStatus()).isEqualTo("SENT");
            }
            return null;
          });
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void eventualRead_cachedFromAReplica_isAuditedAsAHitAndAnswersNobodyWhoDemandsMore(
      MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      Cached cached = shop.mapper(Cached.class);
      assertThatCall(() -> cached.eventual(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      shop.orders().updateStatus(1, "SENT");

      Order hit =
          assertThatCall(() -> cached.eventual(1)).ranNowhere().because(CACHE_HIT).returning();
      assertThat(hit.getStatus()).isEqualTo("NEW");
      assertThat(shop.lastEvent().node()).isNull();
      assertThat(shop.lastEvent().server()).isNull();
      assertThat(shop.lastEvent().role()).isNull();

      Order forced =
          assertThatCall(() -> RwSplit.forcePrimary(() -> cached.eventual(1)))
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .returning();
      assertThat(forced.getStatus()).isEqualTo("SENT");
      Order inTransaction =
          assertThatCall(() -> shop.required().execute(status -> cached.eventual(1)))
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .because(TX_READ_WRITE)
              .returning();
      assertThat(inTransaction.getStatus()).isEqualTo("SENT");
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void strongRead_afterSomebodyElsesWrite_isNeverAnsweredFromMemory(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      Cached cached = shop.mapper(Cached.class);
      assertThat(cached.strong(1).getStatus()).isEqualTo("NEW");
      Shop.sql(servers.primary(), "update orders set status = 'SENT' where id = 1");
      Order seen = assertThatCall(() -> cached.strong(1)).ranOn(PRIMARY).returning();
      assertThat(seen.getStatus()).isEqualTo("SENT");
    }
  }

  @Test
  void undeclaredRead_isAnsweredFromMemoryAsWithoutTheLibrary(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      Cached cached = shop.mapper(Cached.class);
      cached.undeclared(1);
      assertThatCall(() -> cached.undeclared(1)).ranNowhere().because(CACHE_HIT);
    }
  }

  @Test
  void repeatInATransaction_isAnsweredByTheSessionsOwnCache(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      assertThatCall(
              () ->
                  shop.required()
                      .executeWithoutResult(
                          status -> {
                            shop.orders().selectById(1);
                            shop.orders().selectById(1);
                          }))
          .ranOn(PRIMARY)
          .because(TX_READ_WRITE, CACHE_HIT);
      assertThat(shop.events()).extracting(StatementEvent::node).containsExactly("primary", null);
      assertThat(servers.primary().statements()).hasSize(1);
    }
  }

  private static Shop shop(MySqlCluster servers) throws Exception {
    return Shop.on(servers).mapper(Cached.class).anyLag().open();
  }
}
