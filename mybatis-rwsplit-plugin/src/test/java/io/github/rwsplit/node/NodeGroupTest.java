package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.LIMITS;
import static io.github.rwsplit.node.NodeFixtures.request;
import static io.github.rwsplit.node.NodeFixtures.upReplica;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class NodeGroupTest {

  private static final int PICKS = 10_000;

  private final Node r1 = upReplica("r1", 1);
  private final Node r2 = upReplica("r2", 1);
  private final long start = System.nanoTime();
  private final NodeGroup group = group(false, r1, r2);
  private long now = start;

  NodeGroupTest() {
    r1.holdings().lagByClock(false);
    r2.holdings().lagByClock(false);
  }

  @Test
  void pick_lateReplica_getsAQuarterOfItsWeightThenNothingAndIsBackWhenItHasCaughtUp() {
    told(r1, 0);
    told(r2, 900);
    assertThat(share(r1)).isCloseTo(50, within(3.0));
    told(r2, 1_100);
    assertThat(share(r1)).isCloseTo(80, within(3.0));
    told(r2, 3_100);
    assertThat(share(r1)).isEqualTo(100);
    told(r2, 0);
    assertThat(share(r1)).isCloseTo(50, within(3.0));
  }

  @Test
  void pick_allAreLate_givesNone() {
    told(r1, 3_100);
    told(r2, 60_000);

    assertThat(group.pick(request("online"), now)).isNull();
  }

  @Test
  void pick_lagGrowsWhileNobodyTells_isJudgedWithThePresentTime() {
    told(r1, 0);
    told(r2, 2_000);

    now += millis(1_000);
    assertThat(share(r2)).isGreaterThan(0);
    now += 1;
    assertThat(share(r2)).isZero();
  }

  @Test
  void pick_replicaThatCameBack_risesFromATenthToItsWholeWeight() {
    r2.rises(new Rise(now));
    group.refresh(now);
    told(r1, 0);
    told(r2, 0);
    assertThat(share(r2)).isCloseTo(100.0 / 11, within(2.0));
    now += millis(4_000);
    assertThat(share(r2)).isCloseTo(100.0 / 3, within(3.0));
    now += millis(5_000);
    assertThat(share(r2)).isCloseTo(50, within(3.0));
  }

  @Test
  void pick_aloneAndJustBack_getsAllReads() {
    r1.moveTo(NodeState.UP, NodeState.DOWN);
    r2.rises(new Rise(now));
    group.refresh(now);
    told(r2, 0);
    assertThat(share(r2)).isEqualTo(100);
  }

  @Test
  void pick_replicaRises_makesATableWithEachStepOnly() {
    List<List<Node>> seen = new ArrayList<>();
    LoadBalancer watching =
        (eligible, request) -> {
          seen.add(eligible);
          return eligible.get(0);
        };
    r2.rises(new Rise(now));
    NodeGroup watched =
        new NodeGroup("online", NodeFixtures.group("watching"), watching, List.of(r1, r2), false);
    for (int tick = 0; tick < 600; tick++) {
      told(r1, 50);
      told(r2, 50);
      watched.pick(request("online"), now);
      now += millis(20);
    }
    assertThat(seen.stream().map(System::identityHashCode).distinct()).hasSize(Rise.WHOLE);
  }

  @Test
  void pick_sixtyFourReplicas_makesNoTableAnewWhileNothingChanges() {
    List<Node> many = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      many.add(upReplica("n" + i, 1));
    }
    List<List<Node>> seen = new ArrayList<>();
    LoadBalancer watching =
        (eligible, request) -> {
          seen.add(eligible);
          return eligible.get(0);
        };
    NodeGroup large =
        new NodeGroup("online", NodeFixtures.group("watching"), watching, many, false);
    for (int tick = 0; tick < 100; tick++) {
      now += millis(25);
      for (Node node : many) {
        node.holdings().lagByClock(false);
        node.holdings().lagIs(behind(50));
        large.judge(node, now);
      }
      large.pick(request("online"), now);
    }
    assertThat(seen).hasSize(100).allMatch(table -> table == seen.get(0));
  }

  @Test
  void pick_maxLag_narrowsAndNeverWidens() {
    told(r1, 300);
    told(r2, 3_100);

    assertThat(group.pick(fresherThan(Duration.ofMillis(500)), now)).isSameAs(r1);
    assertThat(group.pick(fresherThan(Duration.ofMillis(200)), now)).isNull();
    assertThat(group.pick(fresherThan(Duration.ofHours(1)), now)).isSameAs(r1);
    assertThat(group.isFreshEnough(r1, Duration.ofMillis(200), now)).isFalse();
    assertThat(group.isFreshEnough(r1, null, now)).isTrue();
    assertThat(group.isFreshEnough(r2, Duration.ofHours(1), now)).isFalse();
  }

  @Test
  void pickStale_takesTheLeastStaleAndWhatIsAboutAsStale() {
    told(r1, 60_000);
    told(r2, 10_000);
    assertThat(group.pickStale(request("online"), now)).isSameAs(r2);
    assertThat(group.pickStale(request("online", "r2"), now)).isSameAs(r1);

    told(r2, 55_000);
    List<Node> picked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      picked.add(group.pickStale(request("online"), now));
    }
    assertThat(picked).contains(r1, r2);

    r2.holdings().lagIs(Lag.unknown(now));
    group.judge(r2, now);
    assertThat(group.pickStale(request("online"), now)).as("known beats unknown").isSameAs(r1);
  }

  @Test
  void pick_nothingTellsLag_servesOrRefuses() {
    assertThat(group.pick(request("online"), now)).isNotNull();
    NodeGroup strict = group(true, r1, r2);
    strict.refresh(now);
    assertThat(strict.pick(request("online"), now)).isNull();
    assertThat(strict.pickStale(request("online"), now)).isNotNull();
  }

  @Test
  void pick_sessionByTheWindow_onlyWhereLagIsBelowTheFirstLimit() {
    r1.holdings().provesNothing(true);
    r2.holdings().provesNothing(true);
    Needed longAgo = new Needed(0, Needed.NEVER, null, Needed.NEVER, Servers.NONE, 1);
    ReplicaRequest read = ReplicaRequest.of("online", null, Set.of(), null, null, longAgo);

    told(r1, 200);
    told(r2, 50);
    for (int i = 0; i < 20; i++) {
      assertThat(group.pick(read, now)).isSameAs(r2);
    }
    told(r2, 101);
    assertThat(group.pick(read, now)).isNull();
    assertThat(group.pick(request("online"), now)).isNotNull();
  }

  @Test
  void judge_lagGrowsAndGoes_eachTierIsSaidOnceWithItsNumbers(CapturedOutput output) {
    for (int again = 0; again < 3; again++) {
      told(r1, 1_500);
      told(r1, 1_400);
      told(r1, 5_000);
      told(r1, 6_000);
    }
    assertThat(output.getOut())
        .contains(
            "replica r1 (jdbc:mysql://r1/shop) gets a quarter of its weight in group online: its"
                + " data are 1500 ms old, and reduced-weight-above is 1000 ms")
        .doesNotContain("1400 ms old");
    assertThat(output.getOut().split("gets a quarter of its weight", -1)).hasSize(4);
    assertThat(output.getOut().split("gets no reads of group online", -1)).hasSize(4);
    told(r1, 10);
    told(r1, 10);
    assertThat(output.getOut())
        .contains("its data are 5000 ms old, and removed-above is 3000 ms")
        .containsOnlyOnce(
            "replica r1 (jdbc:mysql://r1/shop) has its full weight in group online again: its data"
                + " are 10 ms old");
  }

  @Test
  void judge_lagKeepsGrowing_isWarnedAboutOnceBeforeItCrosses(CapturedOutput output) {
    for (int behind = 0; behind <= 2_900; behind += 100) {
      now += millis(100);
      told(r1, behind);
    }
    assertThat(output.getOut())
        .containsOnlyOnce("replica r1 (jdbc:mysql://r1/shop) falls behind: ")
        .contains("its data were 0 ms old, now they are 1600 ms old. Above 3000 ms")
        .contains("rwsplit.groups.online.removed-above")
        .doesNotContain("gets no reads of group online: its data");
    told(r1, 0);
    for (int behind = 0; behind <= 2_000; behind += 100) {
      told(r1, behind);
    }
    assertThat(output.getOut().split("falls behind", -1)).as("another episode").hasSize(3);
  }

  @Test
  void judge_lagThatComesAndGoesBelowHalfOfTheLimit_isNoWarning(CapturedOutput output) {
    for (int i = 0; i < 50; i++) {
      told(r1, i % 2 == 0 ? 50 : 1_400);
    }
    assertThat(output.getOut()).doesNotContain("falls behind");
  }

  @Test
  void judge_lagIsUnknown_isSaidOnlyWhenItLasts(CapturedOutput output) {
    r1.holdings().lagIs(Lag.unknown(now));
    group.judge(r1, now);
    assertThat(group.pick(request("online", "r2"), now)).isNull();
    now += millis(2_999);
    group.judge(r1, now);
    assertThat(output.getOut()).doesNotContain("not known");
    now += millis(1);
    group.judge(r1, now);
    group.judge(r1, now);
    assertThat(output.getOut())
        .containsOnlyOnce("gets no reads of group online: how old its data are is not known");
  }

  private static NodeGroup group(boolean strict, Node... nodes) {
    return new NodeGroup(
        "online",
        new NodeSettings.Group("random", NodeSettings.WhenNone.PRIMARY, LIMITS),
        Balancers::random,
        List.of(nodes),
        strict);
  }

  private void told(Node node, long behind) {
    node.holdings().lagIs(behind(behind));
    group.judge(node, now);
  }

  private Lag behind(long millis) {
    return new Lag(now - millis(millis), now);
  }

  private double share(Node node) {
    int picked = 0;
    for (int i = 0; i < PICKS; i++) {
      picked += group.pick(request("online"), now) == node ? 1 : 0;
    }
    return picked * 100.0 / PICKS;
  }

  private static ReplicaRequest fresherThan(Duration maxLag) {
    return ReplicaRequest.of("online", maxLag, Set.of(), null, null, null);
  }

  private static long millis(long millis) {
    return millis * 1_000_000;
  }
}
