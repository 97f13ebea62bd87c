package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers say stays on its line of the application's log. */
class OneLineTest {

  private static final String FORGED = "2026-11-30 INFO all is well";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n",
        "\r",
        "\r\n",
        "\u0085",
        "\u2028",
        "\u2029",
        "\u000b",
        "\f",
        "\u0000",
        "\u001b[2J",
        "\u009b",
        "\u202e",
        "\u200b",
        "\ud800",
        "\udc00"
      })
  void of_whatEndsALineOrHides_isABlank(String mark) {
    String line = OneLine.of("it is gone" + mark + FORGED);

    assertThat(line).startsWith("it is gone ").endsWith(FORGED);
    assertThat(line.codePoints())
        .noneMatch(Character::isISOControl)
        .noneMatch(c -> Character.getType(c) == Character.FORMAT)
        .noneMatch(c -> Character.getType(c) == Character.SURROGATE)
        .noneMatch(c -> c == 0x2028 || c == 0x2029);
    assertThat(Node.said(new SQLException("it is gone" + mark + FORGED, "08S01", 1)).lines())
        .hasSize(1);
    assertThat(
            ConnectionFailures.inOneLine(
                new SQLException("x", new IllegalStateException("y" + mark + FORGED))))
        .doesNotContain(mark);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "中文 😀 é", "a  b"})
  void of_whatIsSeen_stays(String text) {
    assertThat(OneLine.of(text)).isEqualTo(text);
  }
}
