package io.github.rwsplit.audit;

/** Quoting by the rules of JSON strings, which logfmt readers understand as well. */
final class Escapes {

  private Escapes() {}

  static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (endsLineOrHides(c)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** Control characters, and the separators that some readers take for the end of a line. */
  private static boolean endsLineOrHides(char c) {
    return Character.isISOControl(c)
        || c == '\u2028'
        || c == '\u2029'
        || Character.isSurrogate(c)
        || Character.getType(c) == Character.FORMAT;
  }
}
