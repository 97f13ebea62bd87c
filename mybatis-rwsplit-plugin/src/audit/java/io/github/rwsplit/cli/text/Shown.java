package io.github.rwsplit.cli.text;

import java.util.Locale;

/**
 * Texts that come from a log or a file, made safe for where they are shown. Whoever can write a
 * line of a log must not be able to move a terminal's cursor, start a formula or run a script.
 */
public final class Shown {

  private Shown() {}

  /**
   * For a terminal: whatever does not print is shown as its code.
   *
   * @param text the text
   * @return one line of printing characters
   */
  public static String plain(String text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (hidden(c)) {
        if (out == null) {
          out = new StringBuilder(text.substring(0, i));
        }
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else if (out != null) {
        out.append(c);
      }
    }
    return out == null ? text : out.toString();
  }

  private static boolean hidden(char c) {
    int type = Character.getType(c);
    return Character.isISOControl(c)
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE
        || type == Character.PRIVATE_USE
        || type == Character.UNASSIGNED;
  }

  /**
   * For HTML, as content or in a quoted attribute.
   *
   * @param text the text
   * @return the same with references in place of markup
   */
  public static String html(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    String safe = plain(text);
    for (int i = 0; i < safe.length(); i++) {
      char c = safe.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  /**
   * For a field of CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe.
   *
   * @param text the text
   * @return the field, quoted where it must be
   */
  public static String csv(String text) {
    String safe = plain(text);
    if (!safe.isEmpty() && "=+-@".indexOf(safe.charAt(0)) >= 0) {
      safe = "'" + safe;
    }
    return safe.indexOf(',') >= 0 || safe.indexOf('"') >= 0
        ? '"' + safe.replace("\"", "\"\"") + '"'
        : safe;
  }

  /**
   * A time span that is easy to read.
   *
   * @param micros in microseconds; less than 0: not known
   * @return such as {@code 830 µs}, {@code 1.2 ms} or {@code 3.4 s}
   */
  public static String span(long micros) {
    if (micros < 0) {
      return "";
    }
    if (micros < 1_000) {
      return micros + " µs";
    }
    double millis = micros / 1e3;
    if (millis < 1_000) {
      return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis);
    }
    double seconds = micros / 1e6;
    return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%,.0f s", seconds);
  }

  /**
   * A share of a whole.
   *
   * @param part the part
   * @param whole the whole; 0: there is none
   * @return in percent with one digit, or a dash
   */
  public static String share(long part, long whole) {
    return whole == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }

  /**
   * A count.
   *
   * @param number the number
   * @return with commas between thousands
   */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
