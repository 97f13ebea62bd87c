package io.github.rwsplit.samples.ruoyi;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.FOREIGN_DATASOURCE;
import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.pagehelper.PageInfo;
import io.github.rwsplit.samples.Sample;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code replica-2} plays the second database, of which the library knows nothing. */
@WithMySqlCluster(replicas = 2)
class RuoYiLikeApplicationTest {

  @BeforeEach
  void createTable(MySqlCluster servers) throws Exception {
    Sample.sql(
        servers,
        "drop table if exists sys_order",
        "create table sys_order (order_id bigint primary key auto_increment,"
            + " user_name varchar(20) not null, status varchar(10) not null)",
        "insert into sys_order values (1, 'ann', '0'), (2, 'bob', '0'), (3, 'ann', '1')");
  }

  @Test
  void reads_runWhereTheyDeclare_andPagesOnOneNode(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      SysOrderService service = context.getBean(SysOrderService.class);
      SysOrderMapper orders = context.getBean(SysOrderMapper.class);
      SysOrder ann = order("ann", null);

      PageInfo<SysOrder> page =
          assertThatCall(() -> service.page(ann, 1, 1))
              .ranOn("replica-1")
              .because(EVENTUAL_REPLICA)
              .returning();
      assertThat(page.getTotal()).isEqualTo(2);
      assertThat(page.getList()).extracting(SysOrder::getOrderId).containsExactly(1L);
      assertThatCall(() -> orders.selectSysOrderById(2L)).ranOn(PRIMARY).because(STRONG);
      assertThatCall(() -> orders.countByUserName("ann")).ranOn(PRIMARY).because(UNDECLARED);
      assertThatCall(() -> orders.selectSysOrderList(ann)).ranOn("replica-1");
    }
  }

  @Test
  void writes_runOnThePrimary_alsoWithThePageBehindThem(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      SysOrderService service = context.getBean(SysOrderService.class);
      SysOrder first = order("eve", "0");
      assertThatCall(() -> context.getBean(SysOrderMapper.class).insertSysOrder(first))
          .ranOn(PRIMARY)
          .because(WRITE);
      assertThat(first.getOrderId()).isEqualTo(4);

      PageInfo<SysOrder> page =
          assertThatCall(() -> service.insertAndPageInTransaction(order("eve", "0")))
              .ranOn(PRIMARY)
              .because(WRITE, TX_READ_WRITE)
              .returning();
      assertThat(page.getTotal()).isEqualTo(5);

      assertThatCall(() -> service.insertAndPage(order("eve", "0")))
          .because(WRITE, EVENTUAL_REPLICA);

      SysOrder changed = order("bob", "9");
      changed.setOrderId(2L);
      assertThatThrownBy(() -> service.failAfterWriting(changed)).hasMessage("rolled back");
      assertThat(context.getBean(SysOrderMapper.class).selectSysOrderById(2L).getStatus())
          .isEqualTo("0");
    }
  }

  @Test
  void theOtherDatabase_isReadWhereTheApplicationSays(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      SysOrderService service = context.getBean(SysOrderService.class);
      assertThat(
              assertThatCall(service::pageOfTheOtherDatabase)
                  .ranOn("replica-2")
                  .because(FOREIGN_DATASOURCE)
                  .returning()
                  .getTotal())
          .isEqualTo(3);
      assertThatCall(() -> service.page(new SysOrder(), 1, 2)).ranOn("replica-1");
    }
  }

  @Test
  void undeclaredFail_listsTheOneThatDeclaresNothing(MySqlCluster servers) {
    assertThat(sample(servers).undeclared())
        .containsExactly("io.github.rwsplit.samples.ruoyi.SysOrderMapper.countByUserName");
  }

  private static Sample sample(MySqlCluster servers) {
    return Sample.of(RuoYiLikeApplication.class, servers)
        .pool("spring.datasource.druid.master", servers.primary())
        .pool("spring.datasource.druid.slave", servers.replica(2))
        .own("pagehelper.helper-dialect", "mysql")
        .own("pagehelper.support-methods-arguments", "true")
        .own(
            "spring.autoconfigure.exclude",
            "com.alibaba.druid.spring.boot4.autoconfigure.DruidDataSourceAutoConfigure,"
                + "com.baomidou.dynamic.datasource.spring.boot.autoconfigure"
                + ".DynamicDataSourceAutoConfiguration,"
                + "com.baomidou.dynamic.datasource.spring.boot.autoconfigure"
                + ".DynamicDataSourcePoolMetricsAutoConfiguration,"
                + "net.ttddyy.observation.boot.autoconfigure"
                + ".DataSourceObservationAutoConfiguration")
        .replicas(1);
  }

  private static SysOrder order(String userName, String status) {
    SysOrder order = new SysOrder();
    order.setUserName(userName);
    order.setStatus(status);
    return order;
  }
}
