package io.github.rwsplit.statement;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one way in which durations are written, in mappers and in the configuration: a whole number
 * and its unit, one of {@code ms}, {@code s}, {@code m}, {@code h} and {@code d}; ISO 8601 as in
 * {@code PT5S}; or {@code 0}. Any other number alone is refused, since nobody can tell whether it
 * means seconds or milliseconds.
 */
public final class WrittenDuration {

  private static final Pattern FORM = Pattern.compile("([+-]?[0-9]{1,18})\\s*(ms|s|m|h|d)");

  /** So that whoever counts in nanoseconds may do so. */
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private WrittenDuration() {}

  /**
   * Reads a duration.
   *
   * @param text the text to read; case and blanks around it do not count; not null
   * @return the duration, which may be zero or negative; empty if the text is none, or one of more
   *     than 292 years
   */
  public static Optional<Duration> parse(String text) {
    String trimmed = text.strip().toLowerCase(Locale.ROOT);
    if (trimmed.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    try {
      Matcher form = FORM.matcher(trimmed);
      Duration duration;
      if (form.matches()) {
        duration = duration(Long.parseLong(form.group(1)), form.group(2));
      } else if (trimmed.startsWith("p")) {
        duration = Duration.parse(trimmed);
      } else {
        return Optional.empty();
      }
      return duration.abs().compareTo(LONGEST) <= 0 ? Optional.of(duration) : Optional.empty();
    } catch (ArithmeticException | DateTimeParseException unusable) {
      return Optional.empty();
    }
  }

  /**
   * Reads a duration that must be longer than nothing.
   *
   * @param what whose duration it is, as the message shall name it, for instance {@code maxLag of
   *     com.acme.OrderMapper.page}; not null
   * @param text the text to read, not null
   * @return the duration, greater than zero
   * @throws IllegalArgumentException if the text is no positive duration with a unit; its message
   *     names {@code what} and the text
   */
  public static Duration positive(String what, String text) {
    return parse(text)
        .filter(duration -> !duration.isNegative() && !duration.isZero())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    what
                        + " must be a positive duration such as 500ms, 30s or 5m, but was '"
                        + text
                        + "'"));
  }

  /**
   * Writes a duration as {@link #parse} reads it.
   *
   * @param duration of whole milliseconds
   * @return its text, in seconds where they are whole ones
   */
  public static String text(Duration duration) {
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
}
