package io.github.rwsplit.statement;

/**
 * One token of a text.
 *
 * @param type its lexical class
 * @param text for a {@link Type#WORD} or an identifier the name with ASCII letters folded to upper
 *     case (other letters stay as they are: the Kelvin sign is no K); for symbols the symbol; empty
 *     for literals
 * @param spaceBefore whether white space or a comment stands in front of it
 * @param start where it begins in the text
 * @param end where it ends, exclusively
 */
record SqlToken(Type type, String text, boolean spaceBefore, int start, int end) {

  /** Lexical classes. */
  enum Type {
    /** An unquoted word that may be a keyword. */
    WORD,
    /** An unquoted word that cannot be a keyword, for a dot touches it. */
    NAME,
    /** A name in backticks. */
    QUOTED,
    /** Text in double quotes: a string, or a name under ANSI_QUOTES. */
    DOUBLE_QUOTED,
    STRING,
    /** A hexadecimal or bit literal. */
    BITS,
    INTEGER,
    DECIMAL,
    PLACEHOLDER,
    /** A user or system variable, or an assignment sign. */
    VARIABLE,
    SYMBOL,
    /** Something that no server accepts in this place. */
    BAD,
    END
  }

  static final SqlToken END = new SqlToken(Type.END, "", true, 0, 0);

  boolean isWord(String word) {
    return type == Type.WORD && text.equals(word);
  }

  boolean isSymbol(String symbol) {
    return type == Type.SYMBOL && text.equals(symbol);
  }

  boolean isStringLike() {
    return type == Type.STRING || type == Type.DOUBLE_QUOTED;
  }

  /** Whether a name may stand here: quoted, touched by a dot, or a word that is not reserved. */
  boolean isName() {
    return switch (type) {
      case NAME, QUOTED, DOUBLE_QUOTED -> true;
      case WORD -> !SqlWords.RESERVED.contains(text) && !SqlWords.INTRODUCERS.contains(text);
      default -> false;
    };
  }
}
