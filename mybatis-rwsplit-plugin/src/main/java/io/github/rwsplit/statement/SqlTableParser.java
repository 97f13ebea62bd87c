package io.github.rwsplit.statement;

/** Walks what stands behind {@code FROM}: tables, joins, derived tables, {@code JSON_TABLE}. */
final class SqlTableParser {

  private final SqlCursor cursor;
  private final SqlFindings findings;
  private final SqlQueryParser queries;
  private final SqlExpressionParser expressions;

  SqlTableParser(
      SqlCursor cursor,
      SqlFindings findings,
      SqlQueryParser queries,
      SqlExpressionParser expressions) {
    this.cursor = cursor;
    this.findings = findings;
    this.queries = queries;
    this.expressions = expressions;
  }

  void references() {
    do {
      factor();
      joins();
    } while (cursor.skipSymbol(","));
  }

  /** {@code [schema.]table}. */
  void tableName() {
    SqlToken first = cursor.peek();
    cursor.requireName();
    if (cursor.skipSymbol(".")) {
      cursor.requireName();
      if (SqlWords.SERVER_SCHEMAS.contains(first.text())) {
        findings.serverSchema();
      }
    }
  }

  /**
   * Joins behind a table. An outer join needs a condition, an inner one may have one, and one join
   * may stand inside another ({@code a JOIN b JOIN c ON .. ON ..}), so they are counted.
   */
  private void joins() {
    int open = 0;
    int owed = 0;
    boolean more = true;
    while (more && !cursor.failed()) {
      if (cursor.skipWord("NATURAL")) {
        if (cursor.skipAnyWord("LEFT", "RIGHT")) {
          cursor.skipWord("OUTER");
        } else {
          cursor.skipWord("INNER");
        }
        cursor.requireWord("JOIN");
        factor();
      } else if (cursor.isAnyWord("LEFT", "RIGHT")) {
        cursor.next();
        cursor.skipWord("OUTER");
        cursor.requireWord("JOIN");
        factor();
        open++;
        owed++;
      } else if (cursor.isAnyWord("INNER", "CROSS", "JOIN", "STRAIGHT_JOIN")) {
        if (!cursor.skipWord("STRAIGHT_JOIN")) {
          cursor.skipAnyWord("INNER", "CROSS");
          cursor.requireWord("JOIN");
        }
        factor();
        open++;
      } else if (open > 0 && cursor.isAnyWord("ON", "USING")) {
        if (cursor.skipWord("ON")) {
          expressions.expression();
        } else {
          cursor.next();
          cursor.requireNames();
        }
        open--;
        owed--;
      } else {
        more = false;
      }
    }
    cursor.require(owed <= 0);
  }

  private void factor() {
    if (cursor.isSymbol("(")) {
      if (brackets()) {
        derivedName();
      }
    } else if (cursor.skipWord("LATERAL")) {
      queries.inBrackets();
      derivedName();
    } else if (cursor.skipWord("JSON_TABLE")) {
      jsonTable();
    } else if (cursor.skipSymbol("{")) {
      cursor.requireWord("OJ");
      references();
      cursor.requireSymbol("}");
    } else {
      tableName();
      if (cursor.skipWord("PARTITION")) {
        cursor.requireNames();
      }
      alias();
      indexHints();
    }
  }

  /** Walks brackets and says whether they hold a query (which then needs a name) or tables. */
  private boolean brackets() {
    cursor.enter();
    cursor.requireSymbol("(");
    boolean query = queries.starts();
    if (query) {
      queries.query();
    } else if (cursor.isSymbol("(")) {
      query = brackets();
      if (query && queries.continues()) {
        queries.continueQuery();
      } else if (query && !cursor.isSymbol(")")) {
        derivedName();
        query = false;
      }
      if (!query) {
        joins();
        if (cursor.skipSymbol(",")) {
          references();
        }
      }
    } else {
      references();
    }
    cursor.requireSymbol(")");
    cursor.leave();
    return query;
  }

  private void derivedName() {
    cursor.skipWord("AS");
    cursor.requireName();
    if (cursor.isSymbol("(")) {
      cursor.requireNames();
    }
  }

  private void alias() {
    if (cursor.skipWord("AS")) {
      cursor.requireName();
    } else if (cursor.peek().isName()) {
      cursor.next();
    }
  }

  private void indexHints() {
    while (cursor.skipAnyWord("USE", "FORCE", "IGNORE")) {
      cursor.require(cursor.skipAnyWord("INDEX", "KEY"));
      if (cursor.skipWord("FOR") && !cursor.skipWord("JOIN")) {
        cursor.require(cursor.skipAnyWord("ORDER", "GROUP"));
        cursor.requireWord("BY");
      }
      cursor.requireSymbol("(");
      while (!cursor.isSymbol(")") && !cursor.failed()) {
        SqlToken index = cursor.next();
        cursor.require(index.isName() || index.isWord("PRIMARY"));
        cursor.require(cursor.isSymbol(")") || cursor.skipSymbol(","));
      }
      cursor.requireSymbol(")");
      cursor.skipSymbol(",");
    }
  }

  private void jsonTable() {
    cursor.requireSymbol("(");
    expressions.expression();
    cursor.requireSymbol(",");
    cursor.requireString();
    jsonColumns();
    cursor.requireSymbol(")");
    cursor.skipWord("AS");
    cursor.requireName();
  }

  private void jsonColumns() {
    cursor.enter();
    cursor.requireWord("COLUMNS");
    cursor.requireSymbol("(");
    do {
      if (cursor.skipWords("NESTED", "PATH")) {
        cursor.requireString();
        jsonColumns();
      } else {
        cursor.requireName();
        if (cursor.skipWord("FOR")) {
          cursor.requireWord("ORDINALITY");
        } else {
          expressions.type();
          cursor.skipWord("EXISTS");
          cursor.requireWord("PATH");
          cursor.requireString();
          expressions.jsonFallbacks();
        }
      }
    } while (cursor.skipSymbol(","));
    cursor.requireSymbol(")");
    cursor.leave();
  }
}
