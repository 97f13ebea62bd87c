package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.PrimaryAbsentException;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.exceptions.PersistenceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.MyBatisSystemException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/** Servers that are not there when the application starts. */
@WithMySqlCluster(replicas = 2)
class AbsentServerTest {

  private final MySqlCluster servers;

  AbsentServerTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  @AfterEach
  void startAll() {
    Application.startAll(servers);
  }

  @Test
  void start_oneReplicaIsDead_readsGoToTheOther() {
    servers.replica(1).kill();
    try (var context = Application.on(servers).start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      assertThatCall(() -> items.name(1)).ranOn("replica-2").because(EVENTUAL_REPLICA);
    }
  }

  @Test
  void start_theOnlyReplicaIsDead_readsGoToThePrimaryUntilItIsThere() {
    servers.replica(1).kill();
    try (var context =
        Application.bare()
            .dataSourceOf(servers.primary(), "spring.datasource")
            .replicas(List.of(servers.replica(1)))
            .start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      assertThatCall(() -> items.name(1)).ranOn(PRIMARY).because(NO_ELIGIBLE_REPLICA);

      servers.replica(1).start();

      await().untilAsserted(() -> assertThatCall(() -> items.name(1)).ranOn("replica-1"));
    }
  }

  @Test
  void start_primaryIsDead_isRefusedAndNamesIt() {
    servers.primary().kill();
    assertThatThrownBy(() -> Application.on(servers).start())
        .isInstanceOf(PrimaryAbsentException.class)
        .hasMessageContaining("The primary (" + servers.primary().jdbcUrl().split("\\?")[0])
        .hasMessageContaining("cannot be reached at the start")
        .hasMessageContaining("Connection refused")
        .hasMessageContaining("Start it, or check the DataSource's URL")
        .hasMessageContaining("rwsplit.switches.read-only")
        .hasMessageNotContaining(servers.primary().password());
  }

  @Test
  void start_primaryHangs_isRefusedToo() {
    servers.primary().pause();
    try {
      assertThatThrownBy(() -> Application.on(servers).start())
          .isInstanceOf(PrimaryAbsentException.class)
          .hasMessageContaining("cannot be reached at the start");
    } finally {
      // not resumed: the pool that still connects then would be made after its DataSource was
      // closed
      servers.primary().kill();
    }
  }

  @Test
  void start_primaryLetsNobodyIn_isRefusedToo() {
    assertThatThrownBy(
            () ->
                Application.on(servers)
                    .with("spring.datasource.password=wrong")
                    .with(
                        "rwsplit.replicas.replica-1.password=" + servers.replica(1).password(),
                        "rwsplit.replicas.replica-2.password=" + servers.replica(2).password())
                    .start())
        .isInstanceOf(PrimaryAbsentException.class)
        .hasMessageContaining("Access denied");
  }

  @Test
  void start_primaryIsDeadAndItsPoolMayStartWithoutIt_statementsFailAsWithoutTheLibrary() {
    servers.primary().kill();
    try (var context =
        Application.on(servers)
            .with(
                "spring.datasource.hikari.initialization-fail-timeout=-1",
                "spring.datasource.hikari.connection-timeout=1000")
            .start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      assertThatCall(() -> items.name(1)).ranOn(REPLICA);
      assertThatThrownBy(() -> items.rename(1, "nib"))
          .isInstanceOf(MyBatisSystemException.class)
          .hasCauseInstanceOf(PersistenceException.class)
          .hasRootCauseInstanceOf(IOException.class)
          .hasStackTraceContaining(CannotGetJdbcConnectionException.class.getName())
          .hasStackTraceContaining(SQLException.class.getSimpleName());
    }
  }

  @Test
  void start_primaryIsDeadAndWritesAreSwitchedOff_readsTheReplicas() {
    servers.primary().kill();
    try (var context = Application.on(servers).with("rwsplit.switches.read-only=true").start()) {
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1)).ranOn(REPLICA);
    }
  }

  @Test
  void start_lazilyAndThePrimaryIsDeadAtTheFirstUse_readsTheReplicas() {
    try (var context =
        Application.on(servers)
            .with(
                "spring.main.lazy-initialization=true",
                "mybatis.lazy-initialization=true",
                "spring.datasource.hikari.connection-timeout=1000")
            .start()) {
      servers.primary().kill();
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1)).ranOn(REPLICA);
    }
  }

  @Test
  void start_primaryIsDeadAndModeIsOff_isNotOurBusiness() {
    servers.primary().kill();
    try (var context = Application.on(servers).with("rwsplit.mode=off").start()) {
      assertThat(context.isRunning()).isTrue();
    }
  }

  @Test
  void start_primaryIsDeadAndDruidWaitsForEver_theStartDoesNot() {
    servers.primary().kill();
    Application application =
        Application.on(servers)
            .starter("com.alibaba.druid")
            .with("spring.datasource.druid.connection-error-retry-attempts=0");
    assertThatThrownBy(application::start)
        .isInstanceOf(PrimaryAbsentException.class)
        .hasMessageContaining("Connection refused");
    try (var context = application.with("rwsplit.switches.read-only=true").start()) {
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1)).ranOn(REPLICA);
    }
  }

  /** A pool that gives nothing for a while says nothing about the server. */
  @Test
  void start_primarysPoolIsExhausted_goesOn() throws Exception {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(servers.primary().jdbcUrl());
      pool.setUsername(servers.primary().user());
      pool.setPassword(servers.primary().password());
      pool.setMaximumPoolSize(1);
      try (Connection taken = pool.getConnection();
          RwSplitCluster cluster =
              RwSplitCluster.builder(pool)
                  .property("replicas.replica-1.url", servers.replica(1).jdbcUrl())
                  .build()) {
        assertThat(taken.isValid(1)).isTrue();
        assertThatCode(cluster::start).doesNotThrowAnyException();
      }
    }
  }
}
