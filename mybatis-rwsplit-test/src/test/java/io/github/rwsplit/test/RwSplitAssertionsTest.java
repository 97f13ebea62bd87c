package io.github.rwsplit.test;

import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@WithMySqlCluster(replicas = 2)
class RwSplitAssertionsTest {

  private enum Reason {
    EVENTUAL_REPLICA,
    WRITE
  }

  private final Logger audit = LoggerFactory.getLogger("rwsplit.audit");
  private final MySqlCluster cluster;

  RwSplitAssertionsTest(MySqlCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void createTable() throws SQLException {
    run(cluster.primary(), "CREATE TABLE IF NOT EXISTS item (id INT)");
    cluster.awaitReplication();
  }

  private int count(MySqlNode node) throws SQLException {
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION max_execution_time=5000");
      statement.executeQuery("SELECT @@server_uuid").close();
      try (ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM item")) {
        return result.next() ? result.getInt(1) : -1;
      }
    }
  }

  private static void run(MySqlNode node, String sql) throws SQLException {
    try (Connection connection = node.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int auditedCount() throws SQLException {
    int count = count(cluster.replica(1));
    audit.info("v=1 statement=a.B.count reason=EVENTUAL_REPLICA node=replica-1");
    return count;
  }

  @Test
  void ranOn_whereItRan_passesAndGivesTheResult() {
    int count =
        assertThatCall(() -> count(cluster.replica(2)))
            .ranOn(REPLICA)
            .ranOn("replica-2")
            .ranOnOneNode()
            .ranNothingOn(PRIMARY)
            .ranNothingOn("replica-1")
            .returning();

    assertThat(count).isZero();
  }

  @Test
  void ranOn_elsewhere_failsAndShowsWhatTheServersReceived() {
    CallAssert<Integer> call = assertThatCall(() -> count(cluster.replica(2)));

    assertThatThrownBy(() -> call.ranOn(PRIMARY))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "The call must have run on a PRIMARY. The servers received:\n  replica-2 (REPLICA): SELECT COUNT(*) FROM item");
    assertThatThrownBy(() -> call.ranOn("replica-1")).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> call.ranNothingOn("replica-2")).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> call.ranNothingOn(REPLICA)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(call::ranNowhere).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> call.ranOn("replica-9")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ranOn_partlyElsewhere_fails() {
    CallAssert<Integer> call =
        assertThatCall(() -> count(cluster.replica(1)) + count(cluster.primary()));

    assertThatThrownBy(() -> call.ranOn(REPLICA)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(call::ranOnOneNode).isInstanceOf(AssertionError.class);
    assertThat(call.statementsOn("primary")).hasSize(1);
  }

  @Test
  void ranOn_nothingRan_fails() {
    CallAssert<Integer> call = assertThatCall(() -> 7).ranNowhere();

    assertThatThrownBy(() -> call.ranOn(REPLICA))
        .hasMessageContaining("No server received any statement.");
  }

  @Test
  void because_reasonOfTheAuditLine_passes() {
    assertThatCall(this::auditedCount).ranOn(REPLICA).because(Reason.EVENTUAL_REPLICA);
  }

  @Test
  void because_otherReason_failsAndShowsTheLines() {
    CallAssert<Integer> call = assertThatCall(this::auditedCount);

    assertThatThrownBy(() -> call.because(Reason.WRITE))
        .hasMessageContaining("because of [WRITE], but the audit log says [EVENTUAL_REPLICA]")
        .hasMessageContaining("statement=a.B.count");
  }

  @Test
  void because_lineOfAnotherThreadAfterTheCall_isWaitedFor() {
    CallAssert<Integer> call = assertThatCall(() -> count(cluster.replica(1)));
    Thread writer = new Thread(() -> audit.info("{\"v\":1,\"reason\":\"EVENTUAL_REPLICA\"}"));
    writer.start();

    call.because(Reason.EVENTUAL_REPLICA);
  }

  @Test
  void because_lineOfACallBefore_doesNotCount() {
    CallAssert<Integer> call =
        assertThatCall(
            () -> {
              audit.info("v=1 ts=2026-01-01T00:00:00Z reason=WRITE");
              return auditedCount();
            });

    call.because(Reason.EVENTUAL_REPLICA);
  }

  @Test
  void because_noAuditLine_saysWhatToSwitchOn() {
    CallAssert<Integer> call = assertThatCall(() -> 7);

    assertThatThrownBy(() -> call.because(Reason.WRITE))
        .hasMessageContaining("Set rwsplit.audit.enabled=true");
  }

  @Test
  void deafCapture_otherBackend_saysSo() {
    AuditCapture capture = new AuditCapture.Deaf("org.slf4j.helpers.NOPLoggerFactory");

    assertThatThrownBy(() -> capture.await(1, List.of()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("SLF4J is bound to org.slf4j.helpers.NOPLoggerFactory");
  }

  @Test
  void assertThatCall_callThrows_throwsTheSame() {
    IOException failure = new IOException("no");

    assertThatThrownBy(
            () ->
                assertThatCall(
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
  }

  @Test
  void assertThatFailingCall_expectedException_isGivenAndTheStatementIsSeen() {
    SQLException refused =
        assertThatFailingCall(
                SQLException.class, () -> run(cluster.replica(1), "INSERT INTO item VALUES (1)"))
            .ranOn("replica-1")
            .returning();

    assertThat(refused.getErrorCode()).isEqualTo(1290);
  }

  @Test
  void assertThatFailingCall_returns_fails() {
    assertThatThrownBy(
            () -> assertThatFailingCall(IOException.class, () -> count(cluster.replica(1))))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "must throw java.io.IOException, but returned. The servers received:");
  }
}
