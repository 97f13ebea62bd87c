package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.lost;
import static io.github.rwsplit.node.NodeFixtures.primary;
import static io.github.rwsplit.node.NodeFixtures.replica;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Servers;
import io.github.rwsplit.session.SessionSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class NodeMonitorTest {

  private static final SessionSettings.Strategy AUTO = SessionSettings.Strategy.AUTO;

  private final GtidClock clock = new GtidClock(clock -> {});

  private static final Answer REPLICA =
      new Answer("uuid-r", false, 151, null, "its gtid_mode is OFF");
  private static final Answer WRITABLE =
      new Answer("uuid-r", true, 151, null, "its gtid_mode is OFF");
  private static final Answer PRIMARY =
      new Answer("uuid-p", true, 151, null, "its gtid_mode is OFF");

  private static final long HALF_A_SECOND = Duration.ofMillis(500).toNanos();

  private final Node primary = primary();
  private final Node node = replica("r1", 1);
  private final StubPool pool = (StubPool) node.dataSource();
  private Answer answer = REPLICA;
  private @Nullable Exception failure;
  private Runnable whileAsked = () -> {};
  private long now;

  private final NodeMonitor monitor =
      new NodeMonitor(node, primary, this::ask, clock, () -> now, Runnable::run, AUTO, meter(node));

  private Answer ask() throws SQLException {
    whileAsked.run();
    if (failure instanceof SQLException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    return answer;
  }

  @Test
  void look_firstAnswer_isUpWithItsUuid() {
    assertThat(monitor.look()).isFalse();
    assertThat(node.state()).isEqualTo(NodeState.UP);
    assertThat(node.serverUuid()).isEqualTo("uuid-r");
  }

  @Test
  void look_firstFailure_isDown() {
    failure = lost();
    assertThat(monitor.look()).isFalse();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
  }

  @Test
  void look_upThenFailure_isSuspectAndAsksAgainAtOnceThenDown() {
    monitor.look();
    failure = lost();
    assertThat(monitor.look()).isTrue();
    assertThat(node.state()).isEqualTo(NodeState.SUSPECT);
    assertThat(monitor.look()).isFalse();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
  }

  @Test
  void look_suspectByACall_oneFailureIsEnough() {
    monitor.look();
    node.failed(lost());
    failure = lost();
    assertThat(monitor.look()).isFalse();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
  }

  @Test
  void look_suspectByACall_goodAnswerBringsItBack() {
    monitor.look();
    node.failed(lost());
    assertThat(monitor.look()).isFalse();
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void look_callFailsWhileTheProbeIsUnderWay_answerDoesNotCount() {
    monitor.look();
    whileAsked = () -> node.failed(lost());
    assertThat(monitor.look()).isTrue();
    assertThat(node.state()).isEqualTo(NodeState.SUSPECT);
    whileAsked = () -> {};
    assertThat(monitor.look()).isFalse();
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void look_serverIsBackButPoolIsNot_staysDownUntilThePoolHandsOut() {
    failure = lost();
    monitor.look();
    failure = null;
    pool.refuses = new SQLTransientConnectionException("not available");
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
    pool.refuses = null;
    pool.dead = true;
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
    pool.dead = false;
    comesBack();
    assertThat(node.state()).isEqualTo(NodeState.UP);
    assertThat(pool.closed).hasSameSizeAs(pool.handedOut);
  }

  @Test
  void look_suspectAndPoolAllInUse_isUp() {
    monitor.look();
    node.failed(lost());
    pool.refuses = new SQLTransientConnectionException("all in use");
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void look_probeThroughAFullPool_learnsNothing() {
    monitor.look();
    failure = new SQLTransientConnectionException("all in use");
    assertThat(monitor.look()).isFalse();
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void look_hungServer_abortsWhatIsLeased() throws Exception {
    monitor.look();
    Connection leased = pool.getConnection();
    node.leased(leased);
    failure = lost();
    monitor.look();
    assertThat(pool.aborted).isEmpty();
    monitor.look();
    assertThat(pool.aborted).containsExactly(leased);
  }

  @Test
  void look_serverOnlyRefusesConnections_leavesWhatIsLeased() throws Exception {
    monitor.look();
    node.leased(pool.getConnection());
    failure = new SQLException("Too many connections", "08004", 1040);
    monitor.look();
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
    assertThat(pool.aborted).isEmpty();
  }

  @Test
  void look_driverFailsInItself_countsAsFailure() {
    failure = new IllegalStateException("driver bug");
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
  }

  @Test
  void look_replicaIsThePrimary_isRejectedAndSaidOnce(CapturedOutput output) {
    primary.answered(PRIMARY);
    answer = PRIMARY;
    monitor.look();
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.REJECTED);
    assertThat(output.getOut())
        .containsOnlyOnce(
            "replica r1 (jdbc:mysql://r1/shop) gets no reads: it is the primary itself (server_uuid"
                + " uuid-p); point rwsplit.replicas.r1.url at a replica");
    answer = REPLICA;
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.RETURNING);
    comesBack();
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void look_backAfterDown_isUsedOnlyAfterGoodAnswersForASecondAndRisesSlowly() {
    monitor.look();
    assertThat(node.tenths(now)).isEqualTo(Rise.WHOLE);
    goesDown();
    failure = null;
    List<NodeState> states = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      monitor.look();
      states.add(node.state());
      now += HALF_A_SECOND;
    }
    assertThat(states).containsExactly(NodeState.RETURNING, NodeState.RETURNING, NodeState.UP);
    long back = now - HALF_A_SECOND;
    assertThat(node.tenths(back)).isEqualTo(1);
    assertThat(node.tenths(back + Duration.ofMillis(4_500).toNanos())).isEqualTo(5);
    assertThat(node.tenths(back + Duration.ofSeconds(9).toNanos())).isEqualTo(Rise.WHOLE);
    now = back + Duration.ofSeconds(9).toNanos();
    monitor.look();
    assertThat(node.rise()).isNull();
  }

  @Test
  void look_probesWokenAgainAndAgain_doNotShortenTheWayBack() {
    monitor.look();
    goesDown();
    failure = null;
    for (int i = 0; i < 50; i++) {
      monitor.look();
      now += Duration.ofMillis(20).toNanos();
    }
    assertThat(node.state()).isEqualTo(NodeState.RETURNING);
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void look_badAnswerOnTheWayBack_beginsAnew() {
    monitor.look();
    goesDown();
    failure = null;
    monitor.look();
    now += HALF_A_SECOND;
    monitor.look();
    failure = lost();
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
    failure = null;
    now += HALF_A_SECOND;
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.RETURNING);
  }

  @Test
  void look_comesAndGoes_hasToAnswerTwiceAsLongEachTime(CapturedOutput output) {
    monitor.look();
    List<Long> seconds = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      goesDown();
      failure = null;
      seconds.add(comesBack() / 1_000_000_000);
      now += Duration.ofSeconds(30).toNanos();
    }
    assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L);
    assertThat(output.getOut())
        .contains(
            "gets reads once it has done so for 4 s, since it has come and gone (2 in a row)");

    now += Duration.ofMinutes(1).toNanos();
    goesDown();
    failure = null;
    assertThat(comesBack() / 1_000_000_000).isEqualTo(1);
  }

  @Test
  void look_callsKeepFailingThoughItAnswers_restsAndIsOnTrialWhileItRises(CapturedOutput output) {
    monitor.look();
    callFailsAndIsAskedAbout();
    callFailsAndIsAskedAbout();
    assertThat(node.state()).isEqualTo(NodeState.UP);
    callFailsAndIsAskedAbout();
    assertThat(node.state()).isEqualTo(NodeState.RETURNING);
    assertThat(output.getOut())
        .containsOnlyOnce("answers its probes, but calls keep failing on it: it gets no reads for");

    comesBack();
    assertThat(node.tenths(now)).isEqualTo(1);
    callFailsAndIsAskedAbout();
    assertThat(node.state()).isEqualTo(NodeState.RETURNING);
    assertThat(comesBack() / 1_000_000_000).isEqualTo(2);

    now += Rise.LENGTH.toNanos();
    monitor.look();
    callFailsAndIsAskedAbout();
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void look_callsOnThePrimaryKeepFailing_itIsNeverLeftOut() {
    NodeMonitor ofPrimary = of(primary, AUTO, PRIMARY);
    ofPrimary.look();
    for (int i = 0; i < 10; i++) {
      primary.failed(lost());
      ofPrimary.look();
      assertThat(primary.state()).isEqualTo(NodeState.UP);
    }
  }

  @Test
  void look_writableReplica_servesAndIsWarnedAboutOnce(CapturedOutput output) {
    answer = WRITABLE;
    monitor.look();
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.UP);
    assertThat(output.getOut())
        .containsOnlyOnce("replica r1 (jdbc:mysql://r1/shop) accepts writes");
  }

  @Test
  void look_primaryAnswers_isNeverCalledWritable(CapturedOutput output) {
    NodeMonitor ofPrimary =
        new NodeMonitor(
            primary, null, () -> PRIMARY, clock, () -> now, Runnable::run, AUTO, meter(primary));
    ofPrimary.look();
    assertThat(primary.state()).isEqualTo(NodeState.UP);
    assertThat(output.getOut()).doesNotContain("accepts writes");
  }

  @Test
  void look_downForAWhile_saysItOncePerChange(CapturedOutput output) {
    monitor.look();
    failure = lost();
    for (int i = 0; i < 10; i++) {
      monitor.look();
    }
    failure = null;
    now += Duration.ofSeconds(12).toNanos();
    comesBack();
    assertThat(output.getOut())
        .containsOnlyOnce(
            "replica r1 (jdbc:mysql://r1/shop) is down: Communications link failure (0/08S01). It"
                + " gets no reads until it answers again and its pool hands out a connection; check"
                + " that the server runs and lets this host and user in")
        .containsOnlyOnce(
            "answers again, server_uuid uuid-r, last answer before that 12000 ms ago; it gets reads"
                + " once it has done so for 1 s")
        .containsOnlyOnce("it begins with a tenth of its weight");
  }

  @Test
  void look_primaryAndReplicaWithGtids_proveUpToTheLookAtThePrimary() {
    NodeMonitor ofPrimary = of(primary, SessionSettings.Strategy.AUTO, has(5, true));
    now = 1_000;
    ofPrimary.look();
    answer = has(4, false);
    now = 2_000;
    monitor.look();
    assertThat(node.proof().upTo()).isNull();

    answer = has(5, false);
    now = 3_000;
    monitor.look();
    assertThat(node.proof().upTo()).isEqualTo(1_000);
    assertThat(monitor.askedAt()).isEqualTo(3_000);
  }

  @Test
  void look_primaryThatTakesNoWrites_isNotALook() {
    of(primary, SessionSettings.Strategy.AUTO, has(5, false)).look();

    assertThat(clock.newest()).isNull();
  }

  @Test
  void look_replicaRestoredToAnEarlierSet_isAnotherTerm() {
    answer = has(5, false);
    monitor.look();
    long before = node.term();
    answer = has(3, false);
    // a question that began after all that was heard of the node
    now = System.nanoTime();
    monitor.look();

    assertThat(node.term()).isNotEqualTo(before);
    assertThat(Objects.requireNonNull(node.proof().executed())).isEqualTo(set(3));
  }

  @Test
  void look_gtidsOnAndOff_saysAtFirstAndOnEachChangeHowSessionsReadThere(CapturedOutput output) {
    monitor.look();
    monitor.look();
    answer = has(5, false);
    monitor.look();
    monitor.look();
    assertThat(output.getOut())
        .containsOnlyOnce(
            "replica r1 (jdbc:mysql://r1/shop) tells no positions, because its gtid_mode is OFF:"
                + " sessions read by the window there")
        .containsOnlyOnce(
            "replica r1 (jdbc:mysql://r1/shop) tells positions (GTIDs): sessions read by position"
                + " there");
    answer = REPLICA;
    monitor.look();
    assertThat(output.getOut().split("tells no positions", -1)).hasSize(3);
  }

  @Test
  void look_strategyGtidAndNodeWithoutGtids_warnsThatItServesNoSession(CapturedOutput output) {
    of(node, SessionSettings.Strategy.GTID, REPLICA).look();

    assertThat(output.getOut())
        .containsOnlyOnce(
            "replica r1 (jdbc:mysql://r1/shop) tells no positions, because its gtid_mode is OFF,"
                + " and rwsplit.session.strategy is gtid: it serves no reads of sessions; switch"
                + " gtid_mode on there, or set the strategy to auto");
    Needed longAgo = new Needed(0, Needed.NEVER, null, Needed.NEVER, Servers.NONE, 5_000);
    assertThat(node.proof().satisfies(longAgo, Duration.ofDays(1).toNanos())).isFalse();
    monitor.look();
    assertThat(node.proof().satisfies(longAgo, Duration.ofDays(1).toNanos())).isTrue();
  }

  private void goesDown() {
    failure = lost();
    monitor.look();
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
  }

  private void callFailsAndIsAskedAbout() {
    node.failed(lost());
    monitor.look();
  }

  /** Looks twice a second until it is up; returns how long that took. */
  private long comesBack() {
    long begun = now;
    monitor.look();
    while (node.state() == NodeState.RETURNING) {
      now += HALF_A_SECOND;
      monitor.look();
    }
    assertThat(node.state()).isEqualTo(NodeState.UP);
    return now - begun;
  }

  private NodeMonitor of(Node asked, SessionSettings.Strategy strategy, Answer always) {
    return new NodeMonitor(
        asked, null, () -> always, clock, () -> now, Runnable::run, strategy, meter(asked));
  }

  private static LagMeter meter(Node of) {
    return new LagMeter(of, NodeFixtures.LAG, new Heartbeats());
  }

  private static Answer has(int last, boolean writable) {
    return new Answer(writable ? "uuid-p" : "uuid-r", writable, 151, set(last), "");
  }

  private static GtidSet set(int last) {
    return GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-" + last);
  }
}
