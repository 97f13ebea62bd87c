package io.github.rwsplit.statement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Cuts a text into tokens as MySQL's own lexer does.
 *
 * <p>What matters for the answer: {@code --} opens a comment only before white space, a control
 * character or the end; {@code /*!} comments are code until the next closing sign outside a string;
 * a word that touches a dot is a name, never a keyword; digits may begin a name; everything from
 * U+0080 on is a letter, and only six ASCII characters are white space. One pass, no recursion.
 */
final class SqlTokenizer {

  private static final int ALWAYS_RUN = 80_000;
  private static final int NEVER_RUN = 99_999;

  private final String sql;
  private final SqlLexing lexing;
  private final List<SqlToken> tokens = new ArrayList<>();
  private final Set<String> versions = new HashSet<>();
  private int at;
  private int begin;
  private boolean spaceBefore;
  private boolean inVersionComment;
  private boolean broken;

  /** Where the last word ended if a dot and a letter follow it: these two belong to it. */
  private int dotOfName = -1;

  private SqlTokenizer(String sql, SqlLexing lexing) {
    this.sql = sql;
    this.lexing = lexing;
  }

  static SqlTokens tokenize(String sql, SqlLexing lexing) {
    SqlTokenizer tokenizer = new SqlTokenizer(sql, lexing);
    tokenizer.run();
    return new SqlTokens(
        tokenizer.tokens,
        tokenizer.broken || tokenizer.inVersionComment,
        tokenizer.versions.size());
  }

  private void run() {
    while (at < sql.length() && !broken) {
      char c = sql.charAt(at);
      if (isSpace(c)) {
        at++;
        spaceBefore = true;
      } else if (c == '#' || (c == '-' && peek(1) == '-' && endsDashes(at + 2))) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
        spaceBefore = true;
      } else if (c == '/' && peek(1) == '*') {
        comment();
      } else if (c == '*' && inVersionComment && peek(1) == '/') {
        at += 2;
        inVersionComment = false;
        spaceBefore = true;
      } else {
        token(c);
      }
    }
  }

  private void token(char c) {
    int start = at;
    begin = start;
    switch (c) {
      case '\'' -> quoted(SqlToken.Type.STRING, c, lexing.escapes());
      case '"' -> quoted(SqlToken.Type.DOUBLE_QUOTED, c, lexing.escapesInDoubleQuotes());
      case '`' -> quoted(SqlToken.Type.QUOTED, c, false);
      case '@' -> variable();
      case '?' -> {
        at++;
        add(isIdent(peek(0)) ? SqlToken.Type.BAD : SqlToken.Type.PLACEHOLDER, "?");
      }
      case '.' -> {
        if (at != dotOfName && isDigit(peek(1))) {
          number();
        } else {
          at++;
          add(SqlToken.Type.SYMBOL, ".");
          if (isIdent(peek(0))) {
            word(at, true);
          }
        }
      }
      default -> {
        if (isDigit(c)) {
          number();
        } else if (isIdent(c)) {
          if (!literalWithPrefix(c)) {
            word(start, false);
          }
        } else {
          symbol(c);
        }
      }
    }
  }

  // --- comments ---------------------------------------------------------------------------------

  private void comment() {
    spaceBefore = true;
    if (peek(2) != '!') {
      closeAt(sql.indexOf("*/", at + 2));
      return;
    }
    int digits = at + 3;
    int end = digits;
    while (end < digits + 6 && isDigit(peek(end - at))) {
      end++;
    }
    int length = end - digits;
    if (length < 5) {
      at = digits;
      inVersionComment = true;
      return;
    }
    int five = Integer.parseInt(sql.substring(digits, digits + 5));
    int six = length == 6 ? Integer.parseInt(sql.substring(digits, end)) : five;
    boolean oldRuns = five <= ALWAYS_RUN;
    boolean newRuns = six < NEVER_RUN;
    if (oldRuns != newRuns || (oldRuns && length == 6)) {
      versions.add(sql.substring(digits, end));
    }
    if (lexing.newest() ? newRuns : oldRuns) {
      at = lexing.newest() ? end : digits + 5;
      inVersionComment = true;
    } else {
      closeAt(endOfSkipped(digits));
    }
  }

  /** A skipped comment may hold ordinary comments, one level deep. */
  private int endOfSkipped(int from) {
    for (int i = from; i + 1 < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == '*' && sql.charAt(i + 1) == '/') {
        return i;
      }
      if (c == '/' && sql.charAt(i + 1) == '*') {
        int inner = sql.indexOf("*/", i + 2);
        if (inner < 0) {
          return -1;
        }
        i = inner + 1;
      }
    }
    return -1;
  }

  /**
   * Steps over an optimizer hint. Quotes in it hide nothing unless the hint is well formed; where
   * the two readings differ, the text gets a token that no grammar takes.
   */
  private void hint() {
    int start = at;
    while (isSpace(peek(0))) {
      at++;
    }
    if (peek(0) != '/' || peek(1) != '*' || peek(2) != '+') {
      at = start;
      return;
    }
    int end = sql.indexOf("*/", at + 3);
    char quote = 0;
    int endOutsideQuotes = -1;
    for (int i = at + 3; i < sql.length() && endOutsideQuotes < 0; i++) {
      char c = sql.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"' || c == '`') {
        quote = c;
      } else if (c == '*' && i + 1 < sql.length() && sql.charAt(i + 1) == '/') {
        endOutsideQuotes = i;
      }
    }
    if (endOutsideQuotes >= 0 && endOutsideQuotes != end) {
      add(SqlToken.Type.BAD, "/*+");
    }
    closeAt(end);
    spaceBefore = true;
  }

  private void closeAt(int end) {
    if (end < 0) {
      broken = true;
      at = sql.length();
    } else {
      at = end + 2;
    }
  }

  // --- literals and names
  // -------------------------------------------------------------------------

  private void quoted(SqlToken.Type type, char quote, boolean escapes) {
    int start = at + 1;
    int i = start;
    boolean doubled = false;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      if (c == '\\' && escapes) {
        i++;
      } else if (c == quote) {
        if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
          doubled = true;
          i++;
        } else {
          break;
        }
      } else if (c == 0 && quote == '`') {
        break;
      }
      i++;
    }
    if (i >= sql.length() || sql.charAt(i) != quote) {
      broken = true;
      at = sql.length();
      return;
    }
    at = i + 1;
    if (type == SqlToken.Type.STRING) {
      add(type, "");
    } else {
      add(type, doubled ? "" : SqlWords.fold(sql, start, i));
    }
  }

  /** {@code x'4D'}, {@code b'01'}, {@code n'text'}: a letter that a quote touches. */
  private boolean literalWithPrefix(char c) {
    if (peek(1) != '\'') {
      return false;
    }
    if (c == 'n' || c == 'N') {
      at++;
      quoted(SqlToken.Type.STRING, '\'', lexing.escapes());
      return true;
    }
    boolean hex = c == 'x' || c == 'X';
    if (!hex && c != 'b' && c != 'B') {
      return false;
    }
    int end = at + 2;
    while (end < sql.length() && (hex ? isHex(sql.charAt(end)) : isBit(sql.charAt(end)))) {
      end++;
    }
    boolean closed = end < sql.length() && sql.charAt(end) == '\'';
    boolean whole = closed && (!hex || (end - at) % 2 == 0);
    at = whole ? end + 1 : at + 2;
    add(whole ? SqlToken.Type.BITS : SqlToken.Type.BAD, "");
    return true;
  }

  private void number() {
    int start = at;
    if (sql.charAt(at) == '0' && (peek(1) == 'x' || peek(1) == 'b')) {
      boolean hex = peek(1) == 'x';
      int end = at + 2;
      while (end < sql.length() && (hex ? isHex(sql.charAt(end)) : isBit(sql.charAt(end)))) {
        end++;
      }
      if (end > at + 2 && !isIdent(charAt(end))) {
        at = end;
        add(SqlToken.Type.BITS, "");
        return;
      }
      word(start, false);
      return;
    }
    skipDigits();
    char c = peek(0);
    if (isIdent(c)) {
      if (c == 'e' || c == 'E') {
        int sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
        if (isDigit(peek(sign))) {
          at += sign;
          skipDigits();
          add(SqlToken.Type.DECIMAL, "");
          return;
        }
      }
      word(start, false);
      return;
    }
    if (c != '.') {
      add(SqlToken.Type.INTEGER, "");
      return;
    }
    at++;
    skipDigits();
    boolean bad = false;
    if (peek(0) == 'e' || peek(0) == 'E') {
      at += peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      bad = !isDigit(peek(0));
      skipDigits();
    }
    add(bad ? SqlToken.Type.BAD : SqlToken.Type.DECIMAL, "");
  }

  private void word(int start, boolean afterDot) {
    at = start;
    while (isIdent(peek(0))) {
      at++;
    }
    String text = SqlWords.fold(sql, start, at);
    boolean dollarQuote = text.charAt(0) == '$' && text.indexOf('$', 1) > 0;
    if (dollarQuote || hasHalfCharacter(text)) {
      add(SqlToken.Type.BAD, text);
      return;
    }
    boolean beforeDot = peek(0) == '.' && isIdent(peek(1));
    if (beforeDot) {
      dotOfName = at;
    }
    boolean name = afterDot || beforeDot || isDigit(sql.charAt(start));
    add(name ? SqlToken.Type.NAME : SqlToken.Type.WORD, text);
    if (!name && SqlWords.BEFORE_HINT.contains(text)) {
      hint();
    }
  }

  /** Half of a surrogate pair is sent as a question mark: nobody knows what that makes. */
  private static boolean hasHalfCharacter(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private void variable() {
    int sign = at;
    boolean space = spaceBefore;
    at++;
    boolean system = peek(0) == '@';
    if (system) {
      at++;
    }
    int start = at;
    char c = peek(0);
    if (c == '\'' || c == '"' || c == '`') {
      int before = tokens.size();
      boolean escapes = c == '\'' ? lexing.escapes() : c == '"' && lexing.escapesInDoubleQuotes();
      quoted(SqlToken.Type.STRING, c, escapes);
      tokens.subList(before, tokens.size()).clear();
      begin = sign;
      spaceBefore = space;
    } else {
      while (isIdent(peek(0)) || peek(0) == '.') {
        at++;
      }
    }
    String name = system ? "@@" + SqlWords.fold(sql, start, Math.min(at, start + 32)) : "@";
    add(SqlToken.Type.VARIABLE, name);
  }

  private void symbol(char c) {
    int start = at;
    at++;
    boolean bad = false;
    switch (c) {
      case '-' -> {
        if (peek(0) == '>') {
          at += peek(1) == '>' ? 2 : 1;
        }
      }
      case '&', '|' -> at += peek(0) == c ? 1 : 0;
      case '=', '>', '!', '<' -> {
        while (at - start < (c == '<' ? 3 : 2) && "=><!".indexOf(peek(0)) >= 0) {
          at++;
        }
        bad = !SqlWords.COMPARISONS.contains(sql.substring(start, at)) && at - start > 1;
      }
      case ':' -> {
        bad = peek(0) != '=';
        at += bad ? 0 : 1;
      }
      case '+', '*', '/', '%', '^', '~', '(', ')', ',', ';', '{', '}' -> {}
      default -> bad = true;
    }
    String text = sql.substring(start, at);
    add(bad ? SqlToken.Type.BAD : c == ':' ? SqlToken.Type.VARIABLE : SqlToken.Type.SYMBOL, text);
  }

  private void add(SqlToken.Type type, String text) {
    tokens.add(new SqlToken(type, text, spaceBefore, begin, at));
    begin = at;
    spaceBefore = false;
  }

  // --- characters
  // ---------------------------------------------------------------------------------

  private void skipDigits() {
    while (isDigit(peek(0))) {
      at++;
    }
  }

  private char peek(int ahead) {
    return charAt(at + ahead);
  }

  private char charAt(int index) {
    return index < sql.length() ? sql.charAt(index) : 0;
  }

  private boolean endsDashes(int index) {
    char c = charAt(index);
    return c <= ' ' || c == 0x7F;
  }

  static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isBit(char c) {
    return c == '0' || c == '1';
  }

  private static boolean isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  private static boolean isIdent(char c) {
    return isDigit(c)
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || c == '$'
        || c >= 0x80;
  }
}
