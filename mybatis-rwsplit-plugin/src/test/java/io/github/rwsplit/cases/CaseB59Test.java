package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.adoption.Application;
import io.github.rwsplit.adoption.Http;
import io.github.rwsplit.adoption.ItemMapper;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * B59: a dead replica made the whole application unhealthy, or nobody could tell its health at all.
 * The primary decides; replicas are details.
 */
@WithMySqlCluster(replicas = 2)
class CaseB59Test {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String HEALTH = "/actuator/health";

  private final MySqlCluster servers;

  CaseB59Test(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  @AfterEach
  void startAll() {
    Application.startAll(servers);
    servers.replicas().forEach(MySqlNode::startApplier);
  }

  private ConfigurableApplicationContext start() {
    return Application.on(servers)
        .withActuator()
        .with(
            "spring.datasource.hikari.connection-timeout=1000",
            "management.endpoint.health.group.readiness.include=readinessState,rwSplit")
        .start();
  }

  private static String ours(Http http) {
    return http.get(HEALTH + "/rwSplit").at("$.status");
  }

  @Test
  void health_oneReplicaIsDead_isUpWithItsDetail_andTheOtherServes() {
    try (var context = start()) {
      Http http = new Http(context);
      servers.replica(1).kill();
      await()
          .atMost(PATIENCE)
          .until(() -> http.get(HEALTH + "/rwSplit").body().contains("degraded"));

      Http.Answer health = http.get(HEALTH);
      assertThat(health.status()).isEqualTo(200);
      assertThat(health.<String>at("$.components.rwSplit.status")).isEqualTo("UP");
      assertThat(health.<List<String>>at("$.components.rwSplit.details.degraded"))
          .containsExactly("replica-1");
      assertThat(health.<String>at("$.components.rwSplit.details.replica-1.state"))
          .isEqualTo("DOWN");
      assertThat(health.<String>at("$.components.rwSplit.details.replica-1.because"))
          .isNotEmpty()
          .doesNotContain(servers.primary().password());
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1))
          .ranOn("replica-2")
          .because(EVENTUAL_REPLICA);
    }
  }

  @Test
  void health_allReplicasAreDead_isUpAndDegraded_andThePrimaryServes() {
    try (var context = start()) {
      Http http = new Http(context);
      servers.replicas().forEach(MySqlNode::kill);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(http.get(HEALTH + "/rwSplit").<Map<String, Object>>at("$.details"))
                      .hasEntrySatisfying("degraded", all -> assertThat((List<?>) all).hasSize(2)));

      assertThat(ours(http)).isEqualTo("UP");
      assertThat(http.get(HEALTH + "/readiness").status()).isEqualTo(200);
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1))
          .ranOn(PRIMARY)
          .because(NO_ELIGIBLE_REPLICA);
    }
  }

  @Test
  void health_aReplicaIsLate_isUpAndSaysForWhichGroup() throws Exception {
    try (var context = start()) {
      Http http = new Http(context);
      servers.replica(2).stopApplier();
      context.getBean(ItemMapper.class).rename(1, "nib");
      await()
          .atMost(PATIENCE)
          .until(() -> http.get(HEALTH + "/rwSplit").body().contains("lateFor"));

      Http.Answer health = http.get(HEALTH + "/rwSplit");
      assertThat(health.<String>at("$.status")).isEqualTo("UP");
      assertThat(health.<List<String>>at("$.details.replica-2.lateFor")).containsExactly("online");
      assertThat(health.<Integer>at("$.details.replica-2.lagMillis")).isGreaterThan(3_000);
    }
  }

  @Test
  void health_thePrimaryIsDead_isDownAndNotReadyButAlive_andReplicasServe() {
    try (var context = start()) {
      Http http = new Http(context);
      assertThat(http.get(HEALTH + "/readiness").status()).isEqualTo(200);
      servers.primary().kill();
      await().atMost(PATIENCE).until(() -> ours(http).equals("DOWN"));

      assertThat(http.get(HEALTH).status()).isEqualTo(503);
      assertThat(http.get(HEALTH + "/readiness").status()).isEqualTo(503);
      assertThat(http.get(HEALTH + "/liveness").status()).isEqualTo(200);
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1))
          .ranOn(REPLICA)
          .because(EVENTUAL_REPLICA);
    }
  }
}
