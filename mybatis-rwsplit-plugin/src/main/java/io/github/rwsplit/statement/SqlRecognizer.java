package io.github.rwsplit.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Tells from a text what a server would do with it, and says {@link SqlKind#READ} only for what was
 * recognized as a pure read from its first token to its last.
 *
 * <p>The way of a text:
 *
 * <ol>
 *   <li>{@code SqlTokenizer} cuts it as MySQL's own lexer does. Comments and hints have no
 *       authority, executable comments are code.
 *   <li>The tokens are cut at semicolons. More than one statement is {@link
 *       SqlKind#MULTI_STATEMENT}, unless the first one writes.
 *   <li>{@code SqlStatementReader} looks at the verb. Queries are walked by {@code SqlQueryParser},
 *       {@code SqlTableParser}, {@code SqlExpressionParser} and {@code SqlCallParser}: a grammar of
 *       MySQL's {@code SELECT} without precedence. Since the walk knows what each word is there
 *       for, words in names, aliases and literals are never mistaken for verbs, and what it does
 *       not know is not a read.
 *   <li>{@code SqlFindings} collects locking clauses, variables, functions with effects, unknown
 *       functions and targets of {@code INTO} on the way; the reasons' order is that of the
 *       contract.
 * </ol>
 *
 * <p>How a server reads characters depends on its {@code sql_mode} and its version. Unless the mode
 * is given, a text with a backslash is read in every way that the modes allow; ways that are syntax
 * errors drop out, and a read must be one in all others. Under IGNORE_SPACE {@code COUNT (*)} calls
 * the built-in function, else a stored one: without knowing the mode it is an unknown function.
 * Comments with a version are read as the oldest 8.0 and as the newest 9.x server read them.
 *
 * <p>Choices: {@code @@variables}, {@code SHOW}, {@code DESC}, {@code EXPLAIN} and everything in
 * the server's own schemas ({@code information_schema} and its like) are the primary's. A comment
 * for version 9.99.99 or later is code for no known server. Functions: see {@code SqlFunctions}.
 *
 * <p>What a text cannot show: what a view does, what a stored function does, and whether a table is
 * a temporary one; for the last see {@link TemporaryTables}.
 *
 * <p>Pure and thread-safe. Time and memory are linear in the length of the text; nesting deeper
 * than 200 is not followed and is no read. Never throws for any text.
 */
public final class SqlRecognizer {

  private SqlRecognizer() {}

  /**
   * The traits of a text when the {@code sql_mode} of its connection is not known.
   *
   * @param sql the text as it is really sent, or with JDBC placeholders and escapes
   * @return its traits, those that hold under every mode
   */
  public static SqlTraits recognize(String sql) {
    Objects.requireNonNull(sql, "sql");
    String text = withoutEnd(sql);
    List<SqlReading> ways = new ArrayList<>();
    for (SqlLexing lexing : SqlLexing.ofUnknownMode(text)) {
      ways.add(read(text, lexing));
    }
    return SqlReading.cautious(ways);
  }

  /**
   * The traits of a text on a connection whose mode is known.
   *
   * @param sql the text as it is really sent, or with JDBC placeholders and escapes
   * @param sqlMode the value of {@code @@sql_mode} there, names separated by commas
   * @return its traits under that mode
   */
  public static SqlTraits recognize(String sql, String sqlMode) {
    Objects.requireNonNull(sql, "sql");
    return read(withoutEnd(sql), SqlLexing.ofMode(sqlMode)).traits();
  }

  /** Reads in one way, or in two if comments with versions make a difference between servers. */
  private static SqlReading read(String sql, SqlLexing lexing) {
    SqlTokens newest = SqlTokenizer.tokenize(sql, lexing);
    if (newest.versions() == 0) {
      return read(newest, lexing);
    }
    SqlTokens oldest = SqlTokenizer.tokenize(sql, lexing.oldest());
    if (newest.broken()) {
      return read(oldest, lexing);
    }
    if (oldest.broken()) {
      return read(newest, lexing);
    }
    SqlReading both = read(newest, lexing).and(read(oldest, lexing));
    if (newest.versions() > 1 && both.traits().kind() == SqlKind.READ) {
      // A server in between may run one comment and skip another.
      return SqlReading.error(SqlTraits.mayWrite(SqlKind.UNCLASSIFIED));
    }
    return both;
  }

  private static SqlReading read(SqlTokens text, SqlLexing lexing) {
    List<List<SqlToken>> statements = statements(text.tokens());
    if (text.broken()) {
      return SqlReading.error(SqlTraits.mayWrite(SqlKind.UNCLASSIFIED));
    }
    if (statements.isEmpty()) {
      return SqlReading.of(SqlTraits.of(SqlKind.UNCLASSIFIED));
    }
    SqlReading first = SqlStatementReader.read(statements.get(0), lexing.ignoreSpace());
    if (statements.size() == 1 || first.traits().kind() == SqlKind.WRITE) {
      return first;
    }
    boolean mayWrite = first.traits().mayWrite();
    boolean connectionState = first.traits().connectionState();
    for (List<SqlToken> statement : statements.subList(1, statements.size())) {
      SqlTraits traits = SqlStatementReader.read(statement, lexing.ignoreSpace()).traits();
      mayWrite |= traits.mayWrite();
      connectionState |= traits.connectionState();
    }
    return new SqlReading(
        new SqlTraits(SqlKind.MULTI_STATEMENT, mayWrite, connectionState, false), first.error());
  }

  /** Cuts at semicolons. One at the end opens no statement; any other empty statement counts. */
  private static List<List<SqlToken>> statements(List<SqlToken> tokens) {
    List<List<SqlToken>> statements = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isSymbol(";")) {
        statements.add(tokens.subList(start, i));
        start = i + 1;
      }
    }
    if (start < tokens.size()) {
      statements.add(tokens.subList(start, tokens.size()));
    }
    return statements;
  }

  /** The server drops semicolons and white space at the end before it reads anything. */
  private static String withoutEnd(String sql) {
    int end = sql.length();
    while (end > 0 && (sql.charAt(end - 1) == ';' || SqlTokenizer.isSpace(sql.charAt(end - 1)))) {
      end--;
    }
    return sql.substring(0, end);
  }
}
