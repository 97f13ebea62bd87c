package io.github.rwsplit.statement;

import java.util.Set;

/** Walks function calls, among them those whose arguments have a grammar of their own. */
final class SqlCallParser {

  private static final Set<String> AGGREGATES =
      SqlWords.words(
          """
          AVG BIT_AND BIT_OR BIT_XOR COUNT GROUP_CONCAT JSON_ARRAYAGG JSON_OBJECTAGG MAX MIN STD
          STDDEV STDDEV_POP STDDEV_SAMP ST_COLLECT SUM VARIANCE VAR_POP VAR_SAMP
          """);

  private final SqlCursor cursor;
  private final SqlFindings findings;
  private final SqlExpressionParser expressions;
  private final SqlWindowParser windows;
  private final boolean ignoreSpace;

  SqlCallParser(
      SqlCursor cursor,
      SqlFindings findings,
      SqlExpressionParser expressions,
      boolean ignoreSpace) {
    this.cursor = cursor;
    this.findings = findings;
    this.expressions = expressions;
    this.windows = new SqlWindowParser(cursor, expressions);
    this.ignoreSpace = ignoreSpace;
  }

  SqlWindowParser windows() {
    return windows;
  }

  /** A call of a function without schema; the cursor is at its name. */
  void call() {
    SqlToken name = cursor.next();
    boolean touched = ignoreSpace || !cursor.peek().spaceBefore();
    SqlFunctions.Effect effect = SqlFunctions.effectOf(name, touched);
    findings.function(effect);
    cursor.enter();
    cursor.requireSymbol("(");
    cursor.require(
        effect != SqlFunctions.Effect.PURE
            || !cursor.isSymbol(")")
            || SqlFunctions.WITHOUT_ARGUMENTS.contains(name.text()));
    if (SqlFunctions.isOfGrammar(name, touched)) {
      grammarArguments(name.text());
      cursor.requireSymbol(")");
      windows.over(SqlFunctions.NEED_WINDOW.contains(name.text()));
    } else {
      arguments();
    }
    cursor.leave();
  }

  /** The brackets of {@code schema.function(..)}. */
  void storedFunction() {
    findings.function(SqlFunctions.Effect.UNKNOWN);
    cursor.enter();
    cursor.requireSymbol("(");
    arguments();
    cursor.leave();
  }

  private void arguments() {
    if (!cursor.isSymbol(")")) {
      expressions.list();
    }
    cursor.requireSymbol(")");
  }

  private void grammarArguments(String name) {
    switch (name) {
      case "CAST" -> {
        expressions.expression();
        if (cursor.skipWords("AT", "TIME", "ZONE")) {
          cursor.skipWord("INTERVAL");
          cursor.requireString();
        }
        cursor.requireWord("AS");
        type();
        cursor.skipWord("ARRAY");
      }
      case "CONVERT" -> {
        expressions.expression();
        if (cursor.skipSymbol(",")) {
          type();
        } else {
          cursor.requireWord("USING");
          charset();
        }
      }
      case "EXTRACT" -> {
        expressions.unit();
        cursor.requireWord("FROM");
        expressions.expression();
      }
      case "POSITION" -> {
        expressions.expressionBeforeIn();
        cursor.requireWord("IN");
        expressions.expression();
      }
      case "TRIM" -> {
        boolean side = cursor.skipAnyWord("LEADING", "TRAILING", "BOTH");
        if (!side || !cursor.isWord("FROM")) {
          expressions.expression();
        }
        if (side || cursor.isWord("FROM")) {
          cursor.requireWord("FROM");
          expressions.expression();
        }
      }
      case "SUBSTRING", "SUBSTR", "MID" -> {
        expressions.list();
        if (cursor.skipWord("FROM")) {
          expressions.expression();
          if (cursor.skipWord("FOR")) {
            expressions.expression();
          }
        }
      }
      case "CHAR" -> {
        expressions.list();
        if (cursor.skipWord("USING")) {
          charset();
        }
      }
      case "WEIGHT_STRING" -> {
        expressions.expression();
        if (cursor.skipWord("AS")) {
          type();
        }
      }
      case "JSON_VALUE" -> {
        expressions.expression();
        cursor.requireSymbol(",");
        cursor.requireString();
        if (cursor.skipWord("RETURNING")) {
          type();
        }
        jsonFallbacks();
      }
      case "DEFAULT", "VALUES" -> cursor.requireQualifiedName();
      default -> {
        if (AGGREGATES.contains(name)) {
          aggregated(name);
        } else if (!cursor.isSymbol(")")) {
          expressions.list();
        }
      }
    }
  }

  private void aggregated(String name) {
    if (name.equals("COUNT") && cursor.skipSymbol("*")) {
      return;
    }
    if (!cursor.skipWord("DISTINCT")) {
      cursor.skipWord("ALL");
    }
    expressions.list();
    if (name.equals("GROUP_CONCAT")) {
      if (cursor.skipWords("ORDER", "BY")) {
        expressions.orderList();
      }
      if (cursor.skipWord("SEPARATOR")) {
        SqlToken separator = cursor.next();
        cursor.require(separator.isStringLike() || separator.type() == SqlToken.Type.BITS);
      }
    }
  }

  private void charset() {
    SqlToken name = cursor.next();
    cursor.require(name.isName() || name.isStringLike() || name.isWord("BINARY"));
  }

  /** {@code MATCH (a, b) AGAINST (x IN BOOLEAN MODE)}. */
  void match() {
    cursor.enter();
    cursor.requireWord("MATCH");
    boolean bracket = cursor.skipSymbol("(");
    do {
      cursor.requireQualifiedName();
    } while (cursor.skipSymbol(","));
    cursor.require(!bracket || cursor.skipSymbol(")"));
    cursor.requireWord("AGAINST");
    cursor.requireSymbol("(");
    expressions.expressionBeforeIn();
    if (!cursor.skipWords("IN", "BOOLEAN", "MODE")) {
      cursor.skipWords("IN", "NATURAL", "LANGUAGE", "MODE");
      cursor.skipWords("WITH", "QUERY", "EXPANSION");
    }
    cursor.requireSymbol(")");
    cursor.leave();
  }

  /** A type as in {@code CAST(x AS DECIMAL(10, 2))}. */
  void type() {
    SqlToken first = cursor.next();
    cursor.require(first.type() == SqlToken.Type.WORD && SqlWords.TYPES.contains(first.text()));
    boolean more = true;
    while (more && !cursor.failed()) {
      SqlToken token = cursor.peek();
      if (token.isSymbol("(")) {
        cursor.next();
        do {
          SqlToken size = cursor.next();
          cursor.require(size.type() == SqlToken.Type.INTEGER || size.isStringLike());
        } while (cursor.skipSymbol(","));
        cursor.requireSymbol(")");
      } else if (token.type() == SqlToken.Type.WORD && SqlWords.TYPE_TAILS.contains(token.text())) {
        cursor.next();
        if (token.isWord("SET") || token.isWord("CHARSET") || token.isWord("COLLATE")) {
          charset();
        }
      } else {
        more = false;
      }
    }
  }

  /** {@code NULL ON EMPTY}, {@code DEFAULT '0' ON ERROR}. */
  void jsonFallbacks() {
    while (cursor.isAnyWord("NULL", "ERROR", "DEFAULT")) {
      if (cursor.next().isWord("DEFAULT")) {
        expressions.expression();
      }
      cursor.requireWord("ON");
      cursor.require(cursor.skipAnyWord("EMPTY", "ERROR"));
    }
  }
}
