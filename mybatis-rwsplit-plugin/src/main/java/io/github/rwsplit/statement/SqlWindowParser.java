package io.github.rwsplit.statement;

/** Walks {@code OVER} and window specifications. */
final class SqlWindowParser {

  private final SqlCursor cursor;
  private final SqlExpressionParser expressions;

  SqlWindowParser(SqlCursor cursor, SqlExpressionParser expressions) {
    this.cursor = cursor;
    this.expressions = expressions;
  }

  /** What stands behind a function call that is computed over a window. */
  void over(boolean needed) {
    if (needed) {
      if (cursor.skipWord("FROM")) {
        cursor.require(cursor.skipAnyWord("FIRST", "LAST"));
      }
      if (cursor.skipAnyWord("RESPECT", "IGNORE")) {
        cursor.requireWord("NULLS");
      }
    }
    if (!cursor.skipWord("OVER")) {
      cursor.require(!needed);
    } else if (cursor.isSymbol("(")) {
      specification();
    } else {
      cursor.requireName();
    }
  }

  /** {@code ([name] [PARTITION BY ..] [ORDER BY ..] [frame])}. */
  void specification() {
    cursor.enter();
    cursor.requireSymbol("(");
    if (cursor.peek().isName() && !cursor.isWord("GROUPS")) {
      cursor.next();
    }
    if (cursor.skipWords("PARTITION", "BY")) {
      expressions.list();
    }
    if (cursor.skipWords("ORDER", "BY")) {
      expressions.orderList();
    }
    if (cursor.skipAnyWord("ROWS", "RANGE", "GROUPS")) {
      if (cursor.skipWord("BETWEEN")) {
        bound();
        cursor.requireWord("AND");
      }
      bound();
    }
    cursor.requireSymbol(")");
    cursor.leave();
  }

  private void bound() {
    if (cursor.skipWords("CURRENT", "ROW")) {
      return;
    }
    if (!cursor.skipWord("UNBOUNDED")) {
      expressions.expression();
    }
    cursor.require(cursor.skipAnyWord("PRECEDING", "FOLLOWING"));
  }
}
