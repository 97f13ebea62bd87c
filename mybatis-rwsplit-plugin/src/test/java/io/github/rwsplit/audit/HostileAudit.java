package io.github.rwsplit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.cli.Lines;
import io.github.rwsplit.cli.log.Entry;
import io.github.rwsplit.cli.log.LogReader;
import io.github.rwsplit.cli.log.LogSummary;
import io.github.rwsplit.cli.log.Progress;
import io.github.rwsplit.hostile.Target;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Any bytes as a log, and any text as what a line says: each line is an entry, broken, or another
 * one; and what was written comes back as it was, from one line of visible ASCII and letters.
 */
public final class HostileAudit implements Target {

  private static final int LONGEST = 1_000;

  @Override
  public List<byte[]> seeds() {
    String line = Lines.line("session", "abc", "marker_age_ms", "7000");
    String json = AuditLine.of(AuditSettings.Format.JSON, event("m.s"));
    return List.of(
            line,
            json,
            line + "\n" + json + "\n",
            "2026-11-30 10:15:30.123 [http-1] INFO  rwsplit.audit - " + line + "\r\n",
            "{\"message\":\"" + line + "\",\"thread_name\":\"http-1\"}",
            "{\"log\":\"" + json.replace("\"", "\\\"") + "\\n\",\"stream\":\"stdout\"}",
            AuditLine.of(AuditSettings.Format.LOGFMT, event("a b\n\"c\u202e")),
            "")
        .stream()
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public List<String> words() {
    return List.of(
        "v=1 ts=",
        " ts=",
        "{\"v\":",
        "{\"v\":1,",
        "\"decision\"",
        "\\u",
        "\\u0022",
        "\\\"",
        "\"",
        "\n",
        "\r",
        "{",
        "[",
        "]",
        "}",
        "\u0000",
        "\u001b[2J",
        "\u2028",
        "\u202e",
        "\u0085",
        "=",
        "1e400",
        "-999999999-01-01T00:00:00Z",
        "99999999999999999999",
        "null",
        "{\"message\":\"",
        "\u001f\u008b");
  }

  @Override
  public void take(byte[] input) throws Exception {
    List<Entry> entries = new ArrayList<>();
    LogSummary read = read(input, entries);
    assertThat(read.lines()).isEqualTo(read.entries() + read.others() + read.broken());
    assertThat(entries).hasSize((int) read.entries());
    for (Entry entry : entries) {
      assertThat(entry.statement().length()).isLessThanOrEqualTo(LONGEST);
      assertThat(entry.attempt()).isPositive();
      assertThat(Instant.ofEpochSecond(entry.micros() / 1_000_000))
          .isAfter(Instant.EPOCH.minusSeconds(1));
    }
    written(new String(input, StandardCharsets.UTF_8));
    written(new String(input, StandardCharsets.UTF_16BE));
  }

  private static void written(String text) throws IOException {
    StringBuilder log = new StringBuilder();
    for (AuditSettings.Format format : AuditSettings.Format.values()) {
      String line = AuditLine.of(format, event(text));
      assertThat(line.chars().filter(HostileAudit::hidesOrEndsALine)).isEmpty();
      log.append(line).append('\n');
    }
    List<Entry> entries = new ArrayList<>();
    LogSummary read = read(log.toString().getBytes(StandardCharsets.UTF_8), entries);
    assertThat(read.examples()).isEmpty();
    assertThat(entries).hasSize(AuditSettings.Format.values().length);
    String whole = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    for (Entry entry : entries) {
      assertThat(entry.statement()).isEqualTo(whole);
      assertThat(entry.node()).isEqualTo(whole);
      assertThat(entry.role()).isEqualTo("replica");
    }
  }

  private static boolean hidesOrEndsALine(int c) {
    return Character.isISOControl(c)
        || c == 0x2028
        || c == 0x2029
        || Character.getType(c) == Character.FORMAT
        || Character.getType(c) == Character.SURROGATE;
  }

  private static LogSummary read(byte[] log, List<Entry> into) throws IOException {
    Progress none = new Progress(new PrintStream(OutputStream.nullOutputStream()), false, () -> 0);
    return new LogReader(List.of("-"), new ByteArrayInputStream(log), none)
        .read((entry, place) -> into.add(entry));
  }

  private static StatementEvent event(String text) {
    return new StatementEvent(
        Instant.parse("2026-11-30T10:15:30.123456789Z"),
        "d1",
        text,
        "SELECT",
        ConsistencyLevel.EVENTUAL,
        text,
        RouteReason.EVENTUAL_REPLICA,
        text,
        text,
        text,
        NodeRole.REPLICA,
        12L,
        7_000L,
        "none",
        text,
        1,
        20L,
        830,
        120L,
        StatementEvent.Outcome.OK,
        text,
        text,
        text);
  }
}
