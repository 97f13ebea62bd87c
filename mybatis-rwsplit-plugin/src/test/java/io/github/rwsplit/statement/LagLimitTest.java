package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LagLimitTest {

  @ParameterizedTest
  @CsvSource({"500ms,PT0.5S", "30s,PT30S", "5m,PT5M", "2h,PT2H", "1d,P1D", "007s,PT7S"})
  void parse_positiveDurationWithUnit_isRead(String text, Duration expected) {
    assertThat(LagLimit.parse("maxLag of x", text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "abc",
        "30",
        "0s",
        "0ms",
        "-1s",
        "+1s",
        "1.5s",
        "30 s",
        " 30s",
        "30S",
        "1w",
        "s",
        "PT30S",
        "٣s",
        "99999999999999999999s",
        "999999999999999999d"
      })
  void parse_anythingElse_isRefusedByName(String text) {
    assertThatThrownBy(() -> LagLimit.parse("maxLag of com.acme.X.y", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "maxLag of com.acme.X.y must be a positive duration such as 500ms, 30s or 5m, but was '"
                + text
                + "'");
  }

  @ParameterizedTest
  @CsvSource({"500ms,500ms", "90s,90s", "2m,120s", "1500ms,1500ms"})
  void text_canBeReadAgain(String text, String expected) {
    Duration duration = LagLimit.parse("x", text);
    assertThat(LagLimit.text(duration)).isEqualTo(expected);
    assertThat(LagLimit.parse("x", LagLimit.text(duration))).isEqualTo(duration);
  }
}
