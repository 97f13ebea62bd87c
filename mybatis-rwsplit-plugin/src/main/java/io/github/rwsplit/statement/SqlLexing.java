package io.github.rwsplit.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One way in which a server may read characters; which one applies depends on its {@code sql_mode}
 * and version.
 *
 * @param escapes whether a backslash escapes in single-quoted strings (not NO_BACKSLASH_ESCAPES)
 * @param escapesInDoubleQuotes the same for double quotes; ANSI_QUOTES switches it off too, for it
 *     makes them names
 * @param ignoreSpace whether IGNORE_SPACE lets a space stand between a built-in function and its
 *     bracket
 * @param newest whether comments with a version are read by the newest 9.x server (it runs the
 *     later versions and knows six digits) or by the oldest 8.0 one
 */
record SqlLexing(
    boolean escapes, boolean escapesInDoubleQuotes, boolean ignoreSpace, boolean newest) {

  /** The way of a server with default modes; says the least about spaces, see IGNORE_SPACE. */
  static final SqlLexing DEFAULT = new SqlLexing(true, true, false, true);

  private static final List<SqlLexing> UNKNOWN_MODE =
      List.of(
          DEFAULT,
          new SqlLexing(false, false, false, true),
          new SqlLexing(true, false, false, true));

  /** The ways to try when the mode is not known. */
  static List<SqlLexing> ofUnknownMode(String sql) {
    return sql.indexOf('\\') < 0 ? List.of(DEFAULT) : UNKNOWN_MODE;
  }

  /**
   * The way of a server with these modes.
   *
   * @param sqlMode the value of {@code @@sql_mode}: names separated by commas
   */
  static SqlLexing ofMode(String sqlMode) {
    List<String> modes = new ArrayList<>();
    for (String mode : sqlMode.toUpperCase(Locale.ROOT).split(",", -1)) {
      modes.add(mode.strip());
    }
    boolean ansi = modes.contains("ANSI");
    boolean escapes = !modes.contains("NO_BACKSLASH_ESCAPES");
    return new SqlLexing(
        escapes,
        escapes && !ansi && !modes.contains("ANSI_QUOTES"),
        ansi || modes.contains("IGNORE_SPACE"),
        true);
  }

  SqlLexing oldest() {
    return new SqlLexing(escapes, escapesInDoubleQuotes, ignoreSpace, false);
  }
}
