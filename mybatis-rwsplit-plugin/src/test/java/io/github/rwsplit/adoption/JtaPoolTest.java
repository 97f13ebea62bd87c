package io.github.rwsplit.adoption;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.atomikos.jdbc.AtomikosDataSourceBean;
import com.mysql.cj.jdbc.MysqlXADataSource;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.around.MemoryUserTransaction;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.jta.JtaTransactionManager;

/** XA is not supported, and an application that has it is told so at the start. */
@WithMySqlCluster(replicas = 1)
@ExtendWith(OutputCaptureExtension.class)
class JtaPoolTest {

  private static final String NOT_SUPPORTED = "a pool of JTA: XA is not supported";

  private final MySqlCluster servers;

  JtaPoolTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @Configuration(proxyBeanMethods = false)
  static class Atomikos {
    @Bean
    AtomikosDataSourceBean dataSource() {
      return new AtomikosDataSourceBean();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class AtomikosReplica {
    @Bean(defaultCandidate = false)
    AtomikosDataSourceBean replicaDataSource() {
      return new AtomikosDataSourceBean();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Jta {
    @Bean(defaultCandidate = false)
    PlatformTransactionManager jtaTransactionManager() {
      return new JtaTransactionManager(new MemoryUserTransaction());
    }
  }

  @Test
  void start_jtaPoolAsPrimary_isRefusedWithAdvice() {
    assertThatThrownBy(
            () -> Application.bare().with(Atomikos.class).replicas(servers.replicas()).start())
        .hasStackTraceContaining(RwSplitConfigException.class.getName())
        .hasStackTraceContaining(
            "the DataSource of the SqlSessionFactory is com.atomikos.jdbc.AtomikosDataSourceBean, "
                + NOT_SUPPORTED)
        .hasStackTraceContaining("give the SqlSessionFactory an ordinary pool");
  }

  @Test
  void start_jtaPoolAsPrimaryAndModeOff_isLeftAlone() {
    try (var context =
        Application.bare()
            .with(Atomikos.class)
            .replicas(servers.replicas())
            .with("rwsplit.mode=off", "rwsplit.audit.enabled=false")
            .start()) {
      assertThat(context.getBean(DataSource.class)).isInstanceOf(AtomikosDataSourceBean.class);
    }
  }

  @Test
  void start_jtaPoolAsReplica_isRefusedWithAdvice() {
    assertThatThrownBy(
            () ->
                Application.bare()
                    .dataSourceOf(servers.primary(), "spring.datasource")
                    .with(AtomikosReplica.class)
                    .with("rwsplit.replicas.replica-1.data-source=replicaDataSource")
                    .start())
        .hasStackTraceContaining(RwSplitConfigException.class.getName())
        .hasStackTraceContaining(
            "rwsplit.replicas.replica-1.data-source must name an ordinary pool, but"
                + " replicaDataSource is com.atomikos.jdbc.AtomikosDataSourceBean, "
                + NOT_SUPPORTED);
  }

  @Test
  void build_jtaPoolBehindAProxy_isRefusedToo() {
    RwSplitClusterBuilder builder =
        RwSplitCluster.builder(new TransactionAwareDataSourceProxy(new AtomikosDataSourceBean()))
            .property("replicas.replica-1.url", servers.replica(1).jdbcUrl());
    assertThatThrownBy(builder::build)
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining(NOT_SUPPORTED);
  }

  /** Nobody asks it for a connection of XA: it is an ordinary DataSource here. */
  @Test
  void build_xaDataSourceOfADriver_isWarnedAbout(CapturedOutput output) throws SQLException {
    build(xaDataSource());
    assertThat(output.getOut())
        .contains(MysqlXADataSource.class.getName() + ", an XADataSource")
        .contains("XA is not supported");
  }

  @Test
  void build_ordinaryPoolThatTakesItsConnectionsFromAnXaDataSource_isOrdinary(CapturedOutput output)
      throws SQLException {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDataSource(xaDataSource());
      build(pool);
    }
    assertThat(output.getOut()).doesNotContain("XA is not supported");
  }

  private MysqlXADataSource xaDataSource() {
    MySqlNode primary = servers.primary();
    MysqlXADataSource source = new MysqlXADataSource();
    source.setURL(primary.jdbcUrl());
    source.setUser(primary.user());
    source.setPassword(primary.password());
    return source;
  }

  private void build(DataSource primary) {
    RwSplitCluster.builder(primary)
        .property("replicas.replica-1.url", servers.replica(1).jdbcUrl())
        .build()
        .close();
  }

  @Test
  void start_jtaTransactionManager_isWarnedAbout_andTheRestRoutes(CapturedOutput output)
      throws Exception {
    Application.createItems(servers);
    try (var context = Application.on(servers).with(Jta.class).start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      assertThatCall(() -> items.name(1)).ranOn(REPLICA);
      assertThatCall(() -> items.rename(1, "nib")).ranOn(PRIMARY);
    }
    assertThat(output.getOut())
        .containsOnlyOnce("There are transaction managers of JTA: [jtaTransactionManager]")
        .contains("XA is not supported");
  }
}
