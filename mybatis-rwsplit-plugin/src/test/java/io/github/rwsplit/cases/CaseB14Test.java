package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.HINT_OVERRIDE;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.github.pagehelper.Page;
import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInterceptor;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClientConnections;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.audit.StatementEvent.Outcome;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.apache.ibatis.cache.CacheKey;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.junit.jupiter.api.Test;

/**
 * B14: a pager's count ran under the chosen key, its page under the default one. Count and page are
 * one call, whatever is lost between them.
 */
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

  @Test
  void page_whoseReplicaLosesItsConnectionsAfterTheCount_hasWhatWasCounted(MySqlCluster servers)
      throws Exception {
    List<StatementEvent> events =
        pageThatLosesItsReplica(servers, replica -> ClientConnections.killAll(servers.replica(2)));

    assertThat(events)
        .extracting(StatementEvent::node, StatementEvent::reason, StatementEvent::outcome)
        .containsExactly(
            tuple("replica-2", EVENTUAL_REPLICA, Outcome.OK),
            tuple("replica-2", EVENTUAL_REPLICA, Outcome.ERROR),
            tuple("primary", RETRY_READ, Outcome.OK));
  }

  @Test
  void page_whoseReplicaGivesNoConnectionAfterTheCount_hasWhatWasCounted(MySqlCluster servers)
      throws Exception {
    List<StatementEvent> events =
        pageThatLosesItsReplica(servers, replica -> replica.unwrap(HikariDataSource.class).close());

    assertThat(events)
        .extracting(StatementEvent::node, StatementEvent::reason, StatementEvent::outcome)
        .containsExactly(
            tuple("replica-2", EVENTUAL_REPLICA, Outcome.OK),
            tuple("primary", NO_ELIGIBLE_REPLICA, Outcome.OK));
  }

  /** How a replica is lost. */
  private interface Loss {
    void of(DataSource replica) throws Exception;
  }

  /** What ran for a page of which replica-2 alone of all replicas has the rows. */
  private static List<StatementEvent> pageThatLosesItsReplica(MySqlCluster servers, Loss loss)
      throws Exception {
    AfterTheCount afterTheCount = new AfterTheCount();
    try (Shop shop = Shop.on(servers).plugin(afterTheCount).plugin(pager()).anyLag().open()) {
      servers.replica(1).stopApplier();
      Shop.sql(
          servers.primary(),
          "insert into orders (user_id, status) values (5, 'NEW'), (5, 'NEW'), (5, 'NEW')");
      servers.replica(2).awaitCaughtUp();
      AtomicBoolean lost = new AtomicBoolean();
      afterTheCount.then =
          () -> {
            if (shop.lastEvent().node().equals("replica-2")) {
              loss.of(ClusterProbe.replica(shop.cluster(), "replica-2"));
              lost.set(true);
            }
          };
      List<StatementEvent> events = List.of();
      while (!lost.get()) {
        shop.events().clear();
        Page<Order> page = firstPage(shop);
        events = shop.eventsSoFar();

        assertThat(page.getTotal()).isIn(0L, 3L);
        assertThat(page).hasSize((int) page.getTotal());
      }
      return events;
    } finally {
      servers.replica(1).startApplier();
    }
  }

  /** Between the pager and the library. */
  @Intercepts(
      @Signature(
          type = Executor.class,
          method = "query",
          args = {
            MappedStatement.class,
            Object.class,
            RowBounds.class,
            ResultHandler.class,
            CacheKey.class,
            BoundSql.class
          }))
  public static final class AfterTheCount implements Interceptor {

    private interface Step {
      void run() throws Exception;
    }

    private Step then = () -> {};

    @Override
    public Object intercept(Invocation invocation) throws Throwable {
      Object rows = invocation.proceed();
      if (((MappedStatement) invocation.getArgs()[0]).getId().endsWith("_COUNT")) {
        then.run();
      }
      return rows;
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
