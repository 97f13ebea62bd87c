package io.github.rwsplit.statement;

import java.util.List;

/**
 * The place in the tokens of one statement. The first thing that does not fit is final: from then
 * on the cursor stands at the end, so that every loop of the parsers ends by itself.
 */
final class SqlCursor {

  /** Deeper nesting is not followed. Servers stop at 63 nested selects themselves. */
  private static final int MAX_DEPTH = 200;

  private final List<SqlToken> tokens;
  private int at;
  private int depth;
  private boolean failed;

  SqlCursor(List<SqlToken> tokens) {
    this.tokens = tokens;
  }

  SqlToken peek() {
    return peek(0);
  }

  SqlToken peek(int ahead) {
    int index = at + ahead;
    return failed || index >= tokens.size() ? SqlToken.END : tokens.get(index);
  }

  SqlToken next() {
    SqlToken token = peek();
    at++;
    return token;
  }

  boolean isWord(String word) {
    return peek().isWord(word);
  }

  boolean isSymbol(String symbol) {
    return peek().isSymbol(symbol);
  }

  boolean isAnyWord(String... words) {
    SqlToken token = peek();
    for (String word : words) {
      if (token.isWord(word)) {
        return true;
      }
    }
    return false;
  }

  boolean skipWord(String word) {
    boolean found = isWord(word);
    at += found ? 1 : 0;
    return found;
  }

  /** Skips one of the words, if one is here. */
  boolean skipAnyWord(String... words) {
    boolean found = isAnyWord(words);
    at += found ? 1 : 0;
    return found;
  }

  /** Skips all of the words, or none. */
  boolean skipWords(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (!peek(i).isWord(words[i])) {
        return false;
      }
    }
    at += words.length;
    return true;
  }

  boolean skipSymbol(String symbol) {
    boolean found = isSymbol(symbol);
    at += found ? 1 : 0;
    return found;
  }

  void require(boolean fits) {
    failed |= !fits;
  }

  void requireWord(String word) {
    require(skipWord(word));
  }

  void requireSymbol(String symbol) {
    require(skipSymbol(symbol));
  }

  void requireName() {
    require(next().isName());
  }

  void requireString() {
    require(next().isStringLike());
  }

  /** {@code name}, {@code schema.name} or {@code schema.table.name}. */
  void requireQualifiedName() {
    requireName();
    for (int parts = 1; parts < 3 && skipSymbol("."); parts++) {
      requireName();
    }
  }

  /** {@code (name, name)}. */
  void requireNames() {
    requireSymbol("(");
    do {
      requireName();
    } while (skipSymbol(","));
    requireSymbol(")");
  }

  void enter() {
    depth++;
    require(depth <= MAX_DEPTH);
  }

  void leave() {
    depth--;
  }

  /** Whether everything fitted and nothing is left. */
  boolean isDone() {
    return !failed && at == tokens.size();
  }

  boolean failed() {
    return failed;
  }
}
