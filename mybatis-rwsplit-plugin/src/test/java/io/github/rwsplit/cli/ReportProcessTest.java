package io.github.rwsplit.cli;

import static io.github.rwsplit.cli.Lines.line;
import static io.github.rwsplit.cli.Lines.onPrimary;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code report}, started as a process. */
class ReportProcessTest {

  private static final String HOSTILE =
      "\"</script><script>alert(1)</script><img src=x onerror=alert(2)>'\\\"\\u202e&amp;\"";

  @TempDir Path folder;

  @Test
  void healthyLog_endsWith0_andShowsEachNode() throws Exception {
    Path log = log("audit.log", line(), onPrimary("WRITE", "command", "INSERT", "decision", "d2"));

    AuditJar.Run run =
        AuditJar.run("report", log.toString(), "--zone", "UTC", "--fail-on", "violations");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("2 statements in 2 lines", "times in UTC", "VIOLATIONS: none")
        .containsPattern("replica-1 +replica +1 +100.0 % +0")
        .containsPattern("primary +primary +0 +0.0 % +1");
  }

  @Test
  void violation_endsWith1_onlyWhereAskedTo() throws Exception {
    Path log = log("audit.log", "other", line("level", "STRONG"), line("decision", "d2"));

    AuditJar.Run shown = AuditJar.run("report", log.toString());
    AuditJar.Run failing = AuditJar.run("report", log.toString(), "--fail-on", "violations");

    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out())
        .contains("STRONG_ON_REPLICA", "shop.OrderMapper.page", "1 line, first " + log + ":2");
    assertThat(failing.exitCode()).isEqualTo(1);
    assertThat(failing.err()).contains("1 violations");
    assertThat(failing.out()).isEqualTo(shown.out());
  }

  @Test
  void advice_failsOnlyWithItsOwnOption() throws Exception {
    Path log = log("audit.log", onPrimary("UNDECLARED", "level", "STRONG"));

    assertThat(AuditJar.run("report", log.toString(), "--fail-on", "violations").exitCode())
        .isZero();
    assertThat(AuditJar.run("report", log.toString(), "--fail-on", "advice").exitCode())
        .isEqualTo(1);
  }

  @Test
  void brokenLines_areCountedAndShown_andNeverFatal() throws Exception {
    Path log = log("audit.log", line(), "v=1 ts=2026-11-30T10:15:30Z decision=d2 statem");

    AuditJar.Run run = AuditJar.run("report", log.toString(), "--fail-on", "violations");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("1 broken lines were left out", log + ":2 has something between its keys");
  }

  @Test
  void whatCannotBeRead_isNamed_andEndsWith3() throws Exception {
    Path cut = folder.resolve("cut.log.gz");
    byte[] whole = gzip(line() + "\n" + "x".repeat(200_000) + line());
    Files.write(cut, Arrays.copyOf(whole, whole.length - 20));
    Path noGzip = Files.write(folder.resolve("no.gz"), new byte[] {0x1f, (byte) 0x8b, 0, 0, 1, 2});

    AuditJar.Run missing = AuditJar.run("report", folder.resolve("missing.log").toString());
    AuditJar.Run directory = AuditJar.run("report", folder.toString());
    AuditJar.Run damaged = AuditJar.run("report", noGzip.toString());
    AuditJar.Run broken = AuditJar.run("report", cut.toString());
    AuditJar.Run empty = AuditJar.run("report", log("empty.log").toString());
    AuditJar.Run unwritable =
        AuditJar.run("report", log("a.log", line()).toString(), "--out", "/nowhere/report.txt");

    assertThat(missing.err()).contains("missing.log does not exist");
    assertThat(directory.err()).contains("is a directory; name the logs in it");
    assertThat(damaged.err()).contains("no.gz begins like gzip and is none");
    assertThat(broken.err()).contains("ends in the middle of its gzip stream");
    assertThat(broken.out()).contains("INCOMPLETE", "1 statements in 1 lines");
    assertThat(empty.err()).contains("no audit line among 0 lines", "rwsplit.audit.enabled");
    assertThat(unwritable.err()).contains("/nowhere/report.txt cannot be written");
    for (AuditJar.Run run : List.of(missing, directory, damaged, broken, empty, unwritable)) {
      assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
      assertThat(run.err()).doesNotContain("\tat ");
    }
  }

  @Test
  void wrongCall_endsWith2() throws Exception {
    String log = log("audit.log", line()).toString();
    assertThat(AuditJar.run("report").exitCode()).isEqualTo(2);
    assertThat(AuditJar.run("report", log, "--format", "pdf").exitCode()).isEqualTo(2);
    assertThat(AuditJar.run("report", log, "--zone", "Mars").exitCode()).isEqualTo(2);
    assertThat(AuditJar.run("report", log, "--top", "0").exitCode()).isEqualTo(2);
    assertThat(AuditJar.run().exitCode()).isEqualTo(2);
  }

  @Test
  void severalLogs_compressedAndFromStandardInput_areOneReport() throws Exception {
    Path plain = log("a.log", line());
    Path packed = Files.write(folder.resolve("rotated.1"), gzip(line("decision", "d2") + "\n"));

    AuditJar.Run run =
        AuditJar.run(
            List.of(),
            in -> in.write(line("decision", "d3").getBytes(StandardCharsets.UTF_8)),
            "report",
            plain.toString(),
            packed.toString(),
            "-");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("3 statements in 3 lines of");
  }

  @Test
  void manyMegabytes_areReadWithLittleMemory() throws Exception {
    long lines = 400_000;

    AuditJar.Run run =
        AuditJar.run(
            List.of("-Xmx64m"), in -> stream(in, lines), "report", "-", "--format", "json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("\"statements\" : " + lines, "\"brokenLines\" : 0");
  }

  @Test
  void lineWithoutEnd_doesNotFillTheMemory() throws Exception {
    AuditJar.Run run =
        AuditJar.run(
            List.of("-Xmx64m"),
            in -> {
              in.write((line() + "\n").getBytes(StandardCharsets.UTF_8));
              byte[] block = new byte[1 << 20];
              Arrays.fill(block, (byte) 'x');
              for (int i = 0; i < 200; i++) {
                in.write(block);
              }
            },
            "report",
            "-");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("1 statements in 2 lines");
  }

  @Test
  void csv_hasARowForEachStatementAndNode_andNoFormula() throws Exception {
    Path log =
        log(
            "audit.log",
            line(),
            line("decision", "d2"),
            line("statement", "\"=HYPERLINK(\\\"http://x\\\")\"", "decision", "d3"));

    AuditJar.Run run = AuditJar.run("report", log.toString(), "--format", "csv");

    assertThat(run.out().lines())
        .containsExactly(
            "statement,command,level,group,reason,node,role,count,errors,refused,rows,total_us,max_us",
            "\"'=HYPERLINK(\"\"http://x\"\")\",SELECT,EVENTUAL,online,EVENTUAL_REPLICA,replica-1,"
                + "replica,1,0,0,20,830,830",
            "shop.OrderMapper.page,SELECT,EVENTUAL,online,EVENTUAL_REPLICA,replica-1,replica,2,0,0,"
                + "40,1660,830");
  }

  @Test
  void json_isOneObject_withHostileTextsAsTexts() throws Exception {
    Path log = log("audit.log", line("statement", HOSTILE, "level", "STRONG", "node", HOSTILE));

    AuditJar.Run run = AuditJar.run("report", log.toString(), "--format", "json");

    int depth = 0;
    boolean seen = false;
    try (JsonParser json = new JsonFactory().createParser(run.out())) {
      while (json.nextToken() != null) {
        depth +=
            json.currentToken().isStructStart() ? 1 : json.currentToken().isStructEnd() ? -1 : 0;
        seen |= "</script><script>alert(1)</script>".equals(firstPart(json.getText()));
      }
    }
    assertThat(depth).isZero();
    assertThat(seen).isTrue();
  }

  private static String firstPart(String text) {
    return text.substring(0, Math.min(text.length(), 34));
  }

  @Test
  void html_isSelfContained_andRunsNothingOfTheLog() throws Exception {
    Path log =
        log(
            "audit.log",
            line("statement", HOSTILE, "level", "STRONG"),
            line("statement", "m.s", "node", HOSTILE, "target", HOSTILE, "decision", "d2"),
            line("statement", "m.s", "group", HOSTILE, "decision", "d3"),
            "v=1 ts=" + HOSTILE);
    Path page = folder.resolve("audit.html");

    AuditJar.Run run =
        AuditJar.run(
            "report",
            log.toString(),
            "--format",
            "html",
            "--out",
            page.toString(),
            "--zone",
            "Europe/Berlin");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isEmpty();
    String html = Files.readString(page, StandardCharsets.UTF_8);
    assertThat(html)
        .contains("default-src 'none'", "Europe/Berlin", "&lt;img src=x onerror=alert(2)&gt;")
        .doesNotContain("<img", "alert(1)</script>", "\u202e");
    assertThat(count(html, "<script")).isEqualTo(3);
    assertThat(count(html, "</script")).isEqualTo(3);
    // nothing is fetched: no address but those in comments of licences and in SVG's namespace
    assertThat(html).doesNotContainPattern("(src|href|action|poster)\\s*=\\s*[\"']?(https?:)?//");
    assertThat(html).doesNotContainPattern("(url\\(|@import|fetch\\(|XMLHttpRequest|sendBeacon)");
  }

  private static int count(String text, String part) {
    Matcher matcher = Pattern.compile(Pattern.quote(part)).matcher(text);
    int count = 0;
    while (matcher.find()) {
      count++;
    }
    return count;
  }

  @Test
  void config_givesWeightsAndGroups() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("application.yml"),
            """
            spring: { application: { name: shop } }
            rwsplit:
              replicas:
                replica-1: { url: "jdbc:mysql://r1/shop", weight: 2 }
                report-1: { url: "jdbc:mysql://r2/shop", groups: [reporting] }
            """);
    Path log = log("audit.log", line("group", "reporting"));

    AuditJar.Run run =
        AuditJar.run(
            "report", log.toString(), "--config", config.toString(), "--fail-on", "violations");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("group reporting on replica-1, which is in online");
  }

  @Test
  void terminal_isNotMovedByALine() throws Exception {
    Path log = log("audit.log", line("statement", "\"m.s\\u001b[2J\\u0007\"", "level", "STRONG"));

    AuditJar.Run run = AuditJar.run("report", log.toString());

    assertThat(run.out()).contains("m.s\\u001b[2J\\u0007").doesNotContain("\u001b", "\u0007");
  }

  private static void stream(OutputStream in, long lines) throws IOException {
    try (OutputStream out = new BufferedOutputStream(in, 1 << 16)) {
      String line = line("decision", "@", "statement", "m.S#");
      for (long i = 0; i < lines; i++) {
        String one = line.replace("@", Long.toHexString(i)).replace("#", "x" + i % 10_000);
        out.write(one.getBytes(StandardCharsets.UTF_8));
        out.write('\n');
      }
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private Path log(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }
}
