package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.LogSummary;
import io.github.rwsplit.cli.text.Shown;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The report as one page that asks nobody for anything. Everything but the chart over time is there
 * without its script; texts of the log stand in it as text only, and its policy lets nothing run
 * but the page's own two scripts, named by their hashes.
 */
record HtmlWriter() implements ReportWriter {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final int MOST_STATEMENTS = 2_000;

  @Override
  public void write(Report report, Writer out) throws IOException {
    PageParts parts = PageParts.load();
    out.write(parts.head("mybatis-rwsplit: who hit which node", Timeline.DATA_ID));
    header(report, out);
    findings(report, out);
    out.write("<section><h2>Reads per node over time</h2>");
    out.write("<p class=note>Times in " + Shown.html(report.zone().getId()));
    out.write("; dashed lines are the beginnings of days. Drag to zoom, double-click to return.");
    out.write("</p><div id=timeline role=img aria-label='Reads per node over time'>");
    out.write("<noscript>This chart needs the page's script.</noscript></div></section>\n");
    out.write("<div class=two>");
    Bars.reasons(report, out);
    Bars.latencies(report, out);
    Bars.lags(report, out);
    nodes(report, out);
    out.write("</div>\n");
    days(report, out);
    statements(report, out);
    Timeline.write(report, out);
    out.write(parts.tail());
  }

  private static String time(Report report, @Nullable Instant instant) {
    return instant == null ? "–" : TIME.format(instant.atZone(report.zone()));
  }

  private static void header(Report report, Writer out) throws IOException {
    LogSummary read = report.read();
    out.write("<header><h1>Who hit which node</h1><p>");
    out.write(time(report, report.first()) + " to " + time(report, report.last()) + ", ");
    out.write(Shown.html(report.zone().getId()) + " · ");
    out.write(Shown.html(String.join(", ", read.logs())) + "</p>");
    out.write("<div class=tiles>");
    tile(out, Shown.count(read.entries()), "statements", "");
    tile(out, Shown.share(report.replicaReads(), report.reads()), "of reads on replicas", "");
    tile(
        out,
        Shown.count(report.violations()),
        report.violations() == 1 ? "violation" : "violations",
        report.violations() > 0 ? "bad" : "good");
    tile(
        out,
        Shown.count(report.errors() + report.refused()),
        "failed or refused",
        report.errors() + report.refused() > 0 ? "warn" : "");
    tile(out, Shown.count(read.broken()), "broken lines", read.broken() > 0 ? "warn" : "");
    out.write("</div>");
    for (String problem : read.problems()) {
      out.write("<p class=bad>Incomplete: " + Shown.html(problem) + "</p>");
    }
    if (report.observed() > 0) {
      out.write(
          "<p class=note>"
              + Shown.count(report.observed())
              + " lines are of observe mode: all of it ran on the primary.</p>");
    }
    if (report.folded()) {
      out.write("<p class=note>More names than are told apart: the rest is (others).</p>");
    }
    for (LogSummary.Broken broken : read.examples()) {
      out.write(
          "<p class=note>Broken: " + Shown.html(broken.place() + " " + broken.reason()) + "</p>");
    }
    out.write("</header>\n");
  }

  private static void tile(Writer out, String number, String what, String kind) throws IOException {
    out.write("<div class='tile " + kind + "'><b>" + Shown.html(number) + "</b><span>");
    out.write(Shown.html(what) + "</span></div>");
  }

  private static void findings(Report report, Writer out) throws IOException {
    for (boolean violations : new boolean[] {true, false}) {
      List<Finding> some =
          report.findings().stream().filter(f -> f.rule().violation() == violations).toList();
      out.write("<section><h2>" + (violations ? "Violations" : "Advice") + "</h2>");
      if (some.isEmpty()) {
        out.write("<p class=note>None.</p></section>\n");
        continue;
      }
      Rule rule = null;
      for (Finding finding : some) {
        if (finding.rule() != rule) {
          out.write(rule == null ? "" : "</ul></details>");
          rule = finding.rule();
          out.write("<details" + (violations ? " open" : "") + "><summary class=");
          out.write((violations ? "bad" : "advice") + ">" + Shown.html(rule.title()));
          out.write(" <code>" + rule.name() + "</code></summary><p class=note>");
          out.write(Shown.html(rule.next()) + "</p><ul>");
        }
        out.write("<li>");
        if (finding.statement() != null) {
          out.write("<code>" + Shown.html(finding.statement()) + "</code> ");
        }
        out.write(Shown.html(finding.detail()) + " <b>" + Shown.count(finding.count()) + "×</b>");
        if (finding.first() != null) {
          out.write(" <span class=note>first " + Shown.html(finding.first().toString()));
          out.write("</span>");
        }
        out.write("</li>");
      }
      out.write("</ul></details></section>\n");
    }
  }

  private static void nodes(Report report, Writer out) throws IOException {
    out.write("<section><h2>Nodes</h2><div class=scroll><table><thead><tr><th>node<th>role");
    out.write("<th class=n>reads<th class=n>share<th class=n>writes<th class=n>lag p95");
    out.write("<th class=n>lag max</thead><tbody>");
    for (Report.Node node : report.nodes()) {
      out.write("<tr><td>" + Shown.html(node.name()) + "<td>" + Shown.html(node.role()));
      number(out, Shown.count(node.reads()));
      number(out, Shown.share(node.reads(), report.reads()));
      number(out, Shown.count(node.writes()));
      number(out, TableWriter.lag(node.lag95()));
      number(out, TableWriter.lag(node.lagMax()));
    }
    out.write("</tbody></table></div></section>\n");
  }

  private static void number(Writer out, String text) throws IOException {
    out.write("<td class=n>" + Shown.html(text));
  }

  private static void sortable(Writer out, long value, String text) throws IOException {
    out.write("<td class=n data-v=" + value + ">" + Shown.html(text));
  }

  private static void days(Report report, Writer out) throws IOException {
    out.write("<section><h2>Days</h2><p class=note>Days of ");
    out.write(Shown.html(report.zone().getId()) + ".</p><div class=scroll><table><thead><tr>");
    out.write("<th>day<th class=n>reads<th class=n>on replicas<th class=n>writes");
    out.write("<th class=n>no replica<th class=n>failed</thead><tbody>");
    for (Report.Day day : report.days()) {
      out.write("<tr><td>" + day.date());
      number(out, Shown.count(day.reads()));
      number(out, Shown.share(day.replicaReads(), day.reads()));
      number(out, Shown.count(day.writes()));
      number(out, Shown.count(day.fallbacks()));
      number(out, Shown.count(day.errors()));
    }
    out.write("</tbody></table></div></section>\n");
  }

  private static void statements(Report report, Writer out) throws IOException {
    List<Report.Statement> all = report.statements();
    int shown = Math.min(MOST_STATEMENTS, all.size());
    out.write("<section><h2>Statements</h2><p class=note>");
    out.write(shown < all.size() ? shown + " of " + all.size() + "; all are in the CSV. " : "");
    out.write("A click on a head sorts.</p>");
    out.write("<input id=search type=search placeholder='Search statements, levels, reasons'");
    out.write(" aria-label='Search statements'><span id=found class=note></span>");
    out.write("<div class=scroll><table id=statements><thead><tr>");
    String[] heads = {
      "statement", "level", "calls", "primary", "replica", "failed", "p95", "total", "reasons"
    };
    for (int i = 0; i < heads.length; i++) {
      boolean number = i >= 2 && i <= 7;
      out.write("<th" + (number ? " class=n" : "") + " aria-sort=none><button>" + heads[i]);
      out.write("</button>");
    }
    out.write("</thead><tbody>");
    for (Report.Statement s : all.subList(0, shown)) {
      out.write("<tr><td class=id>" + Shown.html(s.id()));
      out.write("<td>" + Shown.html(s.level().isEmpty() ? s.command() : s.level()));
      sortable(out, s.count(), Shown.count(s.count()));
      sortable(out, s.onPrimary(), Shown.count(s.onPrimary()));
      sortable(out, s.onReplica(), Shown.count(s.onReplica()));
      sortable(out, s.errors(), Shown.count(s.errors()));
      sortable(out, s.p95(), Shown.span(s.p95()));
      sortable(out, s.totalMicros(), Shown.span(s.totalMicros()));
      out.write("<td class=why>" + Shown.html(s.reasons()));
    }
    out.write("</tbody></table></div></section>\n");
  }
}
