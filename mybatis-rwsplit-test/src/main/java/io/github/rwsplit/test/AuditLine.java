package io.github.rwsplit.test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One line of the audit log, in either of its formats. */
record AuditLine(String text) {

  private static final Pattern LOGFMT =
      Pattern.compile("(?<![A-Za-z_])([A-Za-z_]++)=(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|(\\S*))");

  /** The value of a key; null where the line has none. */
  @Nullable String value(String key) {
    if (text.stripLeading().startsWith("{")) {
      Matcher json = Pattern.compile("\"" + key + "\"\\s*:\\s*\"?([^\",}]*)").matcher(text);
      return json.find() ? json.group(1) : null;
    }
    Matcher pairs = LOGFMT.matcher(text);
    while (pairs.find()) {
      if (pairs.group(1).equals(key)) {
        return pairs.group(2) != null ? pairs.group(2) : pairs.group(3);
      }
    }
    return null;
  }

  /** Whether its statement began before a time; false where it does not say when it began. */
  boolean isOlderThan(Instant time) {
    String begun = value("ts");
    return begun != null && Instant.parse(begun).isBefore(time);
  }

  /** The reasons of the lines in order; one that follows itself is given once. */
  static List<String> reasons(List<AuditLine> lines) {
    List<String> reasons = new ArrayList<>();
    for (AuditLine line : lines) {
      String reason = line.value("reason");
      if (reason != null
          && (reasons.isEmpty() || !reasons.get(reasons.size() - 1).equals(reason))) {
        reasons.add(reason);
      }
    }
    return reasons;
  }
}
