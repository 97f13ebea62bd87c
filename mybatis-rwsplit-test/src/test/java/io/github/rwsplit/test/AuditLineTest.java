package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AuditLineTest {

  private static final AuditLine LOGFMT =
      new AuditLine(
          "v=1 statement=a.B.c error=\"said \\\"reason=WRONG\\\" here\" reason=WRITE node=primary rows=1");
  private static final AuditLine JSON =
      new AuditLine(
          "{\"v\":1,\"error\":\"said \\\"reason\\\":\\\"WRONG\\\"\",\"reason\":\"STRONG\",\"rows\":2}");

  @Test
  void value_logfmt_isNotFooledByQuotedText() {
    assertThat(LOGFMT.value("reason")).isEqualTo("WRITE");
    assertThat(LOGFMT.value("error")).contains("WRONG");
    assertThat(LOGFMT.value("lag_ms")).isNull();
  }

  @Test
  void value_json_isNotFooledByQuotedText() {
    assertThat(JSON.value("reason")).isEqualTo("STRONG");
    assertThat(JSON.value("rows")).isEqualTo("2");
    assertThat(JSON.value("lag_ms")).isNull();
  }

  @Test
  void reasons_repeated_countOnceInARow() {
    assertThat(AuditLine.reasons(List.of(LOGFMT, LOGFMT, JSON, LOGFMT)))
        .containsExactly("WRITE", "STRONG", "WRITE");
  }
}
