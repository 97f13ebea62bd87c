package io.github.rwsplit.cli.lint;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What mappers declare and what is wrong with it. */
public final class LintResult {

  /** The forms in which it is shown. */
  public enum Format {
    /** For a terminal. */
    table,
    /** All of it, for programs. */
    json,
    /** SARIF 2.1.0, which code review shows at the line. */
    sarif
  }

  final List<Statement> statements;
  final List<LintFinding> findings;

  LintResult(List<Statement> statements, List<LintFinding> findings) {
    this.statements = List.copyOf(statements);
    List<LintFinding> sorted = new ArrayList<>(findings);
    sorted.sort(
        Comparator.comparing(LintFinding::severity)
            .thenComparing(LintFinding::rule)
            .thenComparing(LintFinding::statement));
    this.findings = List.copyOf(sorted);
  }

  /**
   * How many findings there are of a severity or a worse one.
   *
   * @param severity {@code error}, {@code warning} or {@code note}
   * @return the number
   */
  public long count(String severity) {
    LintRule.Severity limit = LintRule.Severity.valueOf(severity);
    return findings.stream().filter(f -> f.severity().compareTo(limit) <= 0).count();
  }

  /**
   * How many statements were found.
   *
   * @return the number
   */
  public int size() {
    return statements.size();
  }

  /**
   * The selects that declare nothing and that no SQL keeps on the primary.
   *
   * @return their ids
   */
  public Set<String> undeclared() {
    Set<String> ids = new LinkedHashSet<>();
    for (Statement statement : statements) {
      if (statement.own() == null && statement.mayLeave()) {
        ids.add(statement.id());
      }
    }
    return ids;
  }

  /**
   * Writes it.
   *
   * @param format its form
   * @param version the version of this tool
   * @param out where to; not closed
   * @throws IOException if that cannot be written
   */
  public void write(Format format, String version, Writer out) throws IOException {
    switch (format) {
      case table -> new LintTable(this).write(out);
      case json -> new LintJson(this).write(out);
      case sarif -> new Sarif(this, version).write(out);
    }
  }
}
