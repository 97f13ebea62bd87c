package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.ibatis.annotations.Many;
import org.apache.ibatis.annotations.Result;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.mapping.FetchType;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B31: what was loaded late ran on whatever node a left-over choice named. */
@WithMySqlCluster(replicas = 2)
class CaseB31Test {

  private static final String[] ITEMS = {
    "drop table if exists items", "create table items (order_id bigint, sku bigint)"
  };

  /** An order with what it consists of. */
  public static class OrderWithItems {

    private Long id;
    private List<Long> items;

    public Long getId() {
      return id;
    }

    public void setId(Long id) {
      this.id = id;
    }

    public List<Long> getItems() {
      return items;
    }

    public void setItems(List<Long> items) {
      this.items = items;
    }
  }

  interface Items {

    String PARENT = "select id from orders where id = #{id}";
    String OF_ORDER = "io.github.rwsplit.cases.CaseB31Test$Items.itemsOf";
    String EVENTUAL_OF_ORDER = "io.github.rwsplit.cases.CaseB31Test$Items.eventualItemsOf";

    @Select("select sku from items where order_id = #{id}")
    List<Long> itemsOf(long id);

    @Consistency(EVENTUAL)
    @Select("select sku from items where order_id = #{id}")
    List<Long> eventualItemsOf(long id);

    @Consistency(STRONG)
    @Select(PARENT)
    @Result(property = "id", column = "id")
    @Result(
        property = "items",
        column = "id",
        many = @Many(select = OF_ORDER, fetchType = FetchType.LAZY))
    OrderWithItems lazy(long id);

    @Consistency(STRONG)
    @Select(PARENT)
    @Result(property = "id", column = "id")
    @Result(
        property = "items",
        column = "id",
        many = @Many(select = EVENTUAL_OF_ORDER, fetchType = FetchType.LAZY))
    OrderWithItems lazyEventual(long id);

    @Consistency(STRONG)
    @Select(PARENT)
    @Result(property = "id", column = "id")
    @Result(
        property = "items",
        column = "id",
        many = @Many(select = OF_ORDER, fetchType = FetchType.EAGER))
    OrderWithItems eager(long id);

    @Consistency(EVENTUAL)
    @Select(PARENT)
    @Result(property = "id", column = "id")
    @Result(
        property = "items",
        column = "id",
        many = @Many(select = OF_ORDER, fetchType = FetchType.EAGER))
    OrderWithItems eagerEventual(long id);
  }

  @ParameterizedTest(name = "default-consistency {0}")
  @ValueSource(strings = {"STRONG", "EVENTUAL"})
  void lazyItems_touchedAfterTheTransaction_areThePrimarysAsTheirParentIs(
      String byDefault, MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers, byDefault)) {
      OrderWithItems order = parent(shop);
      List<Long> items =
          assertThatCall(order::getItems).ranOn(PRIMARY).ranNothingOn(REPLICA).returning();

      assertThat(items).containsExactly(31L);
      assertThat(shop.lastEvent().reason())
          .isEqualTo(byDefault.equals("STRONG") ? UNDECLARED : RouteReason.STRONG);
      Pools.assertAllReturned(shop.pool());
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @ParameterizedTest(name = "default-consistency {0}")
  @ValueSource(strings = {"STRONG", "EVENTUAL"})
  void lazyItems_touchedByAnotherThread_areThePrimarysAsTheirParentIs(
      String byDefault, MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers, byDefault)) {
      OrderWithItems order = parent(shop);
      List<Long> items =
          assertThatCall(
                  () -> {
                    CompletableFuture<List<Long>> loaded = new CompletableFuture<>();
                    new Thread(() -> loaded.complete(order.getItems())).start();
                    return loaded.get();
                  })
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .returning();

      assertThat(items).containsExactly(31L);
      Pools.assertAllReturned(shop.pool());
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void lazyItems_touchedWhereTheCodeAsksForLess_areThePrimarysAsTheirParentIs(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers, "STRONG")) {
      OrderWithItems order = parent(shop);
      List<Long> items =
          assertThatCall(() -> RwSplit.withConsistency(EVENTUAL, order::getItems))
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .because(RouteReason.STRONG)
              .returning();
      assertThat(items).containsExactly(31L);
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void lazyItems_touchedInTheSessionOfTheirParent_areThePrimarysAsTheirParentIs(
      MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers, "EVENTUAL");
        SqlSession session = shop.factory().openSession(true)) {
      OrderWithItems order = session.getMapper(Items.class).lazy(1);
      List<Long> items =
          assertThatCall(order::getItems)
              .ranOn(PRIMARY)
              .ranNothingOn(REPLICA)
              .because(RouteReason.STRONG)
              .returning();
      assertThat(items).containsExactly(31L);
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void eagerItems_ofAnEventualParent_areReadOnTheParentsReplica(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers, "STRONG")) {
      assertThatCall(() -> shop.mapper(Items.class).eagerEventual(1))
          .ranOn(REPLICA)
          .ranOnOneNode()
          .because(EVENTUAL_REPLICA);
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void lazyItems_declaredWeaker_areReadAsDeclared(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers, "STRONG")) {
      OrderWithItems order =
          shop.required().execute(status -> shop.mapper(Items.class).lazyEventual(1));
      shop.events().clear();
      List<Long> items =
          assertThatCall(order::getItems)
              .ranOn(REPLICA)
              .ranNothingOn(PRIMARY)
              .because(EVENTUAL_REPLICA)
              .returning();
      assertThat(items).isEmpty();
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  @Test
  void eagerItems_areReadOnTheirParentsConnection(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers, "EVENTUAL")) {
      OrderWithItems order = shop.mapper(Items.class).eager(1);

      assertThat(order.getItems()).containsExactly(31L);
      assertThat(servers.primary().statements())
          .hasSize(2)
          .extracting(ReceivedStatement::connectionId)
          .containsOnly(servers.primary().statements().get(0).connectionId());
      servers.replicas().forEach(replica -> assertThat(replica.statements()).isEmpty());
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  private static OrderWithItems parent(Shop shop) {
    OrderWithItems order =
        assertThatCall(() -> shop.required().execute(status -> shop.mapper(Items.class).lazy(1)))
            .ranOn(PRIMARY)
            .ranNothingOn(REPLICA)
            .because(TX_READ_WRITE)
            .returning();
    assertThat(order.getId()).isEqualTo(1);
    shop.events().clear();
    return order;
  }

  /** The replicas do not have the items yet. */
  private static Shop shop(MySqlCluster servers, String byDefault) throws Exception {
    Shop shop =
        Shop.on(servers)
            .anyLag()
            .schema(ITEMS)
            .mapper(Items.class)
            .property("default-consistency", byDefault)
            .open();
    servers.replicas().forEach(MySqlNode::stopApplier);
    Shop.sql(servers.primary(), "insert into items values (1, 31)");
    servers.clearStatements();
    return shop;
  }
}
