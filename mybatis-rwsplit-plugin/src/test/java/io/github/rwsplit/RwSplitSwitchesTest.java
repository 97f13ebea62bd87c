package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.node.StubPool;
import io.github.rwsplit.route.RouteSettings.Switches;
import io.github.rwsplit.route.SwitchState;
import io.github.rwsplit.route.Turned;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RwSplitSwitchesTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Switches OFF = new Switches(false, false, 100);

  private final Nodes nodes =
      Nodes.of(
          RwSplitConfig.read(
                  Map.of("replicas.r1.url", "jdbc:h2:mem:sw", "replicas.r1.username", "sa"))
              .nodes(),
          1,
          new StubPool(),
          Map.of(),
          Map.of());

  private Instant now = START;
  private String tenant = "";

  @AfterEach
  void closeNodes() {
    nodes.close();
  }

  private RwSplitSwitches switches(Switches configured) {
    return new RwSplitSwitches(configured, nodes, () -> tenant, () -> now);
  }

  @Test
  void state_asConfigured_saysSo() {
    SwitchState state = switches(new Switches(true, true, 30)).state();
    Turned turned = new Turned("configuration", "rwsplit.switches", START, null);
    assertThat(state.primaryOnly()).isEqualTo(turned);
    assertThat(state.readOnly()).isEqualTo(turned);
    assertThat(state.replicaPercent()).isEqualTo(new SwitchState.Limit(30, turned));
    assertThat(state.primaryReadsPerSecond()).isNull();
    assertThat(state.tenants()).isEmpty();
    assertThat(state.statements()).isEmpty();
    assertThat(state.drained()).isEmpty();
  }

  @Test
  void by_withoutWhoOrWhy_isRefused() {
    RwSplitSwitches switches = switches(OFF);
    assertThatThrownBy(() -> switches.by(" ", "INC-1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("who must say it in words, but was blank");
    assertThatThrownBy(() -> switches.by("alice", "\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("why must say it in words, but was blank");
  }

  @Test
  void change_isLoggedOnce_withWhoAndWhyOnOneLine(CapturedOutput output) {
    RwSplitOperator alice = switches(OFF).by("alice", "INC-1:\nlate");
    alice.primaryOnly(true);
    alice.primaryOnly(true);
    alice.replicaPercent(20);
    alice.limitPrimaryReads(5);
    assertThat(output.getOut().lines().filter(line -> line.contains("Switch ")))
        .hasSize(3)
        .anySatisfy(
            line ->
                assertThat(line).endsWith("Switch primary-only: off -> on, by alice: INC-1: late"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .endsWith("Switch replica-percent: 100 -> 20, by alice: INC-1: late"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .endsWith(
                        "Switch reads on the primary per second: no limit -> 5, by alice: INC-1: late"));
  }

  /** The endpoint takes them from the path and the body of a request. */
  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\u0085", "\u2028", "\u001b[1A", "\u202e"})
  void change_whateverItsNamesHold_isOneLineOfTheLog(String mark, CapturedOutput output) {
    String forged = mark + "2026-11-30 INFO all is well";
    switches(OFF).by("alice" + forged, "INC-1" + forged).primaryOnlyForTenant("t" + forged, true);

    assertThat(output.getOut().lines().filter(line -> line.contains("all is well")))
        .isNotEmpty()
        .allSatisfy(
            line -> assertThat(line).contains("Switch primary-only of tenant t ", ", by alice "))
        .noneMatch(line -> line.indexOf(mark.charAt(0)) >= 0);
  }

  @Test
  void window_endsByItself_andIsThenAsConfigured(CapturedOutput output) {
    RwSplitSwitches off = switches(OFF);
    RwSplitOperator alice = off.by("alice", "INC-1");
    alice.primaryOnly(Duration.ofMinutes(5));
    alice.readOnly(Duration.ofMinutes(10));
    alice.primaryOnlyForTenant("acme", Duration.ofMinutes(1));
    alice.primaryOnlyForStatements("a.M.*", Duration.ofMinutes(2));
    assertThat(off.state().primaryOnly())
        .isEqualTo(new Turned("alice", "INC-1", START, START.plusSeconds(300)));

    now = START.plusSeconds(299);
    assertThat(off.state().primaryOnly()).isNotNull();
    assertThat(off.state().tenants()).isEmpty();
    assertThat(off.state().statements()).isEmpty();
    now = START.plusSeconds(300);
    assertThat(off.state().primaryOnly()).isNull();
    assertThat(off.state().readOnly()).isNotNull();
    now = START.plusSeconds(600);
    assertThat(off.state().readOnly()).isNull();
    assertThat(output)
        .containsOnlyOnce(
            "Switch primary-only: on until 2026-01-01T00:05:00Z -> off, by the clock: the time that"
                + " was given is over");

    RwSplitSwitches on = switches(new Switches(true, false, 100));
    on.by("bob", "INC-2").primaryOnly(Duration.ofMinutes(1));
    now = now.plusSeconds(60);
    assertThat(on.state().primaryOnly()).isNotNull().extracting(Turned::until).isNull();
  }

  @Test
  void reset_isAsConfigured() {
    RwSplitSwitches switches = switches(new Switches(false, true, 50));
    SwitchState before = switches.state();
    RwSplitOperator alice = switches.by("alice", "INC-1");
    alice.primaryOnly(true);
    alice.primaryOnlyForTenant("acme", true);
    alice.primaryOnlyForStatements("a.**", true);
    alice.drain("r1", true);
    alice.limitPrimaryReads(1);
    assertThat(switches.state().drained()).containsOnlyKeys("r1");
    assertThat(nodes.replicas().get(0).weight()).isZero();
    assertThat(nodes.primaryReads().rate()).isEqualTo(1);

    alice.reset();
    assertThat(switches.state()).isEqualTo(before);
    assertThat(nodes.replicas().get(0).weight()).isEqualTo(1);
    assertThat(nodes.primaryReads().rate()).isNull();
  }

  @Test
  void configuredAnew_whatItSaysOtherwiseHolds_andTheRestStaysTurned() {
    RwSplitSwitches switches = switches(OFF);
    RwSplitOperator alice = switches.by("alice", "INC-1");
    alice.primaryOnly(true);
    alice.replicaPercent(10);
    switches.configuredAnew(new Switches(false, false, 60));
    assertThat(switches.state().primaryOnly()).isNotNull();
    assertThat(switches.state().replicaPercent().value()).isEqualTo(60);
    assertThat(switches.state().replicaPercent().turned().who()).isEqualTo("configuration");
  }

  @Test
  void tenantAmong_resolverFails_countsAsOneOfThem(CapturedOutput output) {
    RwSplitSwitches switches =
        new RwSplitSwitches(
            OFF,
            nodes,
            () -> {
              throw new IllegalStateException("no tenant here");
            },
            () -> now);
    assertThat(switches.board().tenantAmong(Set.of("acme"))).isTrue();
    assertThat(switches.board().tenantAmong(Set.of("acme"))).isTrue();
    assertThat(output).containsOnlyOnce("The TenantResolver failed");
  }

  @Test
  void limits_outOfRange_areRefused() {
    RwSplitOperator alice = switches(OFF).by("alice", "INC-1");
    assertThatThrownBy(() -> alice.replicaPercent(101))
        .hasMessage("percent must be from 0 to 100, but was 101");
    assertThatThrownBy(() -> alice.limitPrimaryReads(-1))
        .hasMessage("perSecond must be 0 or more, but was -1");
    assertThatThrownBy(() -> alice.primaryOnly(Duration.ZERO))
        .hasMessage("time must be positive, but was PT0S");
    assertThatThrownBy(() -> alice.primaryOnlyForTenant(" ", true))
        .hasMessage("tenant must not be blank");
    assertThatThrownBy(() -> alice.primaryOnlyForStatements("a.Order*", true))
        .hasMessageContaining("a part of a name cannot be matched");
  }
}
