package io.github.rwsplit.statement;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The way a duration is written in a mapper and in the configuration: a whole number and its unit,
 * one of {@code ms}, {@code s}, {@code m}, {@code h} and {@code d}. A number alone is refused,
 * since nobody can tell whether it means seconds or milliseconds.
 */
public final class LagLimit {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,18})(ms|s|m|h|d)");

  private LagLimit() {}

  /**
   * Reads a positive duration.
   *
   * @param what whose duration it is, as the message shall name it, for instance {@code maxLag of
   *     com.acme.OrderMapper.page}; not null
   * @param text the text to read, not null
   * @return the duration, greater than zero
   * @throws IllegalArgumentException if the text is no positive duration with a unit; its message
   *     names {@code what} and the text
   */
  public static Duration parse(String what, String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      long number = Long.parseLong(form.group(1));
      try {
        Duration duration = duration(number, form.group(2));
        if (!duration.isZero()) {
          return duration;
        }
      } catch (ArithmeticException tooLarge) {
        throw new IllegalArgumentException(message(what, text), tooLarge);
      }
    }
    throw new IllegalArgumentException(message(what, text));
  }

  /** Writes a duration as {@link #parse} reads it. */
  static String text(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 != 0 ? millis + "ms" : duration.toSeconds() + "s";
  }

  private static Duration duration(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  private static String message(String what, String text) {
    return what + " must be a positive duration such as 500ms, 30s or 5m, but was '" + text + "'";
  }
}
