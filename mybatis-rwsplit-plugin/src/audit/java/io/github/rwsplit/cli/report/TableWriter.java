package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.LogSummary;
import io.github.rwsplit.cli.text.Columns;
import io.github.rwsplit.cli.text.Shown;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The report for a terminal. */
record TableWriter(int top) implements ReportWriter {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  @Override
  public void write(Report report, Writer out) throws IOException {
    LogSummary read = report.read();
    out.write(
        Shown.count(read.entries())
            + " statements in "
            + Shown.count(read.lines())
            + " lines of "
            + Shown.plain(String.join(", ", read.logs()))
            + "\n");
    out.write(
        time(report, report.first())
            + " to "
            + time(report, report.last())
            + ", times in "
            + report.zone()
            + "\n");
    out.write(
        Shown.share(report.replicaReads(), report.reads())
            + " of "
            + Shown.count(report.reads())
            + " reads ran on replicas; "
            + report.errors()
            + " statements failed, "
            + report.refused()
            + " were refused\n");
    if (report.observed() > 0) {
      out.write(
          Shown.count(report.observed())
              + " lines are of observe mode: all of it ran on the primary\n");
    }
    doubts(report, out);
    findings(report, out);
    nodes(report, out);
    reasons(report, out);
    days(report, out);
    statements(report, out);
  }

  private static String time(Report report, @Nullable Instant instant) {
    return instant == null ? "–" : TIME.format(instant.atZone(report.zone()));
  }

  private static void doubts(Report report, Writer out) throws IOException {
    for (String problem : report.read().problems()) {
      out.write("INCOMPLETE: " + Shown.plain(problem) + "\n");
    }
    if (report.folded()) {
      out.write("There are more names than are told apart; the rest is " + Names.OTHERS + "\n");
    }
    if (report.read().broken() > 0) {
      out.write(Shown.count(report.read().broken()) + " broken lines were left out; the first:\n");
      for (LogSummary.Broken broken : report.read().examples()) {
        out.write("  " + Shown.plain(broken.place() + " " + broken.reason()) + "\n");
      }
    }
  }

  private void findings(Report report, Writer out) throws IOException {
    for (boolean violations : new boolean[] {true, false}) {
      List<Finding> some =
          report.findings().stream().filter(f -> f.rule().violation() == violations).toList();
      String title = violations ? "VIOLATIONS" : "ADVICE";
      out.write("\n" + title + (some.isEmpty() ? ": none\n" : "\n"));
      Rule rule = null;
      int shown = 0;
      for (Finding finding : some) {
        if (finding.rule() != rule) {
          rule = finding.rule();
          shown = 0;
          out.write("  " + rule + ": " + rule.title() + "\n    -> " + rule.next() + "\n");
        }
        if (shown++ < top) {
          out.write("    " + Shown.plain(text(finding)) + "\n");
        } else if (shown == top + 2) {
          out.write("    and more; see --top, or --format json\n");
        }
      }
    }
  }

  private static String text(Finding finding) {
    StringBuilder text = new StringBuilder();
    if (finding.statement() != null) {
      text.append(finding.statement()).append("  ");
    }
    if (!finding.detail().isEmpty()) {
      text.append(finding.detail()).append("  ");
    }
    text.append(Shown.count(finding.count())).append(finding.count() == 1 ? " line" : " lines");
    if (finding.first() != null) {
      text.append(", first ").append(finding.first());
    }
    return text.toString();
  }

  private static void nodes(Report report, Writer out) throws IOException {
    out.write("\nNODES\n");
    Columns table =
        new Columns(
            "node",
            "role",
            ">reads",
            ">share",
            ">writes",
            ">p50",
            ">p95",
            ">p99",
            ">max",
            ">lag p95",
            ">lag max");
    for (Report.Node node : report.nodes()) {
      table.row(
          node.name(),
          node.role(),
          Shown.count(node.reads()),
          Shown.share(node.reads(), report.reads()),
          Shown.count(node.writes()),
          Shown.span(node.p50()),
          Shown.span(node.p95()),
          Shown.span(node.p99()),
          Shown.span(node.max()),
          lag(node.lag95()),
          lag(node.lagMax()));
    }
    table.write(out, "  ");
  }

  static String lag(long millis) {
    return millis < 0 ? "" : millis + " ms";
  }

  private static void reasons(Report report, Writer out) throws IOException {
    out.write("\nREASONS\n");
    Columns table = new Columns("reason", ">statements", ">share", ">on replicas");
    for (Report.Reason reason : report.reasons()) {
      table.row(
          reason.name(),
          Shown.count(reason.count()),
          Shown.share(reason.count(), report.read().entries()),
          Shown.count(reason.onReplica()));
    }
    table.write(out, "  ");
  }

  private static void days(Report report, Writer out) throws IOException {
    out.write("\nDAYS (" + report.zone() + ")\n");
    Columns table =
        new Columns("day", ">reads", ">on replicas", ">writes", ">no replica", ">failed");
    for (Report.Day day : report.days()) {
      table.row(
          day.date().toString(),
          Shown.count(day.reads()),
          Shown.share(day.replicaReads(), day.reads()),
          Shown.count(day.writes()),
          Shown.count(day.fallbacks()),
          Shown.count(day.errors()));
    }
    table.write(out, "  ");
  }

  private void statements(Report report, Writer out) throws IOException {
    List<Report.Statement> shown = report.statements();
    boolean cut = shown.size() > top;
    out.write("\nSTATEMENTS" + (cut ? " (" + top + " of " + shown.size() + ", see --top)" : ""));
    out.write("\n");
    Columns table =
        new Columns(
            "statement",
            "level",
            ">calls",
            ">primary",
            ">replica",
            ">failed",
            ">p95",
            ">total",
            "reasons");
    for (Report.Statement statement : cut ? shown.subList(0, top) : shown) {
      table.row(
          statement.id(),
          statement.level().isEmpty() ? statement.command() : statement.level(),
          Shown.count(statement.count()),
          Shown.count(statement.onPrimary()),
          Shown.count(statement.onReplica()),
          Shown.count(statement.errors()),
          Shown.span(statement.p95()),
          Shown.span(statement.totalMicros()),
          statement.reasons());
    }
    table.write(out, "  ");
  }
}
