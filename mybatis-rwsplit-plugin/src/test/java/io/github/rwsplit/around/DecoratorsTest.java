package io.github.rwsplit.around;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.p6spy.engine.spy.P6DataSource;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.connection.TwoDatabases;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** Decorators of the application's DataSource. The replicas take their account from behind them. */
@WithMySqlCluster(replicas = 2)
class DecoratorsTest {

  enum Decorator {
    P6SPY(P6DataSource::new),
    DATASOURCE_PROXY(pool -> ProxyDataSourceBuilder.create(pool).name("shop").build()),
    TRANSACTION_AWARE(TransactionAwareDataSourceProxy::new),
    LAZY(LazyConnectionDataSourceProxy::new),
    LAZY_OVER_P6SPY(pool -> new LazyConnectionDataSourceProxy(new P6DataSource(pool))),
    P6SPY_OVER_LAZY(pool -> new P6DataSource(new LazyConnectionDataSourceProxy(pool)));

    private final UnaryOperator<DataSource> around;

    Decorator(UnaryOperator<DataSource> around) {
      this.around = around;
    }
  }

  @ParameterizedTest
  @EnumSource
  void decoratedPool_routesLikeThePoolItself(Decorator decorator, MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).wrapped(decorator.around).poolSize(1).open()) {
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      assertThatCall(() -> shop.orders().updateStatus(1, "PAID")).ranOn(PRIMARY).because(WRITE);
      assertThatCall(
              () ->
                  shop.required()
                      .execute(
                          status -> {
                            shop.orders().selectById(2);
                            shop.orders().updateStatus(2, "SENT");
                            return shop.orders().selectById(2);
                          }))
          .ranOn(PRIMARY)
          .because(TX_READ_WRITE, WRITE, TX_READ_WRITE);
      servers.awaitReplication();
      assertThatCall(() -> shop.orders().selectById(2)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      Pools.assertAllReturned(shop.pool());
    }
  }

  /** Only HikariCP is found by asking a decorator that hides what it decorates. */
  @ParameterizedTest
  @EnumSource(names = {"P6SPY", "DATASOURCE_PROXY", "LAZY"})
  void decoratedPoolOtherThanHikari_accountIsFoundOrAskedFor(
      Decorator decorator, MySqlCluster servers) throws Exception {
    MySqlNode primary = servers.primary();
    PooledDataSource pool =
        new PooledDataSource(
            "com.mysql.cj.jdbc.Driver", primary.jdbcUrl(), primary.user(), primary.password());
    RwSplitClusterBuilder builder =
        RwSplitCluster.builder(decorator.around.apply(pool))
            .property("replicas.replica-1.url", servers.replica(1).jdbcUrl());
    try {
      if (decorator == Decorator.P6SPY) {
        assertThatThrownBy(builder::build)
            .isInstanceOf(RwSplitConfigException.class)
            .hasMessageContaining("rwsplit.replicas.replica-1.username");
        builder
            .property("replicas.replica-1.username", primary.user())
            .property("replicas.replica-1.password", primary.password());
      }
      builder.build().close();
    } finally {
      pool.forceCloseAll();
    }
  }

  @ParameterizedTest
  @EnumSource
  void decoratedPoolWithAutoCommitOff_isSeen_andReadsStayInItsTransactions(Decorator decorator)
      throws Exception {
    try (HikariDataSource off = new HikariDataSource()) {
      off.setUsername("sa");
      off.setAutoCommit(false);
      UnaryOperator<DataSource> instead =
          pool -> {
            off.setJdbcUrl(((HikariDataSource) pool).getJdbcUrl());
            return decorator.around.apply(off);
          };
      try (TwoDatabases both = TwoDatabases.builder().wrapped(instead).open()) {
        assertThat(both.items().eventual(1)).isEqualTo("P1");
        assertThat(both.reasons()).containsExactly(TX_READ_WRITE);
      }
    }
  }

  /** p6spy's other way in: its driver, named by the URL. */
  @Test
  void p6spyAsTheDriver_replicasAreReadOnlyAndRoutedToAsWithoutIt(MySqlCluster servers)
      throws Exception {
    try (Shop shop = Shop.on(servers).driver("p6spy").open()) {
      for (int i = 0; i < 4; i++) {
        assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      }
      assertThatCall(() -> shop.orders().updateStatus(1, "PAID")).ranOn(PRIMARY).because(WRITE);
      JdbcTemplate replica = new JdbcTemplate(ClusterProbe.replica(shop.cluster(), "replica-1"));
      assertThat(replica.queryForObject("select @@session.transaction_read_only", Boolean.class))
          .isTrue();
    }
  }
}
