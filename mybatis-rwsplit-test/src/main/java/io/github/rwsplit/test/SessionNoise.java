package io.github.rwsplit.test;

import java.util.regex.Pattern;

/** Recognizes what drivers, pools and probes send between the statements of an application. */
final class SessionNoise {

  private static final Pattern LEADING_COMMENTS =
      Pattern.compile(
          "\\A(?:\\s|/\\*(?!!).*?\\*/|--\\s[^\\n]*(?:\\n|\\z)|#[^\\n]*(?:\\n|\\z))++",
          Pattern.DOTALL);
  private static final Pattern LITERALS =
      Pattern.compile(
          "'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\"|/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern SESSION_COMMAND =
      Pattern.compile(
          "\\A(?:SET|SHOW|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|USE|START\\s+TRANSACTION|RELEASE\\s+SAVEPOINT)\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern SELECT =
      Pattern.compile("\\A\\(*\\s*SELECT\\b(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern FROM_TABLE =
      Pattern.compile("\\bFROM\\s+(?!DUAL\\b)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern STATUS_TABLES =
      Pattern.compile(
          "\\bFROM\\s+`?performance_schema`?\\s*\\.", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern PROBE_WORDS =
      Pattern.compile(
          "@@|\\b(?:WAIT_FOR_EXECUTED_GTID_SET|GTID_SUBSET|GTID_SUBTRACT)\\s*\\(",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern VALIDATION =
      Pattern.compile(
          "(?:(?:\\d+|''|DATABASE\\(\\s*\\)|SCHEMA\\(\\s*\\)|VERSION\\(\\s*\\)|(?:CURRENT_|SESSION_)?USER\\(\\s*\\))"
              + "(?:\\s+AS\\s+\\w+)?)(?:\\s+FROM\\s+DUAL)?\\s*;?",
          Pattern.CASE_INSENSITIVE);

  private SessionNoise() {}

  static boolean matches(String sql) {
    String text = LEADING_COMMENTS.matcher(sql).replaceFirst("").strip();
    if (text.isEmpty() || SESSION_COMMAND.matcher(text).matches()) {
      return true;
    }
    var select = SELECT.matcher(text);
    if (!select.matches()) {
      return false;
    }
    String list = LITERALS.matcher(select.group(1)).replaceAll("''").strip();
    if (STATUS_TABLES.matcher(list).find()) {
      return true;
    }
    return !FROM_TABLE.matcher(list).find()
        && (PROBE_WORDS.matcher(list).find() || VALIDATION.matcher(list).matches());
  }
}
