package io.github.rwsplit.cli.lint;

/** What a mapper is held against. Errors are what an application refuses to start with. */
enum LintRule {
  LEVEL_ON_WRITE(
      Severity.error, "A level on an insert, update or delete, which always go to the primary"),
  CONTRADICTION(Severity.error, "XML and annotation of one statement disagree"),
  BAD_DECLARATION(Severity.error, "A declaration with a word that cannot be used"),
  PATTERN_MATCHES_NOTHING(
      Severity.error, "A pattern of rwsplit.declarations that matches no select"),
  UNREADABLE(Severity.error, "A file that cannot be read, whose statements are not checked"),
  WEAKER_THAN_ROUTED(
      Severity.warning, "Declared weaker than it is routed: its SQL keeps it on the primary"),
  NESTED_STRICTER(
      Severity.warning, "A nested select is stricter than its parent, which runs at its level"),
  NO_SUCH_STATEMENT(Severity.warning, "A declaration on a method that has no statement"),
  UNDECLARED(Severity.note, "A select without a declaration stays on the primary");

  /** How bad it is, the worst first. */
  enum Severity {
    error,
    warning,
    note
  }

  private final Severity severity;
  private final String title;

  LintRule(Severity severity, String title) {
    this.severity = severity;
    this.title = title;
  }

  Severity severity() {
    return severity;
  }

  String title() {
    return title;
  }
}
