package io.github.rwsplit.statement;

/**
 * Walks a query: {@code [WITH ..] body [ORDER BY ..] [LIMIT ..] [INTO ..] [locking clauses]}, where
 * a body is made of {@code SELECT}, {@code TABLE}, {@code VALUES ROW()} and queries in brackets,
 * joined by set operations.
 */
final class SqlQueryParser {

  private final SqlCursor cursor;
  private final SqlFindings findings;
  private final SqlExpressionParser expressions;
  private final SqlTableParser tables;

  SqlQueryParser(SqlCursor cursor, SqlFindings findings, boolean ignoreSpace) {
    this.cursor = cursor;
    this.findings = findings;
    this.expressions = new SqlExpressionParser(cursor, findings, this, ignoreSpace);
    this.tables = new SqlTableParser(cursor, findings, this, expressions);
  }

  SqlExpressionParser expressions() {
    return expressions;
  }

  /** Whether a query begins here, brackets aside. */
  boolean starts() {
    return cursor.isAnyWord("SELECT", "WITH", "TABLE")
        || (cursor.isWord("VALUES") && cursor.peek(1).isWord("ROW"));
  }

  /** Whether what follows a query in brackets makes it part of a longer query. */
  boolean continues() {
    return cursor.isAnyWord(
        "UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT", "FOR", "LOCK", "INTO");
  }

  void query() {
    cursor.enter();
    if (cursor.isWord("WITH")) {
      with();
    }
    body();
    cursor.leave();
  }

  /** A query without its common table expressions. */
  void body() {
    primary();
    continueQuery();
  }

  /** The rest of a query whose first operand has been walked. */
  void continueQuery() {
    while (cursor.skipAnyWord("UNION", "EXCEPT", "INTERSECT")) {
      cursor.skipAnyWord("ALL", "DISTINCT");
      primary();
    }
    if (cursor.skipWords("ORDER", "BY")) {
      expressions.orderList();
    }
    if (cursor.skipWord("LIMIT")) {
      limitNumber();
      if (cursor.skipSymbol(",") || cursor.skipWord("OFFSET")) {
        limitNumber();
      }
    }
    boolean more = true;
    while (more) {
      more = into() || locking();
    }
  }

  /** {@code WITH [RECURSIVE] name [(columns)] AS (query), ..}. */
  void with() {
    cursor.requireWord("WITH");
    cursor.skipWord("RECURSIVE");
    do {
      cursor.requireName();
      if (cursor.isSymbol("(")) {
        cursor.requireNames();
      }
      cursor.requireWord("AS");
      inBrackets();
    } while (cursor.skipSymbol(","));
  }

  /** {@code (query)}. */
  void inBrackets() {
    // Only a bracket that is there leads deeper: a failed cursor must not recurse for ever.
    cursor.require(cursor.isSymbol("("));
    if (cursor.skipSymbol("(")) {
      query();
      cursor.requireSymbol(")");
    }
  }

  private void primary() {
    if (cursor.isWord("SELECT")) {
      select();
    } else if (cursor.skipWord("TABLE")) {
      tables.tableName();
    } else if (cursor.skipWord("VALUES")) {
      do {
        cursor.requireWord("ROW");
        expressions.bracketedList();
      } while (cursor.skipSymbol(","));
    } else {
      inBrackets();
    }
  }

  private void select() {
    cursor.requireWord("SELECT");
    options();
    boolean star = cursor.skipSymbol("*") || item();
    while (cursor.skipSymbol(",")) {
      star |= item();
    }
    into();
    if (cursor.skipWord("FROM") && !cursor.skipWord("DUAL")) {
      tables.references();
    } else {
      cursor.require(!star);
    }
    if (cursor.skipWord("WHERE")) {
      expressions.expression();
    }
    if (cursor.skipWords("GROUP", "BY")) {
      expressions.list();
      cursor.skipWords("WITH", "ROLLUP");
    }
    if (cursor.skipWord("HAVING")) {
      expressions.expression();
    }
    if (cursor.skipWord("WINDOW")) {
      do {
        cursor.requireName();
        cursor.requireWord("AS");
        expressions.window();
      } while (cursor.skipSymbol(","));
    }
  }

  private void options() {
    boolean all = false;
    boolean distinct = false;
    SqlToken token = cursor.peek();
    while (token.type() == SqlToken.Type.WORD && SqlWords.SELECT_OPTIONS.contains(token.text())) {
      all |= token.isWord("ALL");
      distinct |= token.isWord("DISTINCT") || token.isWord("DISTINCTROW");
      if (token.isWord("SQL_CALC_FOUND_ROWS")) {
        findings.connectionState();
      }
      cursor.next();
      token = cursor.peek();
    }
    cursor.require(!all || !distinct);
  }

  /** One item of the select list; says whether it stands for all columns of a table. */
  private boolean item() {
    if (isAllOfTable()) {
      while (!cursor.skipSymbol("*") && !cursor.failed()) {
        cursor.next();
      }
      return true;
    }
    expressions.expression();
    if (cursor.skipWord("AS")) {
      SqlToken alias = cursor.next();
      cursor.require(alias.isName() || alias.isStringLike());
    } else if (cursor.peek().isName() || cursor.peek().isStringLike()) {
      cursor.next();
    }
    return false;
  }

  /** {@code t.*} or {@code schema.t.*}. */
  private boolean isAllOfTable() {
    int star = 0;
    while (star <= 2 && cursor.peek(star).isName() && cursor.peek(star + 1).isSymbol(".")) {
      star += 2;
    }
    return star > 0 && cursor.peek(star).isSymbol("*");
  }

  private void limitNumber() {
    SqlToken.Type type = cursor.next().type();
    cursor.require(type == SqlToken.Type.INTEGER || type == SqlToken.Type.PLACEHOLDER);
  }

  private boolean into() {
    if (!cursor.skipWord("INTO")) {
      return false;
    }
    if (cursor.isAnyWord("OUTFILE", "DUMPFILE")) {
      findings.outfile();
      cursor.next();
      cursor.requireString();
      exportOptions();
    } else {
      findings.connectionState();
      do {
        SqlToken target = cursor.next();
        cursor.require(target.type() == SqlToken.Type.VARIABLE || target.isName());
      } while (cursor.skipSymbol(","));
    }
    return true;
  }

  /** {@code CHARACTER SET .. FIELDS TERMINATED BY ..}: only words and strings, of no interest. */
  private void exportOptions() {
    while (cursor.peek().isStringLike()
        || cursor.peek().type() == SqlToken.Type.BITS
        || cursor.isAnyWord(
            "CHARACTER",
            "CHARSET",
            "SET",
            "FIELDS",
            "COLUMNS",
            "LINES",
            "TERMINATED",
            "BY",
            "OPTIONALLY",
            "ENCLOSED",
            "ESCAPED",
            "STARTING",
            "BINARY")
        || (cursor.peek().isName() && !cursor.isSymbol("."))) {
      cursor.next();
    }
  }

  private boolean locking() {
    if (cursor.skipWords("LOCK", "IN", "SHARE", "MODE")) {
      findings.locking();
      return true;
    }
    if (!cursor.isWord("FOR")) {
      return false;
    }
    cursor.next();
    cursor.require(cursor.skipAnyWord("UPDATE", "SHARE"));
    findings.locking();
    if (cursor.skipWord("OF")) {
      do {
        cursor.requireQualifiedName();
      } while (cursor.skipSymbol(","));
    }
    if (!cursor.skipWord("NOWAIT")) {
      cursor.skipWords("SKIP", "LOCKED");
    }
    return true;
  }
}
