package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.text.Shown;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Bars drawn as SVG elements by the page itself, without a script. */
final class Bars {

  private static final String[] LAG_NAMES = {
    "≤ 10 ms", "≤ 50 ms", "≤ 100 ms", "≤ 500 ms", "≤ 1 s", "≤ 3 s", "≤ 10 s", "> 10 s"
  };

  private Bars() {}

  static void reasons(Report report, Writer out) throws IOException {
    long most = report.reasons().stream().mapToLong(Report.Reason::count).max().orElse(1);
    out.write("<section><h2>Reasons</h2><p class=note>Coloured: on replicas.</p><div>");
    for (Report.Reason reason : report.reasons()) {
      name(out, reason.name());
      bar(out, new long[] {reason.onReplica(), reason.count() - reason.onReplica()}, most, "ab");
      value(out, Shown.count(reason.count()));
    }
    out.write("</div></section>\n");
  }

  static void latencies(Report report, Writer out) throws IOException {
    long most = report.nodes().stream().mapToLong(Report.Node::p99).max().orElse(1);
    out.write("<section><h2>Latency per node</h2>");
    out.write("<p class=note>Half of the statements, 95 and 99 in 100.</p><div>");
    for (Report.Node node : report.nodes()) {
      name(out, node.name());
      long[] parts = {node.p50(), node.p95() - node.p50(), node.p99() - node.p95()};
      bar(out, parts, most, "acd");
      value(
          out,
          Shown.span(node.p50()) + " · " + Shown.span(node.p95()) + " · " + Shown.span(node.p99()));
    }
    out.write("</div></section>\n");
  }

  static void lags(Report report, Writer out) throws IOException {
    out.write("<section><h2>Lag at routing time</h2>");
    if (report.lags().isEmpty()) {
      out.write("<p class=note>No read on a replica says a lag.</p></section>\n");
      return;
    }
    List<String> nodes = List.copyOf(report.lags().keySet());
    long[] all = new long[LAG_NAMES.length];
    report
        .lags()
        .values()
        .forEach(
            counts -> {
              for (int i = 0; i < all.length; i++) {
                all[i] += counts[i];
              }
            });
    long most = 1;
    long sum = 0;
    for (long count : all) {
      most = Math.max(most, count);
      sum += count;
    }
    out.write("<p class=note>Reads on replicas by how old the data were at most: ");
    out.write(Shown.html(String.join(", ", nodes)) + ".</p><div>");
    for (int i = 0; i < all.length; i++) {
      name(out, LAG_NAMES[i]);
      bar(out, new long[] {all[i]}, most, "a");
      value(out, Shown.count(all[i]) + " · " + Shown.share(all[i], sum));
    }
    out.write("</div></section>\n");
  }

  private static void name(Writer out, String name) throws IOException {
    out.write("<div class=bar><span class=name>" + Shown.html(name) + "</span>");
  }

  private static void value(Writer out, String value) throws IOException {
    out.write("<span class=value>" + Shown.html(value) + "</span></div>");
  }

  /** One bar of parts; the letters are the classes of the parts' colours. */
  private static void bar(Writer out, long[] parts, long most, String colours) throws IOException {
    out.write("<svg viewBox='0 0 1000 10' preserveAspectRatio=none aria-hidden=true>");
    double x = 0;
    for (int i = 0; i < parts.length; i++) {
      double width = most <= 0 ? 0 : 1000.0 * Math.max(0, parts[i]) / most;
      if (width > 0) {
        out.write(
            String.format(
                java.util.Locale.ROOT,
                "<rect class=%s x='%.1f' y='0' height='10' width='%.1f'/>",
                colours.charAt(i),
                x,
                Math.max(2, width)));
      }
      x += width;
    }
    out.write("</svg>");
  }
}
