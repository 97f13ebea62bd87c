package io.github.rwsplit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.statement.StatementPattern;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AuditSampleTest {

  private static final AuditSample NOTHING = new AuditSample(0, Map.of(), Map.of());

  private static StatementEvent event(
      String command,
      @Nullable ConsistencyLevel level,
      RouteReason reason,
      String target,
      String node,
      NodeRole role,
      int attempt,
      StatementEvent.Outcome outcome) {
    return new StatementEvent(
        Instant.EPOCH,
        "00ff00ff00ff00ff",
        "m.s",
        command,
        level,
        "online",
        reason,
        target,
        node,
        "uuid",
        role,
        null,
        null,
        "none",
        null,
        attempt,
        1L,
        1,
        1L,
        outcome,
        null,
        null,
        null);
  }

  private static boolean takes(
      String command, @Nullable ConsistencyLevel level, RouteReason reason, String node) {
    return NOTHING.takes(
        event(
            command,
            level,
            reason,
            "replica-1",
            node,
            node.equals("primary") ? NodeRole.PRIMARY : NodeRole.REPLICA,
            1,
            StatementEvent.Outcome.OK));
  }

  @Test
  void takes_aShare_isAboutThatShareOfDecisions() {
    AuditSample tenth = new AuditSample(0.1, Map.of(), Map.of());

    long taken =
        IntStream.range(0, 100_000)
            .filter(
                i ->
                    tenth.takes(
                        AuditLogTest.event(
                            Audit.newDecisionId(), "m.s", ConsistencyLevel.EVENTUAL)))
            .count();

    assertThat(taken).isBetween(9_000L, 11_000L);
  }

  @Test
  void takes_twoStatementsOfOneDecision_bothOrNone() {
    AuditSample half = new AuditSample(0.5, Map.of(), Map.of());

    for (int i = 0; i < 1_000; i++) {
      String decision = Audit.newDecisionId();
      assertThat(half.takes(AuditLogTest.event(decision, "m.s", ConsistencyLevel.EVENTUAL)))
          .isEqualTo(
              half.takes(AuditLogTest.event(decision, "m.s_COUNT", ConsistencyLevel.EVENTUAL)));
    }
  }

  @Test
  void takes_anythingButAReadThatWentWell_always() {
    assertThat(
            takes("SELECT", ConsistencyLevel.EVENTUAL, RouteReason.EVENTUAL_REPLICA, "replica-1"))
        .isFalse();
    assertThat(takes("UPDATE", null, RouteReason.WRITE, "replica-1")).isTrue();
    assertThat(takes("INSERT", ConsistencyLevel.EVENTUAL, RouteReason.WRITE, "replica-1")).isTrue();
    // STRONG on a replica, and another node than the one that was chosen
    assertThat(takes("SELECT", ConsistencyLevel.STRONG, RouteReason.STRONG, "replica-1")).isTrue();
    assertThat(
            takes("SELECT", ConsistencyLevel.EVENTUAL, RouteReason.EVENTUAL_REPLICA, "replica-2"))
        .isTrue();
    assertThat(takes("SELECT", ConsistencyLevel.EVENTUAL, RouteReason.OBSERVED, "primary"))
        .isFalse();
    for (StatementEvent.Outcome outcome : StatementEvent.Outcome.values()) {
      assertThat(
              NOTHING.takes(
                  event(
                      "SELECT",
                      ConsistencyLevel.EVENTUAL,
                      RouteReason.EVENTUAL_REPLICA,
                      "replica-1",
                      "replica-1",
                      NodeRole.REPLICA,
                      1,
                      outcome)))
          .isEqualTo(outcome != StatementEvent.Outcome.OK);
    }
    assertThat(
            NOTHING.takes(
                event(
                    "SELECT",
                    ConsistencyLevel.EVENTUAL,
                    RouteReason.RETRY_READ,
                    "replica-1",
                    "replica-1",
                    NodeRole.REPLICA,
                    2,
                    StatementEvent.Outcome.OK)))
        .isTrue();
  }

  @Test
  void takes_statementThenLevelThenAll_theFirstThatSays() {
    AuditSample sample =
        new AuditSample(
            0,
            Map.of(ConsistencyLevel.SESSION, 1.0),
            Map.of(
                StatementPattern.of("com.acme.report.**"),
                1.0,
                StatementPattern.of("com.acme.OrderMapper.page"),
                0.0));

    assertThat(sample.takes(AuditLogTest.event("0f", "a.b", ConsistencyLevel.EVENTUAL))).isFalse();
    assertThat(sample.takes(AuditLogTest.event("0f", "a.b", ConsistencyLevel.SESSION))).isTrue();
    assertThat(
            sample.takes(
                AuditLogTest.event("0f", "com.acme.report.R.x", ConsistencyLevel.EVENTUAL)))
        .isTrue();
    assertThat(
            sample.takes(
                AuditLogTest.event("0f", "com.acme.OrderMapper.page", ConsistencyLevel.SESSION)))
        .isFalse();
  }
}
