package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.lost;
import static io.github.rwsplit.node.NodeFixtures.primary;
import static io.github.rwsplit.node.NodeFixtures.replica;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class NodeMonitorTest {

  private final GtidClock clock = new GtidClock();

  private static final Answer REPLICA = new Answer("uuid-r", false, 151);
  private static final Answer WRITABLE = new Answer("uuid-r", true, 151);
  private static final Answer PRIMARY = new Answer("uuid-p", true, 151);

  private final Node primary = primary();
  private final Node node = replica("r1", 1);
  private final StubPool pool = (StubPool) node.dataSource();
  private Answer answer = REPLICA;
  private @Nullable Exception failure;
  private Runnable whileAsked = () -> {};
  private long now;

  private final NodeMonitor monitor =
      new NodeMonitor(node, primary, this::ask, clock, () -> now, Runnable::run);

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
    monitor.look();
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
            "replica r1 (jdbc:mysql://r1/shop) is the primary itself (server_uuid uuid-p) and gets"
                + " no reads; point rwsplit.replicas.r1.url at a replica");
    answer = REPLICA;
    monitor.look();
    assertThat(node.state()).isEqualTo(NodeState.UP);
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
        new NodeMonitor(primary, null, () -> PRIMARY, clock, () -> now, Runnable::run);
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
    monitor.look();
    monitor.look();
    assertThat(output.getOut())
        .containsOnlyOnce(
            "replica r1 (jdbc:mysql://r1/shop) is down: Communications link failure (0/08S01). It"
                + " gets no reads until it answers again and its pool hands out a connection; check"
                + " that the server runs and lets this host and user in")
        .containsOnlyOnce("is up, server_uuid uuid-r, last answer before that 12000 ms ago");
  }
}
