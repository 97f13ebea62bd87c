package io.github.rwsplit.adoption;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.context.ApplicationContext;

/** Spring Boot's own {@code db} health: the application's DataSource, and no replica (B59). */
@WithMySqlCluster(replicas = 1)
class DbHealthTest {

  private final MySqlCluster servers;

  DbHealthTest(MySqlCluster servers) {
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
  void health_allServersAreThere_isAskedOfThePrimaryOnly() {
    try (var context = Application.on(servers).start()) {
      assertThat(assertThatCall(() -> db(context).getStatus()).ranNothingOn(REPLICA).returning())
          .isEqualTo(Status.UP);
    }
  }

  @Test
  void health_theReplicaIsDead_isUp() {
    try (var context = Application.on(servers).start()) {
      servers.replica(1).kill();
      assertThat(db(context).getStatus()).isEqualTo(Status.UP);
      assertThatCall(() -> context.getBean(ItemMapper.class).nameNow(1)).ranOn(PRIMARY);
    }
  }

  @Test
  void health_theReplicaIsABeanAndDead_isUpWhereNobodyGetsItByType() {
    MySqlNode replica = servers.replica(1);
    try (var context =
        Application.bare()
            .dataSourceOf(servers.primary(), "spring.datasource")
            .replicaBean(replica)
            .start()) {
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1)).ranOn(REPLICA);
      replica.kill();
      assertThat(db(context).getStatus()).isEqualTo(Status.UP);
    }
  }

  @Test
  void health_thePrimaryIsDead_isDown() {
    try (var context =
        Application.on(servers).with("spring.datasource.hikari.connection-timeout=1000").start()) {
      servers.primary().kill();
      assertThat(db(context).getStatus()).isEqualTo(Status.DOWN);
    }
  }

  private static Health db(ApplicationContext context) {
    HealthIndicator db =
        (HealthIndicator) context.getBean(HealthContributorRegistry.class).getContributor("db");
    return requireNonNull(requireNonNull(db).health());
  }
}
