package io.github.rwsplit.node;

/**
 * A text of somebody else's, such as what a server said, as it may stand in a message of the
 * application's log: on one line, and with nothing in it that a terminal or a reader takes for an
 * order.
 */
public final class OneLine {

  private OneLine() {}

  /**
   * The text with a blank in place of each run of what nobody sees.
   *
   * @param text any text
   * @return the same without control characters, separators of lines, hidden characters and halves
   *     of characters, and without blanks around it
   */
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    boolean gap = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (isSeen(c)) {
        if (gap) {
          line.append(' ');
        }
        line.appendCodePoint(c);
      }
      gap = !isSeen(c);
    }
    return line.toString().strip();
  }

  private static boolean isSeen(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
