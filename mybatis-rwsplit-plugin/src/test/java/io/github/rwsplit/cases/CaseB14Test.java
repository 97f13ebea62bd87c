package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.HINT_OVERRIDE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.pagehelper.Page;
import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInterceptor;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** B14: a pager's count ran under the chosen key, its page under the default one. */
@WithMySqlCluster(replicas = 2)
class CaseB14Test {

  @Test
  void page_countAndRows_comeFromOneReplica(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).plugin(pager()).anyLag().open()) {
      giveReplicasDifferentRows(servers);
      for (int i = 0; i < 20; i++) {
        shop.events().clear();
        Page<Order> page =
            assertThatCall(() -> firstPage(shop))
                .ranOn(REPLICA)
                .ranOnOneNode()
                .because(EVENTUAL_REPLICA)
                .returning();

        List<StatementEvent> events = shop.events();
        assertThat(events)
            .extracting(StatementEvent::decision)
            .hasSize(2)
            .containsOnly(events.get(0).decision());
        String node = events.get(0).node();
        assertThat(page.getTotal()).isEqualTo(node.equals("replica-1") ? 3 : 4);
        assertThat(page).hasSize((int) page.getTotal());
      }
    } finally {
      restore(servers);
    }
  }

  @Test
  void page_insideForcePrimary_isOnThePrimaryAndSoIsWhatFollows(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).plugin(pager()).anyLag().open()) {
      assertThatCall(
              () ->
                  RwSplit.forcePrimary(
                      () -> {
                        firstPage(shop);
                        return shop.orders().selectById(1);
                      }))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(HINT_OVERRIDE);
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA);
    }
  }

  static PageInterceptor pager() {
    PageInterceptor pager = new PageInterceptor();
    Properties properties = new Properties();
    properties.setProperty("helperDialect", "mysql");
    pager.setProperties(properties);
    return pager;
  }

  static Page<Order> firstPage(Shop shop) {
    try (Page<Order> page = PageHelper.startPage(1, 10)) {
      return page.doSelectPage(() -> shop.orders().selectList(5));
    }
  }

  private static void giveReplicasDifferentRows(MySqlCluster servers) throws Exception {
    int rows = 3;
    for (MySqlNode replica : servers.replicas()) {
      replica.stopApplier();
      replica.readOnly(false);
      for (int i = 0; i < rows; i++) {
        unlogged(
            replica, "insert into orders (id, user_id, status) values (" + (500 + i) + ", 5, 'X')");
      }
      rows++;
    }
  }

  private static void restore(MySqlCluster servers) throws Exception {
    for (MySqlNode replica : servers.replicas()) {
      unlogged(replica, "delete from orders where user_id = 5");
      replica.readOnly(true);
      replica.startApplier();
    }
  }

  /** Changes one replica alone, without a transaction of its own in its GTID set. */
  private static void unlogged(MySqlNode node, String sql) throws Exception {
    try (var connection = node.adminConnection();
        var statement = connection.createStatement()) {
      statement.execute("set sql_log_bin = 0");
      statement.execute("use " + databaseOf(node));
      statement.execute(sql);
    }
  }

  private static String databaseOf(MySqlNode node) {
    String url = node.jdbcUrl();
    String path = url.substring(url.indexOf('/', "jdbc:mysql://".length()) + 1);
    return path.substring(0, path.indexOf('?'));
  }
}
