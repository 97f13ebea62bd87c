package io.github.rwsplit;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations: {@code 20ms}, {@code 5s}, {@code 1m}, {@code PT5S}, or {@code 0}. */
final class ConfigDuration {

  private static final Pattern SIMPLE = Pattern.compile("([+-]?\\d{1,15})\\s*(ms|s|m|h|d)");

  private ConfigDuration() {}

  /** The duration that the text means; empty where it means none, as a number without a unit. */
  static Optional<Duration> parse(String text) {
    String trimmed = text.trim().toLowerCase(Locale.ROOT);
    if (trimmed.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    Matcher simple = SIMPLE.matcher(trimmed);
    if (simple.matches()) {
      long amount = Long.parseLong(simple.group(1));
      return Optional.of(
          switch (simple.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
          });
    }
    if (!trimmed.startsWith("p")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Duration.parse(trimmed));
    } catch (DateTimeParseException notIso) {
      return Optional.empty();
    }
  }
}
