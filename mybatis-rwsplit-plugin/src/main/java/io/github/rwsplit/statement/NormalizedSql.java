package io.github.rwsplit.statement;

import java.util.List;

/**
 * A text without what may be somebody's data: its literals are {@code ?}, its comments and its
 * layout are gone.
 */
public final class NormalizedSql {

  /** Stands for a text that cannot be cut into tokens: what is data in it, nobody knows. */
  public static final String UNREADABLE = "?unreadable?";

  private NormalizedSql() {}

  /**
   * Normalizes a text.
   *
   * @param sql what is sent to the server
   * @return its tokens with one blank where there were any or a comment; {@code ?} in place of each
   *     string, number and bit literal; {@link #UNREADABLE} where the text cannot be cut into
   *     tokens, or is cut otherwise under another {@code sql_mode}
   */
  public static String of(String sql) {
    List<SqlLexing> ways = SqlLexing.ofUnknownMode(sql);
    String normalized = SqlTokenizer.tokenize(sql, ways.get(0)).normalized(sql);
    for (SqlLexing way : ways.subList(1, ways.size())) {
      // a quote that one mode takes for the end of a string lets another one show what is in it
      if (!SqlTokenizer.tokenize(sql, way).normalized(sql).equals(normalized)) {
        return UNREADABLE;
      }
    }
    return normalized;
  }
}
