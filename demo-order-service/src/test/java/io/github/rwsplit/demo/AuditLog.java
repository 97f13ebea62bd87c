package io.github.rwsplit.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The file of audit lines, as a person reads it. */
final class AuditLog {

  private static final Pattern PAIR = Pattern.compile("(\\w+)=(\"(?:[^\"\\\\]|\\\\.)*\"|\\S*)");

  private final Path file = Path.of(DemoTest.LOGS, "audit.log");
  private Instant since = Instant.EPOCH;

  /** Leaves out all statements so far, also those whose lines are still to be written. */
  void skipToEnd() {
    since = Instant.now();
  }

  /** The lines about one mapped statement, and its count, since {@link #skipToEnd}. */
  List<Map<String, String>> of(String statement) {
    return all().stream()
        .filter(
            line ->
                line.getOrDefault("statement", "").equals(statement)
                    || line.getOrDefault("statement", "").equals(statement + "_COUNT"))
        .toList();
  }

  /** All lines since {@link #skipToEnd}. */
  List<Map<String, String>> all() {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(AuditLog::pairs)
          .filter(line -> !Instant.parse(line.getOrDefault("ts", "")).isBefore(since))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> pairs(String line) {
    Map<String, String> pairs = new LinkedHashMap<>();
    Matcher matcher = PAIR.matcher(line);
    while (matcher.find()) {
      pairs.put(matcher.group(1), matcher.group(2).replaceAll("^\"|\"$", "").replace("\\\"", "\""));
    }
    return pairs;
  }
}
