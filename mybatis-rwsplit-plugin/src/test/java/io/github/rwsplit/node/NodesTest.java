package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.LEAST;
import static io.github.rwsplit.node.NodeFixtures.down;
import static io.github.rwsplit.node.NodeFixtures.group;
import static io.github.rwsplit.node.NodeFixtures.lost;
import static io.github.rwsplit.node.NodeFixtures.nodes;
import static io.github.rwsplit.node.NodeFixtures.replica;
import static io.github.rwsplit.node.NodeFixtures.request;
import static io.github.rwsplit.node.NodeFixtures.up;
import static io.github.rwsplit.node.NodeFixtures.upReplica;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.Servers;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodesTest {

  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  private static final Map<String, NodeSettings.Group> GROUPS =
      Map.of("online", LEAST, "reporting", group("round-robin"));

  @Test
  void pick_nodesGoDownOneByOne_sharesFollowTheEligibleOnesAndWeightZeroIsNeverLast() {
    Node r1 = replica("r1", 3, "online", "reporting");
    Node r2 = replica("r2", 1, "online");
    Node r3 = replica("r3", 0, "online");
    Node r4 = replica("r4", 1, "reporting");
    try (Nodes nodes = nodes(GROUPS, r1, r2, r3, r4)) {
      for (Node node : nodes.replicas()) {
        up(node);
      }
      assertThat(shares(nodes, "online").get("r1")).isCloseTo(75, within(2.0));
      assertThat(shares(nodes, "online").get("r2")).isCloseTo(25, within(2.0));
      assertThat(shares(nodes, "online")).doesNotContainKey("r3");
      assertThat(shares(nodes, "reporting").get("r1")).isCloseTo(75, within(2.0));

      down(r1);
      assertThat(shares(nodes, "online")).containsOnlyKeys("r2");
      assertThat(shares(nodes, "reporting")).containsOnlyKeys("r4");

      down(r2);
      assertThat(nodes.pick(request("online"))).isNull();
      assertThat(shares(nodes, "reporting")).containsOnlyKeys("r4");

      up(r1);
      assertThat(shares(nodes, "online")).containsOnlyKeys("r1");
    }
  }

  @Test
  void pick_weightOneEverywhere_isEven() {
    try (Nodes nodes = nodes(GROUPS, replica("r1", 1), replica("r2", 1), replica("r3", 1))) {
      nodes.replicas().forEach(NodeFixtures::up);
      assertThat(shares(nodes, "online").values())
          .hasSize(3)
          .allSatisfy(share -> assertThat(share).isCloseTo(33.3, within(2.0)));
    }
  }

  @Test
  void pick_triedNode_isPassedOver() {
    try (Nodes nodes = nodes(GROUPS, replica("r1", 1), replica("r2", 1))) {
      nodes.replicas().forEach(NodeFixtures::up);
      for (int i = 0; i < 100; i++) {
        assertThat(pick(nodes, request("online", "r1")).name()).isEqualTo("r2");
      }
      assertThat(nodes.pick(request("online", "r1", "r2"))).isNull();
    }
  }

  @Test
  void pick_beforeAnyProbe_givesNone() {
    try (Nodes nodes = nodes(GROUPS, replica("r1", 1))) {
      assertThat(nodes.pick(request("online"))).isNull();
    }
  }

  @Test
  void pick_unknownGroup_isRefused() {
    try (Nodes nodes = nodes(Map.of("online", LEAST), replica("r1", 1))) {
      assertThatThrownBy(() -> nodes.pick(request("nightly")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the group must be one of [online], but was 'nightly'");
    }
  }

  @Test
  void pick_balancerBean_isAskedWithTheEligibleNodes() {
    AtomicInteger seen = new AtomicInteger();
    LoadBalancer last =
        (eligible, request) -> {
          seen.set(eligible.size());
          return eligible.get(eligible.size() - 1);
        };
    try (Nodes nodes =
        nodes(
            Map.of("online", group("lastOne")),
            Map.of("lastOne", last),
            replica("r1", 1),
            replica("r2", 1),
            replica("r3", 0))) {
      nodes.replicas().forEach(NodeFixtures::up);
      assertThat(pick(nodes, request("online")).name()).isEqualTo("r2");
      assertThat(seen).hasValue(2);
    }
  }

  @Test
  void pick_balancerBeanThatChoosesAForeignNode_isRefused() {
    Node stranger = replica("r9", 1);
    try (Nodes nodes =
        nodes(
            Map.of("online", group("mine")),
            Map.of("mine", (eligible, request) -> stranger),
            replica("r1", 1))) {
      nodes.replicas().forEach(NodeFixtures::up);
      assertThatThrownBy(() -> nodes.pick(request("online")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "rwsplit.groups.online.load-balancer: 'mine' must choose one of [replica r1"
                  + " (jdbc:mysql://r1/shop)], but chose replica r9 (jdbc:mysql://r9/shop)");
    }
  }

  @Test
  void fallback_budgetOfFour_refusesTheFifthUntilOneEnds() {
    try (Nodes nodes = nodes(GROUPS)) {
      for (int i = 0; i < 4; i++) {
        assertThat(nodes.primaryReads().tryFallback()).isTrue();
      }
      assertThat(nodes.primaryReads().tryFallback()).isFalse();
      nodes.primaryReads().endFallback();
      assertThat(nodes.primaryReads().tryFallback()).isTrue();
      assertThat(nodes.primaryReads().tryFallback()).isFalse();
    }
  }

  @Test
  void find_byName_findsPrimaryAndReplicas() {
    Node r1 = replica("r1", 1);
    try (Nodes nodes = nodes(GROUPS, r1)) {
      assertThat(nodes.find("primary")).isSameAs(nodes.primary());
      assertThat(nodes.find("r1")).isSameAs(r1);
      assertThat(nodes.find("r2")).isNull();
      assertThat(nodes.group("online")).isEqualTo(LEAST);
    }
  }

  @Test
  void start_nodesAnswer_areUpWhenItReturns() {
    Node r1 = replica("r1", 1);
    try (Nodes nodes = nodes(GROUPS, r1)) {
      nodes.start();
      assertThat(r1.state()).isEqualTo(NodeState.UP);
      assertThat(nodes.primary().state()).isEqualTo(NodeState.UP);
      assertThat(nodes.pick(request("online"))).isSameAs(r1);
    }
  }

  @Test
  void failed_connectionLost_wakesTheProbeWhichBringsTheNodeBack() {
    Node r1 = replica("r1", 1);
    try (Nodes nodes = nodes(GROUPS, r1)) {
      nodes.start();
      r1.failed(lost());
      org.awaitility.Awaitility.await()
          .untilAsserted(() -> assertThat(nodes.pick(request("online"))).isSameAs(r1));
    }
  }

  private static Node pick(Nodes nodes, ReplicaRequest request) {
    return Objects.requireNonNull(nodes.pick(request));
  }

  private static Map<String, Double> shares(Nodes nodes, String group) {
    Map<String, Double> shares = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      shares.merge(pick(nodes, request(group)).name(), 0.01, Double::sum);
    }
    return shares;
  }

  @Test
  void pick_nobodyIsKnownToHaveIt_looksThroughWhatReadsBrought() {
    Node r1 = upReplica("r1", 1);
    Node r2 = upReplica("r2", 1);
    GtidSet old = GtidSet.parse(UUID + ":1-5");
    GtidClock clock = new GtidClock(newer -> {});
    r1.holdings().executed(old, System.nanoTime(), clock);
    r2.holdings().executed(old, System.nanoTime(), clock);
    ReplicaRequest request =
        ReplicaRequest.of(
            "online",
            null,
            Set.of(),
            null,
            null,
            new Needed(
                System.nanoTime(),
                Needed.NEVER,
                Position.of(UUID, 7),
                Needed.NEVER,
                Servers.NONE,
                5_000_000_000L));
    try (Nodes nodes = nodes(Map.of("online", LEAST), r1, r2)) {
      assertThat(nodes.pick(request)).isNull();

      r2.holdings().overheard(UUID + ":1-7", r2.term());
      assertThat(nodes.pick(request)).isSameAs(r2);
    }
  }
}
