package io.github.rwsplit.cli.report;

import static io.github.rwsplit.cli.Lines.line;
import static io.github.rwsplit.cli.Lines.onPrimary;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.cli.log.LogReader;
import io.github.rwsplit.cli.log.LogSummary;
import io.github.rwsplit.cli.log.Progress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each rule against lines that break it, and lines beside them that do not. */
class RulesTest {

  private Expected expected = new Expected(Map.of(), Map.of(), 1_000);

  @Test
  void healthyLines_breakNothing() throws Exception {
    assertThat(
            rules(
                line(),
                line("level", "SESSION", "reason", "SESSION_REPLICA", "marker_age_ms", "7000"),
                onPrimary("STRONG", "level", "STRONG", "decision", "d2"),
                onPrimary("WRITE", "command", "INSERT", "level", "", "decision", "d3"),
                onPrimary(
                    "SELECT_KEY",
                    "statement",
                    "m.insert!selectKey",
                    "level",
                    "",
                    "decision",
                    "d4")))
        .isEmpty();
  }

  @Test
  void writeOnAReplica() throws Exception {
    assertThat(findings(line("command", "UPDATE", "level", "", "reason", "WRITE")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo(Rule.WRITE_ON_REPLICA);
              assertThat(finding.rule().violation()).isTrue();
              assertThat(finding.statement()).isEqualTo("shop.OrderMapper.page");
              assertThat(finding.detail()).isEqualTo("UPDATE on replica-1");
              assertThat(finding.count()).isEqualTo(1);
              assertThat(finding.first()).hasToString("standard input:1");
            });
  }

  @Test
  void selectThatWrites_lock_andKeyQuery_onAReplica() throws Exception {
    assertThat(rules(line("reason", "WRITE"))).containsExactly(Rule.WRITE_ON_REPLICA);
    assertThat(rules(line("reason", "LOCKING_READ"))).containsExactly(Rule.PRIMARY_ONLY_ON_REPLICA);
    assertThat(rules(line("statement", "m.insert!selectKey", "reason", "SELECT_KEY")))
        .containsExactly(Rule.PRIMARY_ONLY_ON_REPLICA);
  }

  @Test
  void strongOnAReplica() throws Exception {
    assertThat(rules(line("level", "STRONG"))).containsExactly(Rule.STRONG_ON_REPLICA);
  }

  @Test
  void sessionBehindItsMarker_isAViolation_onlyBeyondTheResolutionOfTheLag() throws Exception {
    String[] session = {"level", "SESSION", "reason", "SESSION_REPLICA"};
    assertThat(rules(line(with(session, "lag_ms", "5000", "marker_age_ms", "100"))))
        .containsExactly(Rule.SESSION_BEHIND_MARKER);
    assertThat(rules(line(with(session, "lag_ms", "1100", "marker_age_ms", "100"))))
        .containsExactly(Rule.SESSION_NEAR_MARKER);
    assertThat(rules(line(with(session, "lag_ms", "100", "marker_age_ms", "100")))).isEmpty();
    assertThat(rules(line(with(session, "lag_ms", "5000")))).isEmpty();
  }

  @Test
  void decisionOnTwoNodes() throws Exception {
    String other = line("statement", "m.count", "target", "replica-2", "node", "replica-2");
    assertThat(rules(line(), other)).containsExactly(Rule.DECISION_SPLIT);
    assertThat(rules(line(), line("statement", "m.count"))).isEmpty();
  }

  @Test
  void decisionOnTwoNodes_afterARetry_isAsItShouldBe() throws Exception {
    assertThat(
            rules(
                line("outcome", "error"),
                line(
                    "reason",
                    "RETRY_READ",
                    "attempt",
                    "2",
                    "target",
                    "replica-2",
                    "node",
                    "replica-2"),
                line("statement", "m.child", "target", "replica-2", "node", "replica-2")))
        .isEmpty();
  }

  @Test
  void decisionsBeyondTheMemory_areForgotten_andNeverMixed() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < RecentDecisions.REMEMBERED + 10; i++) {
      lines.add(line("decision", "x" + i));
    }
    lines.add(line("decision", "x0", "target", "replica-2", "node", "replica-2"));
    lines.add(line("decision", "x99", "target", "replica-2", "node", "replica-2"));
    assertThat(findings(lines.toArray(String[]::new)))
        .filteredOn(finding -> finding.rule() == Rule.DECISION_SPLIT)
        .singleElement()
        .satisfies(finding -> assertThat(finding.detail()).endsWith("such as decision x99"));
  }

  @Test
  void targetAndNodeDiffer() throws Exception {
    assertThat(rules(line("target", "replica-2"))).containsExactly(Rule.TARGET_PASSED_OVER);
    assertThat(rules(line("target", "primary"))).containsExactly(Rule.REPLICA_WITHOUT_CHOICE);
    assertThat(rules(line("target", "replica-2", "reason", "RETRY_READ", "attempt", "2")))
        .isEmpty();
    assertThat(rules(onPrimary("OBSERVED", "target", "replica-2"))).isEmpty();
  }

  @Test
  void undeclared() throws Exception {
    assertThat(findings(onPrimary("UNDECLARED", "level", "STRONG"), onPrimary("UNDECLARED")))
        .filteredOn(finding -> finding.rule() == Rule.UNDECLARED)
        .singleElement()
        .satisfies(finding -> assertThat(finding.count()).isEqualTo(2));
  }

  @Test
  void reportingOnAnOnlineNode_isAViolation_whereTheGroupsAreKnown() throws Exception {
    String leak = line("group", "reporting");
    assertThat(rules(leak)).isEmpty();
    assertThat(rules(line(), line("group", "reporting", "decision", "d2")))
        .containsExactly(Rule.GROUP_SHARED);
    expected = new Expected(Map.of(), Map.of("replica-1", Set.of("online")), 1_000);
    assertThat(rules(line(), line("group", "reporting", "decision", "d2")))
        .containsExactly(Rule.GROUP_LEAK);
    expected = new Expected(Map.of(), Map.of("replica-1", Set.of("online", "reporting")), 1_000);
    assertThat(rules(line(), line("group", "reporting", "decision", "d2"))).isEmpty();
  }

  @Test
  void sharesAgainstWeights() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      String node = i % 3 == 0 ? "replica-2" : "replica-1";
      lines.add(line("decision", "x" + i, "target", node, "node", node));
    }
    String[] all = lines.toArray(String[]::new);
    assertThat(rules(all)).containsExactly(Rule.SKEW);
    expected = new Expected(Map.of("replica-1", 2), Map.of(), 1_000);
    assertThat(rules(all)).isEmpty();
    expected = new Expected(Map.of("replica-1", 2), Map.of("replica-3", Set.of("online")), 1_000);
    assertThat(findings(all))
        .singleElement()
        .satisfies(f -> assertThat(f.detail()).contains("replica-3 got 0 % and not 25 %"));
  }

  @Test
  void risingFallback() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String ts = String.format("2026-11-30T10:%02d:%02dZ", i / 60, i % 60);
      lines.add(line("decision", "x" + i, "ts", ts));
      if (i > 220) {
        lines.add(onPrimary("NO_ELIGIBLE_REPLICA", "decision", "y" + i, "ts", ts));
      }
    }
    assertThat(findings(lines.toArray(String[]::new)))
        .singleElement()
        .satisfies(f -> assertThat(f.rule()).isEqualTo(Rule.FALLBACK_RISING))
        .satisfies(f -> assertThat(f.detail()).contains("0.0 % before"));
    Collections.reverse(lines);
    assertThat(rules(lines.toArray(String[]::new))).containsExactly(Rule.FALLBACK_RISING);
  }

  @Test
  void eventualThatNeverLeavesThePrimary() throws Exception {
    assertThat(findings(onPrimary("TX_READ_WRITE", "tx", "rw")))
        .singleElement()
        .satisfies(f -> assertThat(f.rule()).isEqualTo(Rule.EVENTUAL_ON_PRIMARY))
        .satisfies(f -> assertThat(f.detail()).isEqualTo("because of TX_READ_WRITE"));
    assertThat(rules(onPrimary("TX_READ_WRITE"), line("decision", "d2"))).isEmpty();
    assertThat(rules(onPrimary("OBSERVED"))).isEmpty();
  }

  @Test
  void manyHostileNames_areFolded_andNoViolationIsLost() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 7_000; i++) {
      lines.add(line("decision", "x" + i, "statement", "s" + i, "level", "STRONG"));
    }
    Report report = report(ZoneOffset.UTC, lines.toArray(String[]::new));
    assertThat(report.folded()).isTrue();
    assertThat(report.findings().stream().mapToLong(Finding::count).sum()).isEqualTo(7_000);
    assertThat(report.cells().stream().mapToLong(Report.Cell::count).sum()).isEqualTo(7_000);
  }

  @Test
  void days_areThoseOfTheZone() throws Exception {
    Report report =
        report(
            ZoneId.of("Asia/Shanghai"),
            line("ts", "2026-11-30T15:59:59.999Z"),
            line("ts", "2026-11-30T16:00:00Z", "decision", "d2"));
    assertThat(report.days())
        .extracting(day -> day.date() + " " + day.reads())
        .containsExactly("2026-11-30 1", "2026-12-01 1");
  }

  private static String[] with(String[] some, String... more) {
    List<String> all = new ArrayList<>(List.of(some));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private List<Rule> rules(String... lines) throws Exception {
    return findings(lines).stream().map(Finding::rule).toList();
  }

  private List<Finding> findings(String... lines) throws Exception {
    return report(ZoneOffset.UTC, lines).findings();
  }

  private Report report(ZoneId zone, String... lines) throws Exception {
    Tally tally = new Tally(zone, expected);
    byte[] log = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    LogSummary read =
        new LogReader(
                List.of("-"), new ByteArrayInputStream(log), new Progress(nowhere, false, () -> 0L))
            .read(tally);
    assertThat(read.broken()).as("broken: %s", read.examples()).isZero();
    return new ReportMaker(tally, expected).make(read);
  }
}
