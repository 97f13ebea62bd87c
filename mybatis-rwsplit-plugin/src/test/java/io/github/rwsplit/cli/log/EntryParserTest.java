package io.github.rwsplit.cli.log;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.rwsplit.cli.Lines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryParserTest {

  private static final String LINE = Lines.line("session", "abc", "marker_age_ms", "7000");
  private static final String JSON =
      "{\"v\":1,\"ts\":\"2026-11-30T10:15:30.123Z\",\"decision\":\"d1\",\"statement\":\"m.s\","
          + "\"command\":\"SELECT\",\"reason\":\"STRONG\",\"lag_ms\":12,\"outcome\":\"ok\"}";

  private final EntryParser parser = new EntryParser();

  @Test
  void logfmt_allThatALineSays_isRead() throws Exception {
    assertThat(parser.parse(LINE))
        .isEqualTo(
            new Entry(
                1_796_033_730_123_000L,
                "d1",
                "shop.OrderMapper.page",
                "SELECT",
                "EVENTUAL",
                "online",
                "EVENTUAL_REPLICA",
                "replica-1",
                "replica-1",
                "uuid-1",
                "replica",
                12,
                7_000,
                "none",
                "abc",
                1,
                20,
                830,
                "ok",
                null,
                null));
  }

  @Test
  void json_numbersAndTexts_areRead() throws Exception {
    Entry entry = requireNonNull(parser.parse(JSON));

    assertThat(entry.statement()).isEqualTo("m.s");
    assertThat(entry.lagMillis()).isEqualTo(12);
    assertThat(entry.rows()).isEqualTo(Entry.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-30 10:15:30.123 [http-1] INFO  rwsplit.audit - %s",
        "10:15:30.123 [http-1] INFO rwsplit.audit -- %s {}",
        "Nov 30 10:15:30 host shop[http-1]: %s",
        "[http-1] %s\r"
      })
  void layout_beforeOrBehindTheLine_isPassedOver(String layout) throws Exception {
    for (String payload : new String[] {LINE, JSON}) {
      Entry entry = requireNonNull(parser.parse(String.format(layout, payload)));
      assertThat(entry.thread()).isEqualTo("http-1");
    }
  }

  @Test
  void logThatIsJsonItself_theMessageIsRead_withItsThread() throws Exception {
    String wrapped =
        "{\"@timestamp\":\"2026\",\"message\":\"" + LINE + "\",\"thread_name\":\"http-1\"}";
    String twice = "{\"log\":\"" + JSON.replace("\"", "\\\"") + "\\n\",\"stream\":\"stdout\"}";

    assertThat(parser.parse(wrapped)).isNotNull().extracting(Entry::thread).isEqualTo("http-1");
    assertThat(parser.parse(twice)).isNotNull().extracting(Entry::statement).isEqualTo("m.s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "2026-11-30 10:15:30 [main] INFO Application - started in 3.2 s",
        "a=1 ts=2026 b=2",
        "dev=1 ts=2026-11-30T10:15:30Z decision=x",
        "{\"message\":\"started, v= ts=\"}",
        "{ not json v=1",
        "\tat com.acme.Shop.main(Shop.java:12)"
      })
  void otherLine_isNone(String line) throws Exception {
    assertThat(parser.parse(line)).isNull();
  }

  @Test
  void quoted_escapesOfTheWriter_areUndone() throws Exception {
    Entry entry =
        requireNonNull(
            parser.parse(
                LINE.replace("shop.OrderMapper.page", "\"a b\\n\\\"c\\\\\\u202e role=x\"")));

    assertThat(entry.statement()).isEqualTo("a b\n\"c\\\u202e role=x");
    assertThat(entry.role()).isEqualTo("replica");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v=1 ts=2026-11-30T10:15:30.123Z decision=d1 statement=m.Ord",
        "v=1 ts=2026-11-30T10:15:30.123Z decision=d1 statement=\"m.Ord",
        "v=1 ts=yesterday decision=d1 statement=m.s command=SELECT reason=STRONG outcome=ok",
        "v=2 ts=2026-11-30T10:15:30.123Z decision=d1 statement=m.s command=SELECT reason=STRONG"
            + " outcome=ok",
        "v=1 ts=2026-11-30T10:15:30.123Z decision=d1 v=1 ts=2026-11-30T10:15:30.123Z",
        "v=1 ts=2026-11-30T10:15:30.123Z decision=d1 statement=m.s command=SELECT reason=STRONG"
            + " outcome=fine",
        "v=1 ts=2026-11-30T10:15:30.123Z decision=d1 statement=m.s command=SELECT reason=STRONG"
            + " duration_us=8v outcome=ok",
        "v=1 ts=-999999999-01-01T00:00:00Z decision=d1 statement=m.s command=SELECT"
            + " reason=STRONG outcome=ok",
        "{\"v\":1,\"ts\":\"2026-11-30T10:15:30.123Z\",\"decision\":\"d1\",\"state",
        "{\"v\":1,\"ts\":{},\"decision\":[[[]]]}"
      })
  void brokenLine_saysWhatIsWrong(String line) {
    assertThatExceptionOfType(BrokenLineException.class)
        .isThrownBy(() -> parser.parse(line))
        .satisfies(e -> assertThat(e.reason()).isNotBlank());
  }

  @Test
  void everyCutOfALine_isAnEntryOrBrokenOrNone_andNothingElse() {
    for (String line : new String[] {LINE, JSON}) {
      for (int end = 0; end < line.length(); end++) {
        String cut = line.substring(0, end);
        try {
          Entry entry = parser.parse(cut);
          assertThat(entry == null || cut.contains("outcome")).as(cut).isTrue();
        } catch (BrokenLineException expected) {
          assertThat(expected.reason()).isNotBlank();
        }
      }
    }
  }
}
