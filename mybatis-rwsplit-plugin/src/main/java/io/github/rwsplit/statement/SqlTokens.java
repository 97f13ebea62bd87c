package io.github.rwsplit.statement;

import java.util.List;

/**
 * The tokens of a text, read in one way.
 *
 * @param tokens all tokens, without an end mark
 * @param broken whether a string, a name or a comment stays open: no server runs such a text
 * @param versions how many different versions are asked for in comments that some 8.0 to 9.x
 *     servers run and others skip or read differently
 */
record SqlTokens(List<SqlToken> tokens, boolean broken, int versions) {

  /** The text without its literals, comments and layout; see {@link NormalizedSql}. */
  String normalized(String sql) {
    StringBuilder text = new StringBuilder(sql.length());
    for (SqlToken token : tokens) {
      if (token.spaceBefore() && !text.isEmpty()) {
        text.append(' ');
      }
      switch (token.type()) {
        case STRING, DOUBLE_QUOTED, BITS, INTEGER, DECIMAL, PLACEHOLDER -> text.append('?');
        case WORD, NAME, QUOTED, VARIABLE, SYMBOL -> text.append(sql, token.start(), token.end());
        case BAD, END -> {
          return NormalizedSql.UNREADABLE;
        }
      }
    }
    return broken ? NormalizedSql.UNREADABLE : text.toString();
  }
}
