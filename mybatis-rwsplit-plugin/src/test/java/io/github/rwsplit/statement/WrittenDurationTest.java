package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenDurationTest {

  @ParameterizedTest
  @CsvSource({
    "500ms,PT0.5S",
    "30s,PT30S",
    "5m,PT5M",
    "2h,PT2H",
    "1d,P1D",
    "007s,PT7S",
    "+1s,PT1S",
    "30 s,PT30S",
    "' 30s',PT30S",
    "30S,PT30S",
    "PT30S,PT30S",
    "106751d,P106751D"
  })
  void positive_durationWithUnit_isRead(String text, Duration expected) {
    assertThat(WrittenDuration.positive("maxLag of x", text)).isEqualTo(expected);
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
        "1.5s",
        "1w",
        "0",
        "PT0S",
        "-PT1S",
        "PT",
        "106752d",
        "s",
        "٣s",
        "99999999999999999999s",
        "999999999999999999d"
      })
  void positive_anythingElse_isRefusedByName(String text) {
    assertThatThrownBy(() -> WrittenDuration.positive("maxLag of com.acme.X.y", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "maxLag of com.acme.X.y must be a positive duration such as 500ms, 30s or 5m, but was '"
                + text
                + "'");
  }

  @ParameterizedTest
  @CsvSource({"500ms,500ms", "90s,90s", "2m,120s", "1500ms,1500ms"})
  void text_canBeReadAgain(String text, String expected) {
    Duration duration = WrittenDuration.positive("x", text);
    assertThat(WrittenDuration.text(duration)).isEqualTo(expected);
    assertThat(WrittenDuration.positive("x", WrittenDuration.text(duration))).isEqualTo(duration);
  }
}
