package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SCOPE_PINNED;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.RwSplitXml;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.function.Consumer;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MyBatis without Spring: the builder. */
@WithMySqlCluster(replicas = 2)
class PlainMybatisTest {

  private final MySqlCluster servers;

  PlainMybatisTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  private PooledDataSource primary() {
    MySqlNode primary = servers.primary();
    return new PooledDataSource(
        "com.mysql.cj.jdbc.Driver", primary.jdbcUrl(), primary.user(), primary.password());
  }

  private void with(Consumer<SqlSessionFactory> test) {
    PooledDataSource primary = primary();
    RwSplitXml.accept();
    Configuration configuration =
        new Configuration(new Environment("shop", new JdbcTransactionFactory(), primary));
    configuration.addMapper(ItemMapper.class);
    SqlSessionFactory factory = new SqlSessionFactoryBuilder().build(configuration);
    RwSplitClusterBuilder builder =
        RwSplitCluster.builder(primary).property("audit.enabled", "true");
    servers
        .replicas()
        .forEach(
            replica -> builder.property("replicas." + replica.name() + ".url", replica.jdbcUrl()));
    try (RwSplitCluster cluster = builder.build()) {
      cluster.attach(factory);
      cluster.verify();
      cluster.start();
      test.accept(factory);
    } finally {
      primary.forceCloseAll();
    }
  }

  @Test
  void openSession_isATransaction_andRunsOnThePrimary() {
    with(
        factory -> {
          try (SqlSession session = factory.openSession(false)) {
            ItemMapper items = session.getMapper(ItemMapper.class);
            assertThatCall(() -> items.name(1)).ranOn(PRIMARY).because(TX_READ_WRITE);
            assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY).because(WRITE);
            assertThatCall(() -> items.name(1)).ranOn(PRIMARY).because(TX_READ_WRITE);
            session.commit();
          }
        });
  }

  @Test
  void openSession_autocommit_readsAReplicaUntilItWrites() {
    with(
        factory -> {
          try (SqlSession session = factory.openSession(true)) {
            ItemMapper items = session.getMapper(ItemMapper.class);
            assertThatCall(() -> items.name(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
            assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY).because(WRITE);
            assertThatCall(() -> items.name(1)).ranOn(PRIMARY).because(SCOPE_PINNED);
          }
        });
  }

  @Test
  void build_whatTheReaderAndWhatTheNodesRefuse_areOneException() {
    RwSplitClusterBuilder unknownKey =
        RwSplitCluster.builder(primary()).property("replica.r1.url", "jdbc:mysql://r1/shop");
    RwSplitClusterBuilder noDriver =
        RwSplitCluster.builder(primary()).property("replicas.r1.url", "jdbc:mysqll://r1/shop");

    assertThatThrownBy(unknownKey::build)
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining("did you mean rwsplit.replicas.r1.url?");
    assertThatThrownBy(noDriver::build)
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining("rwsplit.replicas.r1.url must be a URL that a JDBC driver");
  }
}
