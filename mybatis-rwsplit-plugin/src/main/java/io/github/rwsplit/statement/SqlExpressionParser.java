package io.github.rwsplit.statement;

/**
 * Walks expressions as an alternation of operands and operators. Precedence does not matter here,
 * so that one loop does for all operators, and only brackets nest.
 */
final class SqlExpressionParser {

  /** What {@link #brackets()} returns for a query; else the number of expressions. */
  private static final int QUERY = 0;

  private final SqlCursor cursor;
  private final SqlFindings findings;
  private final SqlQueryParser queries;
  private final SqlCallParser calls;

  SqlExpressionParser(
      SqlCursor cursor, SqlFindings findings, SqlQueryParser queries, boolean ignoreSpace) {
    this.cursor = cursor;
    this.findings = findings;
    this.queries = queries;
    this.calls = new SqlCallParser(cursor, findings, this, ignoreSpace);
  }

  void expression() {
    operand();
    operators(true);
  }

  /** An expression in which {@code IN} is not an operator, as in {@code POSITION(a IN b)}. */
  void expressionBeforeIn() {
    operand();
    operators(false);
  }

  void list() {
    do {
      expression();
    } while (cursor.skipSymbol(","));
  }

  void bracketedList() {
    cursor.requireSymbol("(");
    list();
    cursor.requireSymbol(")");
  }

  void orderList() {
    do {
      expression();
      cursor.skipAnyWord("ASC", "DESC");
    } while (cursor.skipSymbol(","));
  }

  void window() {
    calls.windows().specification();
  }

  void type() {
    calls.type();
  }

  void jsonFallbacks() {
    calls.jsonFallbacks();
  }

  private void operators(boolean withIn) {
    int betweens = 0;
    boolean like = false;
    boolean more = true;
    while (more && !cursor.failed()) {
      SqlToken token = cursor.peek();
      if (token.isWord("NOT") && isNegatable(cursor.peek(1))) {
        cursor.next();
        token = cursor.peek();
      }
      if (token.type() == SqlToken.Type.SYMBOL && SqlWords.INFIX_SIGNS.contains(token.text())) {
        cursor.next();
        if (token.text().startsWith("->")) {
          cursor.requireString();
        } else if (!SqlWords.QUANTIFIABLE.contains(token.text()) || !quantified()) {
          operand();
        }
      } else if (token.isWord("IN") && withIn) {
        cursor.next();
        brackets();
      } else if (token.type() == SqlToken.Type.WORD && SqlWords.INFIX.contains(token.text())) {
        betweens += token.isWord("BETWEEN") ? 1 : token.isWord("AND") && betweens > 0 ? -1 : 0;
        like = token.isWord("LIKE");
        cursor.next();
        operand();
      } else if (token.isWord("ESCAPE") && like) {
        like = false;
        cursor.next();
        operand();
      } else if (token.type() == SqlToken.Type.VARIABLE) {
        findings.variable(token);
        cursor.next();
        cursor.require(token.text().equals(":="));
        operand();
      } else {
        more = suffix();
      }
    }
    cursor.require(betweens == 0);
  }

  private static boolean isNegatable(SqlToken token) {
    return token.isWord("IN")
        || token.isWord("LIKE")
        || token.isWord("BETWEEN")
        || token.isWord("REGEXP")
        || token.isWord("RLIKE");
  }

  private boolean quantified() {
    if (!cursor.isAnyWord("ANY", "SOME", "ALL") || !cursor.peek(1).isSymbol("(")) {
      return false;
    }
    cursor.next();
    cursor.require(brackets() == QUERY);
    return true;
  }

  /** {@code IS NULL}, {@code COLLATE name}, {@code MEMBER OF (..)}, {@code SOUNDS LIKE x}. */
  private boolean suffix() {
    if (cursor.skipWord("IS")) {
      cursor.skipWord("NOT");
      cursor.require(cursor.skipAnyWord("NULL", "TRUE", "FALSE", "UNKNOWN"));
    } else if (cursor.skipWord("COLLATE")) {
      SqlToken name = cursor.next();
      cursor.require(name.isName() || name.isStringLike() || name.isWord("BINARY"));
    } else if (cursor.skipWord("MEMBER")) {
      cursor.skipWord("OF");
      cursor.require(brackets() == 1);
    } else if (cursor.skipWord("SOUNDS")) {
      cursor.requireWord("LIKE");
      operand();
    } else {
      return false;
    }
    return true;
  }

  private void operand() {
    while (isPrefix()) {
      cursor.next();
    }
    SqlToken token = cursor.peek();
    switch (token.type()) {
      case INTEGER, DECIMAL, BITS, PLACEHOLDER -> cursor.next();
      case STRING -> strings();
      case VARIABLE -> {
        findings.variable(token);
        cursor.require(!token.text().equals(":="));
        cursor.next();
      }
      case SYMBOL -> {
        if (token.text().equals("{")) {
          escape();
        } else {
          brackets();
        }
      }
      case DOUBLE_QUOTED -> {
        if (cursor.peek(1).isSymbol("(") || cursor.peek(1).isSymbol(".")) {
          named();
        } else {
          strings();
        }
      }
      case WORD -> word(token);
      case NAME, QUOTED -> named();
      case BAD, END -> cursor.require(false);
    }
  }

  private boolean isPrefix() {
    SqlToken token = cursor.peek();
    return token.isSymbol("-")
        || token.isSymbol("+")
        || token.isSymbol("~")
        || token.isSymbol("!")
        || token.isWord("NOT")
        || token.isWord("BINARY");
  }

  /** One string or several in a row, which the server joins. */
  private void strings() {
    cursor.next();
    while (cursor.peek().isStringLike()) {
      cursor.next();
    }
  }

  /** {@code {d '2026-01-01'}}, {@code {fn now()}}: the server takes what is inside. */
  private void escape() {
    cursor.enter();
    cursor.requireSymbol("{");
    cursor.requireName();
    expression();
    cursor.requireSymbol("}");
    cursor.leave();
  }

  private void word(SqlToken token) {
    SqlToken following = cursor.peek(1);
    boolean literal = following.isStringLike() || following.type() == SqlToken.Type.BITS;
    switch (token.text()) {
      case "NULL", "TRUE", "FALSE" -> cursor.next();
      case "EXISTS" -> {
        cursor.next();
        cursor.require(brackets() == QUERY);
      }
      case "ROW" -> {
        cursor.next();
        cursor.require(brackets() > 1);
      }
      case "CASE" -> caseOf();
      case "INTERVAL" -> interval();
      case "MATCH" -> calls.match();
      case "CONVERT" -> calls.call();
      case "CURRENT_USER" -> {
        if (following.isSymbol("(")) {
          calls.call();
        } else {
          cursor.next();
          findings.function(SqlFunctions.Effect.SERVER);
        }
      }
      default -> {
        if (SqlFunctions.RESERVED.contains(token.text()) && following.isSymbol("(")) {
          calls.call();
        } else if (SqlFunctions.WITHOUT_BRACKETS.contains(token.text())) {
          cursor.next();
        } else if (literal && isLiteralPrefix(token, following)) {
          cursor.next();
          strings();
        } else {
          named();
        }
      }
    }
  }

  private static boolean isLiteralPrefix(SqlToken token, SqlToken following) {
    if (SqlWords.INTRODUCERS.contains(token.text())) {
      return true;
    }
    return following.isStringLike()
        && (token.isWord("DATE") || token.isWord("TIME") || token.isWord("TIMESTAMP"));
  }

  /** A column, or a function if a bracket follows. */
  private void named() {
    if (cursor.peek(1).isSymbol("(")) {
      cursor.require(cursor.peek().isName());
      calls.call();
      return;
    }
    cursor.requireQualifiedName();
    if (cursor.isSymbol("(")) {
      calls.storedFunction();
    }
  }

  private void caseOf() {
    cursor.enter();
    cursor.requireWord("CASE");
    if (!cursor.isWord("WHEN")) {
      expression();
    }
    do {
      cursor.requireWord("WHEN");
      expression();
      cursor.requireWord("THEN");
      expression();
    } while (cursor.isWord("WHEN"));
    if (cursor.skipWord("ELSE")) {
      expression();
    }
    cursor.requireWord("END");
    cursor.leave();
  }

  /** {@code INTERVAL x DAY}, or the function {@code INTERVAL(a, b, ..)}. */
  private void interval() {
    cursor.enter();
    cursor.requireWord("INTERVAL");
    if (cursor.isSymbol("(")) {
      if (brackets() <= 1) {
        operators(true);
        unit();
      }
    } else {
      expression();
      unit();
    }
    cursor.leave();
  }

  void unit() {
    SqlToken unit = cursor.next();
    cursor.require(unit.type() == SqlToken.Type.WORD && SqlWords.UNITS.contains(unit.text()));
  }

  /** Walks brackets; returns how many expressions they hold, or {@link #QUERY}. */
  private int brackets() {
    cursor.enter();
    cursor.requireSymbol("(");
    int size;
    if (queries.starts()) {
      queries.query();
      size = QUERY;
    } else if (cursor.isSymbol("(")) {
      size = brackets();
      if (size == QUERY && queries.continues()) {
        queries.continueQuery();
      } else if (size != QUERY || !cursor.isSymbol(")")) {
        operators(true);
        size = 1;
      }
    } else {
      expression();
      size = 1;
    }
    while (size != QUERY && cursor.skipSymbol(",")) {
      expression();
      size++;
    }
    cursor.requireSymbol(")");
    cursor.leave();
    return size;
  }
}
