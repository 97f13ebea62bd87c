package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.replica;
import static io.github.rwsplit.node.NodeFixtures.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadBalancersTest {

  private static final int PICKS = 10_000;

  @ParameterizedTest
  @ValueSource(strings = {"least-connections", "random", "round-robin"})
  void choose_weightsThreeOneZero_sharesAreSeventyFiveTwentyFiveNone(String name) {
    List<Node> nodes = List.of(replica("r1", 3), replica("r2", 1), replica("r3", 0));
    Map<String, Double> shares = shares(named(name), nodes);
    assertThat(shares.get("r1")).isCloseTo(75, within(2.0));
    assertThat(shares.get("r2")).isCloseTo(25, within(2.0));
    assertThat(shares).doesNotContainKey("r3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"least-connections", "random", "round-robin", "hash-session", "hash-query"})
  void choose_twentyNodesOfManyWeights_sharesFollowTheWeights(String name) {
    List<Node> nodes = new ArrayList<>();
    int total = 0;
    for (int i = 0; i < 20; i++) {
      nodes.add(replica("r" + i, i % 4));
      total += i % 4;
    }
    Map<String, Double> shares = shares(named(name), nodes);
    for (Node node : nodes) {
      assertThat(shares.getOrDefault(node.name(), 0.0))
          .isCloseTo(100.0 * node.weight() / total, within(2.0));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"least-connections", "random", "round-robin", "hash-session", "hash-query"})
  void choose_onlyWeightZeroLeft_choosesNone(String name) {
    LoadBalancer balancer = named(name);
    assertThat(balancer.choose(List.of(replica("r1", 0)), request("online"))).isNull();
    assertThat(balancer.choose(List.of(replica("r1", 0)), keyed("k"))).isNull();
  }

  @Test
  void leastConnections_onBusyNode_choosesTheIdleOne() {
    Node busy = replica("r1", 1);
    Node idle = replica("r2", 1);
    lease(busy, 1);
    assertThat(shares(new LeastConnections(), List.of(busy, idle))).containsOnlyKeys("r2");
  }

  @Test
  void leastConnections_countsConnectionsPerWeight() {
    Node heavy = replica("r1", 3);
    Node light = replica("r2", 1);
    lease(heavy, 2);
    lease(light, 1);
    assertThat(shares(new LeastConnections(), List.of(heavy, light))).containsOnlyKeys("r1");
    lease(heavy, 2);
    assertThat(shares(new LeastConnections(), List.of(heavy, light))).containsOnlyKeys("r2");
  }

  @Test
  void leastConnections_manyNodes_seldomChoosesABusyOne() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      Node node = replica("r" + i, 1);
      lease(node, i < 32 ? 5 : 0);
      nodes.add(node);
    }
    Map<String, Double> shares = shares(new LeastConnections(), nodes);
    double busy = 0;
    for (Node node : nodes) {
      busy += node.active() > 0 ? shares.getOrDefault(node.name(), 0.0) : 0;
    }
    // all four that are drawn must be busy: one in sixteen
    assertThat(busy).isCloseTo(6.25, within(2.0));
  }

  @Test
  void roundRobin_weightsThreeOne_spreadsTheLightOne() {
    List<Node> nodes = List.of(replica("r1", 6), replica("r2", 2));
    LoadBalancer balancer = new Balancers.RoundRobin();
    for (int round = 0; round < 10; round++) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        names.add(chosen(balancer, nodes, request("online")).name());
      }
      assertThat(names).containsOnlyOnce("r2");
    }
  }

  @Test
  void roundRobin_evenWeights_takesEachOncePerRound() {
    List<Node> nodes = List.of(replica("r1", 5), replica("r2", 5), replica("r3", 5));
    LoadBalancer balancer = new Balancers.RoundRobin();
    for (int round = 0; round < 10; round++) {
      Set<String> names = new HashSet<>();
      for (int i = 0; i < 3; i++) {
        names.add(chosen(balancer, nodes, request("online")).name());
      }
      assertThat(names).hasSize(3);
    }
  }

  @Test
  void hash_sameKey_alwaysTheSameNode() {
    List<Node> nodes = List.of(replica("r1", 1), replica("r2", 1), replica("r3", 1));
    LoadBalancer balancer = named("hash-session");
    Node first = chosen(balancer, nodes, keyed("user-7"));
    for (int i = 0; i < 100; i++) {
      assertThat(balancer.choose(nodes, keyed("user-7"))).isSameAs(first);
    }
  }

  @Test
  void hash_oneNodeGone_onlyItsKeysMove() {
    Node gone = replica("r2", 2);
    List<Node> before = List.of(replica("r1", 1), gone, replica("r3", 1));
    List<Node> after = List.of(before.get(0), before.get(2));
    LoadBalancer balancer = named("hash-query");
    for (int i = 0; i < 1_000; i++) {
      Node chosen = chosen(balancer, before, keyed("key-" + i));
      Node then = chosen(balancer, after, keyed("key-" + i));
      if (chosen != gone) {
        assertThat(then).isSameAs(chosen);
      }
    }
  }

  @Test
  void hash_withoutKey_choosesByChance() {
    List<Node> nodes = List.of(replica("r1", 3), replica("r2", 1));
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < PICKS; i++) {
      counts.merge(chosen(named("hash-session"), nodes, request("online")).name(), 1, Integer::sum);
    }
    assertThat(counts.getOrDefault("r1", 0) / (PICKS / 100.0)).isCloseTo(75, within(2.0));
  }

  private static Map<String, Double> shares(LoadBalancer balancer, List<Node> nodes) {
    Map<String, Double> shares = new HashMap<>();
    for (int i = 0; i < PICKS; i++) {
      shares.merge(chosen(balancer, nodes, keyed("key-" + i)).name(), 100.0 / PICKS, Double::sum);
    }
    return shares;
  }

  private static LoadBalancer named(String name) {
    return Objects.requireNonNull(Balancers.named(name));
  }

  private static Node chosen(LoadBalancer balancer, List<Node> nodes, ReplicaRequest request) {
    return Objects.requireNonNull(balancer.choose(nodes, request));
  }

  private static ReplicaRequest keyed(String key) {
    return ReplicaRequest.of("online", null, Set.of(), key, key, null);
  }

  private static void lease(Node node, int connections) {
    for (int i = 0; i < connections; i++) {
      try {
        node.leased(node.dataSource().getConnection());
      } catch (java.sql.SQLException e) {
        throw new AssertionError(e);
      }
    }
  }
}
