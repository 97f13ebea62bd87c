package io.github.rwsplit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AuditLineTest {

  private static final Instant TIME = Instant.parse("2026-11-30T10:15:30.123Z");

  @Test
  void logfmt_allKeys_standInTheOrderOfTheContract() {
    assertThat(AuditLine.of(AuditSettings.Format.LOGFMT, event("m.OrderMapper.page", "trace-1")))
        .isEqualTo(
            "v=1 ts=2026-11-30T10:15:30.123Z decision=00ff statement=m.OrderMapper.page"
                + " command=SELECT level=EVENTUAL group=online reason=EVENTUAL_REPLICA"
                + " target=replica-1 node=replica-1 server=uuid-1 role=replica lag_ms=12"
                + " marker_age_ms=7000 tx=none session=abc attempt=1 rows=20 duration_us=830"
                + " outcome=ok error=SQLException/HY000/1290 trace=trace-1");
  }

  @Test
  void json_allKeys_makeOneObject() {
    assertThat(AuditLine.of(AuditSettings.Format.JSON, event("m.OrderMapper.page", "trace-1")))
        .isEqualTo(
            "{\"v\":1,\"ts\":\"2026-11-30T10:15:30.123Z\",\"decision\":\"00ff\","
                + "\"statement\":\"m.OrderMapper.page\",\"command\":\"SELECT\","
                + "\"level\":\"EVENTUAL\",\"group\":\"online\",\"reason\":\"EVENTUAL_REPLICA\","
                + "\"target\":\"replica-1\",\"node\":\"replica-1\",\"server\":\"uuid-1\","
                + "\"role\":\"replica\",\"lag_ms\":12,\"marker_age_ms\":7000,\"tx\":\"none\","
                + "\"session\":\"abc\",\"attempt\":1,\"rows\":20,\"duration_us\":830,"
                + "\"outcome\":\"ok\",\"error\":\"SQLException/HY000/1290\","
                + "\"trace\":\"trace-1\"}");
  }

  @Test
  void logfmt_keyWithoutValue_isLeftOut() {
    String line = AuditLine.of(AuditSettings.Format.LOGFMT, event("m.s", null));

    assertThat(line).doesNotContain("trace").endsWith("error=SQLException/HY000/1290");
  }

  @Test
  void logfmt_hostileStatementId_staysInItsFieldAndItsLine() {
    String line =
        AuditLine.of(
            AuditSettings.Format.LOGFMT,
            event("m.s role=primary\n\"v=1\u2028\u0000\u202ereason=WRITE", null));

    assertThat(line)
        .contains(
            "statement=\"m.s role=primary\\n\\\"v=1\\u2028\\u0000\\u202ereason=WRITE\" command=")
        .doesNotContain("\n", "\u2028", "\u0000", "\u202e");
  }

  @Test
  void logfmt_emptyValue_isQuoted() {
    assertThat(AuditLine.of(AuditSettings.Format.LOGFMT, event("", null)))
        .contains("statement=\"\" command");
  }

  @Test
  void describe_error_neverShowsItsText() {
    SQLException duplicate =
        new SQLException("Duplicate entry 'secret@example.org' for key 'mail'", "23000", 1062);

    assertThat(Audit.describe(new RuntimeException("wrapped secret", duplicate)))
        .isEqualTo("SQLException/23000/1062");
    assertThat(Audit.describe(new IllegalStateException("secret")))
        .isEqualTo("IllegalStateException");
  }

  @Test
  void sessionHash_sameKey_isTheSameEverywhereAndHidesTheKey() {
    assertThat(Audit.sessionHash("user-1")).hasSize(12).isEqualTo(Audit.sessionHash("user-1"));
    assertThat(Audit.sessionHash("user-2")).isNotEqualTo(Audit.sessionHash("user-1"));
    assertThat(Audit.sessionHash(null)).isNull();
  }

  private static StatementEvent event(String statement, @Nullable String trace) {
    return new StatementEvent(
        TIME,
        "00ff",
        statement,
        "SELECT",
        ConsistencyLevel.EVENTUAL,
        "online",
        RouteReason.EVENTUAL_REPLICA,
        "replica-1",
        "replica-1",
        "uuid-1",
        NodeRole.REPLICA,
        12L,
        7_000L,
        "none",
        "abc",
        1,
        20L,
        830,
        90L,
        StatementEvent.Outcome.OK,
        "SQLException/HY000/1290",
        trace,
        null);
  }
}
