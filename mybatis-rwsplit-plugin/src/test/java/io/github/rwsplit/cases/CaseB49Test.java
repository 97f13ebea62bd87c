package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.node.LagLimits;
import io.github.rwsplit.node.LagSettings;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.node.ReplicaRequest;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** B49: a table of weights, made once for all groups, did not survive the loss of a replica. */
@WithMySqlCluster(replicas = 3)
class CaseB49Test {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PICKS = 10_000;
  private static final int READS = 1_000;

  @ParameterizedTest
  @ValueSource(strings = {"least-connections", "random", "round-robin"})
  void picks_weightsThreeOneZero_areWithinTwoPointsInTenThousand(
      String balancer, MySqlCluster servers) {
    try (Nodes nodes = nodes(servers, balancer, 3, 1, 0)) {
      Map<String, Double> shares = picked(nodes);
      assertThat(shares).containsOnlyKeys("replica-1", "replica-2");
      assertThat(shares.get("replica-1")).isCloseTo(75, within(2.0));
      assertThat(shares.get("replica-2")).isCloseTo(25, within(2.0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"least-connections", "random", "round-robin"})
  void picks_equalWeights_areEven(String balancer, MySqlCluster servers) {
    try (Nodes nodes = nodes(servers, balancer, 1, 1, 1)) {
      assertThat(picked(nodes).values())
          .hasSize(3)
          .allSatisfy(share -> assertThat(share).isCloseTo(100 / 3.0, within(2.0)));
    }
  }

  @Test
  void reads_replicasLostOneByOne_moveToTheRestAndLeaveTheOtherGroupAlone(MySqlCluster servers)
      throws Exception {
    MySqlNode r1 = servers.replica(1);
    MySqlNode r2 = servers.replica(2);
    MySqlNode r3 = servers.replica(3);
    try (Shop shop = weighted(servers).open();
        // the same names, other servers, other weights
        Shop other =
            Shop.on(servers)
                .property("replicas.replica-1.url", r3.jdbcUrl())
                .property("replicas.replica-2.weight", "1")
                .property("replicas.replica-3.weight", "0")
                .open()) {
      read(shop, servers);
      assertThat(share(r1)).isCloseTo(75, within(8.0));
      assertThat(share(r2)).isCloseTo(25, within(8.0));
      assertThat(r3.statements()).isEmpty();
      assertThat(servers.primary().statements()).isEmpty();
      read(other, servers);
      assertThat(share(r3)).isCloseTo(50, within(8.0));
      assertThat(share(r2)).isCloseTo(50, within(8.0));
      assertThat(r1.statements()).isEmpty();

      r1.kill();
      awaitOnly(shop, "replica-2");
      read(shop, servers);
      assertThat(share(r2)).isEqualTo(100);
      read(other, servers);
      assertThat(share(r3)).isCloseTo(50, within(8.0));
      assertThat(share(r2)).isCloseTo(50, within(8.0));

      r2.kill();
      awaitOnly(shop, "primary");
      assertThatCall(() -> shop.orders().selectById(1))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(NO_ELIGIBLE_REPLICA);
      awaitOnly(other, "replica-1");
      assertThatCall(() -> other.orders().selectById(1))
          .ranOn("replica-3")
          .because(EVENTUAL_REPLICA);
    } finally {
      r1.start();
      r2.start();
    }
  }

  @Test
  void reads_onlyWeightZero_areOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop =
        weighted(servers)
            .property("replicas.replica-1.weight", "0")
            .property("replicas.replica-2.weight", "0")
            .open()) {
      assertThatCall(() -> shop.orders().selectById(1))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(NO_ELIGIBLE_REPLICA);
    }
  }

  private static Shop.Builder weighted(MySqlCluster servers) {
    return Shop.on(servers)
        .property("replicas.replica-1.weight", "3")
        .property("replicas.replica-2.weight", "1")
        .property("replicas.replica-3.weight", "0");
  }

  private static void read(Shop shop, MySqlCluster servers) {
    servers.clearStatements();
    for (int i = 0; i < READS; i++) {
      shop.orders().selectById(1);
    }
  }

  /** The reads that a server received, in percent of all. */
  private static double share(MySqlNode node) {
    return 100.0 * node.statements().size() / READS;
  }

  private static void awaitOnly(Shop shop, String node) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              shop.events().clear();
              for (int i = 0; i < 20; i++) {
                shop.orders().selectById(1);
              }
              assertThat(shop.events()).extracting(StatementEvent::node).containsOnly(node);
            });
  }

  private static Nodes nodes(MySqlCluster servers, String balancer, int... weights) {
    Map<String, NodeSettings.Replica> replicas = new LinkedHashMap<>();
    for (int i = 0; i < weights.length; i++) {
      MySqlNode node = servers.replica(i + 1);
      replicas.put(
          node.name(),
          new NodeSettings.Replica(
              node.jdbcUrl(),
              null,
              node.user(),
              node.password(),
              weights[i],
              Set.of("online"),
              Map.of()));
    }
    MySqlNode primary = servers.primary();
    NodeSettings.Group group =
        new NodeSettings.Group(
            balancer,
            NodeSettings.WhenNone.PRIMARY,
            new LagLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1)));
    Nodes nodes =
        Nodes.of(
            new NodeSettings(
                replicas,
                Map.of("online", group),
                "online",
                4,
                false,
                new LagSettings(LagSettings.Source.AUTO, Duration.ofMillis(25), false),
                SessionSettings.Strategy.AUTO),
            1,
            new DriverManagerDataSource(primary.jdbcUrl(), primary.user(), primary.password()),
            Map.of(),
            Map.of());
    nodes.start();
    return nodes;
  }

  private static Map<String, Double> picked(Nodes nodes) {
    ReplicaRequest request = ReplicaRequest.of("online", null, Set.of(), null, null, null);
    Map<String, Double> shares = new HashMap<>();
    for (int i = 0; i < PICKS; i++) {
      Node node = nodes.pick(request);
      shares.merge(node.name(), 100.0 / PICKS, Double::sum);
    }
    return shares;
  }
}
