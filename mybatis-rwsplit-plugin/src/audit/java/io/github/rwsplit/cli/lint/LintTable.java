package io.github.rwsplit.cli.lint;

import io.github.rwsplit.cli.text.Columns;
import io.github.rwsplit.cli.text.Shown;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;

/** What lint found, for a terminal. */
record LintTable(LintResult result) {

  void write(Writer out) throws IOException {
    Columns table = new Columns("statement", "command", "declared", "runs at", "its SQL", "place");
    Map<String, Integer> levels = new TreeMap<>();
    for (Statement s : result.statements) {
      Words own = s.own();
      String declared = !s.isSelect() ? "" : own == null ? "undeclared" : own.text();
      String runs = !s.isSelect() || !s.mayLeave() ? "primary" : s.level();
      table.row(
          s.id(),
          s.command(),
          declared,
          s.isSelect() && own == null ? "primary" : runs,
          sql(s.verdict()),
          s.place().toString());
      if (s.isSelect()) {
        levels.merge(
            own == null ? "undeclared" : String.valueOf(own.consistency()), 1, Integer::sum);
      }
    }
    table.write(out, "");
    out.write("\n" + result.statements.size() + " statements; selects: " + levels + "\n");
    LintRule rule = null;
    for (LintFinding finding : result.findings) {
      if (finding.rule() == LintRule.UNDECLARED && finding.severity() == LintRule.Severity.note) {
        continue; // the table shows them
      }
      if (finding.rule() != rule) {
        rule = finding.rule();
        out.write("\n" + finding.severity() + " " + rule + ": " + rule.title() + "\n");
      }
      out.write(
          "  "
              + Shown.plain(finding.place() + " " + finding.statement() + " " + finding.message())
              + "\n");
    }
  }

  private static String sql(Verdict verdict) {
    if (verdict.kind() == null) {
      return "not seen";
    }
    return (verdict.always() ? "" : "in part ") + verdict.kind();
  }
}
