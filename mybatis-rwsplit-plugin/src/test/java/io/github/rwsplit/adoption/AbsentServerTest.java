package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.io.IOException;
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
    servers.nodes().stream().filter(node -> !node.isRunning()).forEach(node -> node.start());
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
  void start_primaryIsDead_isNotKeptWaitingAndStatementsFailAsWithoutTheLibrary() {
    servers.primary().kill();
    try (var context =
        Application.on(servers).with("spring.datasource.hikari.connection-timeout=1000").start()) {
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
  void start_primaryIsDeadAndDruidWaitsForEver_theStartDoesNot() {
    servers.primary().kill();
    try (var context =
        Application.on(servers)
            .starter("com.alibaba.druid")
            .with("spring.datasource.druid.connection-error-retry-attempts=0")
            .start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      assertThatCall(() -> items.name(1)).ranOn(REPLICA);
    }
  }
}
