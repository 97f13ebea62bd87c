package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.PRIMARY_ONLY;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The endpoint, the health and the meters of an application, over HTTP. */
@WithMySqlCluster(replicas = 2)
class ActuatorTest {

  private static final String ENDPOINT = "/actuator/rwsplit";
  private static final String SAID = "{'who':'alice','why':'INC-42','value':'%s'}";

  private final MySqlCluster servers;

  ActuatorTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void createItems() throws Exception {
    Application.createItems(servers);
  }

  private Application application() {
    return Application.on(servers).withActuator();
  }

  @Test
  void read_theWholeCluster_isShownWithoutSecrets() {
    try (var context =
        application()
            .with(
                "rwsplit.replicas.replica-1.password=" + servers.primary().password(),
                "rwsplit.replicas.replica-1.pool.data-source-properties.trustStorePassword=hush",
                "rwsplit.session.token.enabled=true",
                "rwsplit.session.token.secrets=a secret that nobody may see")
            .start()) {
      Http http = new Http(context);
      ItemMapper items = context.getBean(ItemMapper.class);
      items.name(1);
      items.name(2);
      items.rename(1, "nib");

      Http.Answer answer = http.get(ENDPOINT);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.<List<String>>at("$.nodes[*].name"))
          .startsWith("primary")
          .containsExactlyInAnyOrder("primary", "replica-1", "replica-2");
      assertThat(answer.<List<String>>at("$.nodes[*].role"))
          .containsExactly("primary", "replica", "replica");
      assertThat(answer.<List<String>>at("$.nodes[*].state")).containsOnly("UP");
      assertThat(answer.<List<String>>at("$.nodes[*].server"))
          .containsExactlyInAnyOrderElementsOf(
              servers.nodes().stream().map(node -> node.serverUuid()).toList());
      assertThat(answer.<List<String>>at("$.nodes[*].position"))
          .hasSize(3)
          .allMatch(position -> position.contains(servers.primary().serverUuid()));
      assertThat(answer.<List<Integer>>at("$.nodes[?(@.role == 'replica')].lagMillis")).hasSize(2);
      assertThat(answer.<List<Integer>>at("$.nodes[*].pool.maximum")).hasSize(3).contains(10);
      assertThat(answer.<List<Integer>>at("$.nodes[*].weight")).containsOnly(1);
      assertThat(answer.<Integer>at("$.reasons.EVENTUAL_REPLICA")).isEqualTo(2);
      assertThat(answer.<Integer>at("$.reasons.WRITE")).isOne();
      assertThat(answer.<Integer>at("$.switches.replicaPercent.value")).isEqualTo(100);
      assertThat(answer.<String>at("$.mode")).isEqualTo("route");
      assertThat(answer.<String>at("$.configuration['replicas.replica-1.password']"))
          .isEqualTo("******");
      assertThat(answer.<String>at("$.configuration['session.token.secrets']")).isEqualTo("******");
      assertThat(answer.<String>at("$.configuration['groups.online.removed-above']"))
          .isEqualTo("3s");
      assertThat(answer.body())
          .doesNotContain("hush")
          .doesNotContain("nobody may see")
          .doesNotContain(servers.primary().password());
    }
  }

  @Test
  void write_withoutLeave_isNotThere() {
    try (var context = application().start()) {
      Http http = new Http(context);
      assertThat(http.post(ENDPOINT + "/primary-only", SAID.formatted("true")).status())
          .isIn(404, 405);
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1)).ranOn(REPLICA);
      assertThat(http.get(ENDPOINT).<Map<String, Object>>at("$.switches"))
          .doesNotContainKey("primaryOnly");
    }
  }

  @Test
  void write_withLeave_turnsSwitchesWithWhoAndWhy() {
    try (var context =
        application().with("management.endpoint.rwsplit.access=unrestricted").start()) {
      Http http = new Http(context);
      ItemMapper items = context.getBean(ItemMapper.class);

      Http.Answer turned = http.post(ENDPOINT + "/primary-only", SAID.formatted("10m"));
      assertThat(turned.status()).as(turned.body()).isEqualTo(200);
      assertThat(turned.<String>at("$.primaryOnly.who")).isEqualTo("alice");
      assertThat(turned.<String>at("$.primaryOnly.why")).isEqualTo("INC-42");
      assertThat(turned.<String>at("$.primaryOnly.until")).isNotEmpty();
      assertThatCall(() -> items.name(1)).ranOn(PRIMARY).because(PRIMARY_ONLY);

      http.post(ENDPOINT + "/primary-only", SAID.formatted("false"));
      http.post(ENDPOINT + "/drain/replica-1", SAID.formatted("true"));
      for (int i = 0; i < 5; i++) {
        assertThatCall(() -> items.name(1)).ranOn("replica-2").because(EVENTUAL_REPLICA);
      }
      assertThat(http.get(ENDPOINT).<List<Integer>>at("$.nodes[?(@.name=='replica-1')].weight"))
          .containsExactly(0);
      http.post(
          ENDPOINT + "/primary-only/statements/" + ItemMapper.class.getName() + ".*",
          SAID.formatted("true"));
      assertThatCall(() -> items.name(1)).ranOn(PRIMARY).because(PRIMARY_ONLY);
      http.post(ENDPOINT + "/replica-percent", SAID.formatted("10"));
      http.post(ENDPOINT + "/primary-reads-per-second", SAID.formatted("5"));

      Http.Answer reset = http.delete(ENDPOINT + "?who=bob&why=over");
      assertThat(reset.status()).as(reset.body()).isEqualTo(200);
      assertThat(reset.<Map<String, Object>>at("$"))
          .doesNotContainKeys("primaryOnly", "primaryReadsPerSecond");
      assertThat(reset.<Integer>at("$.replicaPercent.value")).isEqualTo(100);
      assertThat(reset.<Map<String, Object>>at("$.drained")).isEmpty();
    }
  }

  @Test
  void write_wrongRequests_areRefusedAndSayWhatIsRight() {
    try (var context =
        application().with("management.endpoint.rwsplit.access=unrestricted").start()) {
      Http http = new Http(context);
      assertThat(http.post(ENDPOINT + "/primary-only", "{'who':'alice','value':'true'}").status())
          .isEqualTo(400);
      assertThat(
              http.post(ENDPOINT + "/primary-only", "{'who':' ','why':'x','value':'true'}")
                  .status())
          .isEqualTo(400);
      for (String wrong :
          List.of(
              "primary",
              "primary-only/tenant",
              "primary-only/user/x",
              "replica-percent",
              "primary-only",
              "drain/replica-9",
              "drain/replica-1")) {
        assertThat(http.post(ENDPOINT + "/" + wrong, SAID.formatted("perhaps")).status())
            .as(wrong)
            .isEqualTo(400);
      }
      assertThat(http.get(ENDPOINT).<Map<String, Object>>at("$.switches.drained")).isEmpty();
      assertThatCall(() -> context.getBean(ItemMapper.class).name(1)).ranOn(REPLICA);
    }
  }

  @Test
  void health_primaryAndReplicas_isUpWithDetailOfEachNode() {
    try (var context = application().start()) {
      Http.Answer health = new Http(context).get("/actuator/health");
      assertThat(health.status()).as(health.body()).isEqualTo(200);
      assertThat(health.<String>at("$.components.rwSplit.status")).isEqualTo("UP");
      assertThat(health.<String>at("$.components.rwSplit.details.replica-2.state")).isEqualTo("UP");
    }
  }

  @Test
  void health_switchedOff_isNotThere() {
    try (var context = application().with("management.health.rwSplit.enabled=false").start()) {
      assertThat(new Http(context).get("/actuator/health").<Map<String, Object>>at("$.components"))
          .containsKey("db")
          .doesNotContainKey("rwSplit");
    }
  }

  @Test
  void meters_ofTheApplication_haveOurs() {
    try (var context = application().start()) {
      context.getBean(ItemMapper.class).name(1);
      MeterRegistry registry = context.getBean(MeterRegistry.class);
      assertThat(
              registry
                  .get("rwsplit.decisions")
                  .tags("role", "replica", "reason", "EVENTUAL_REPLICA")
                  .counter()
                  .count())
          .isOne();
      assertThat(
              registry
                  .get("rwsplit.node.state")
                  .tags("node", "replica-1", "role", "replica", "state", "UP")
                  .gauge()
                  .value())
          .isOne();
      assertThat(registry.get("rwsplit.replica.lag").tag("node", "replica-2").gauge().value())
          .isBetween(0.0, 60.0);
      assertThat(registry.find("hikaricp.connections.max").gauges())
          .extracting(gauge -> gauge.getId().getTag("pool"))
          .hasSize(3);
    }
  }
}
