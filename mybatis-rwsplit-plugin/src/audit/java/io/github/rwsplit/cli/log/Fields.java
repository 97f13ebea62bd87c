package io.github.rwsplit.cli.log;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values of one line while it is read, and the checks that make an {@link Entry} of them. */
final class Fields {

  private static final String[] KEYS = {
    "v",
    "ts",
    "decision",
    "statement",
    "command",
    "level",
    "group",
    "reason",
    "target",
    "node",
    "server",
    "role",
    "lag_ms",
    "marker_age_ms",
    "tx",
    "session",
    "attempt",
    "rows",
    "duration_us",
    "outcome",
    "error",
    "trace"
  };

  private static final Set<String> LEVELS = Set.of("STRONG", "SESSION", "EVENTUAL");
  private static final Set<String> ROLES = Set.of("primary", "replica");
  private static final Set<String> OUTCOMES = Set.of("ok", "error", "refused");
  private static final long MICROS = 1_000_000;
  private static final long LATEST_SECOND = 253_402_300_799L;

  /** Statement ids and names are short; who writes longer ones shall not fill the memory. */
  private static final int LONGEST = 1_000;

  private final @Nullable String[] values = new String[KEYS.length];
  private int next;
  private String minute = "";
  private long minuteSeconds;

  void clear() {
    java.util.Arrays.fill(values, null);
    next = 0;
  }

  /** Whether a key has a value yet. */
  boolean has(String key) {
    int at = find(key);
    return at >= 0 && values[at] != null;
  }

  void put(String key, String value) throws BrokenLineException {
    int at = find(key);
    if (at < 0) {
      return;
    }
    if (values[at] != null) {
      throw new BrokenLineException("has the key " + key + " twice; two lines may have mixed");
    }
    values[at] = value.length() <= LONGEST ? value : value.substring(0, LONGEST);
    next = at + 1;
  }

  /** Keys stand in a fixed order, so the next one is most often the one behind the last. */
  private int find(String key) {
    for (int i = next; i < KEYS.length; i++) {
      if (KEYS[i].equals(key)) {
        return i;
      }
    }
    for (int i = 0; i < next; i++) {
      if (KEYS[i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  Entry entry(@Nullable String thread) throws BrokenLineException {
    String version = required("v");
    if (!version.equals("1")) {
      throw new BrokenLineException(
          "is of version " + version + ", and only 1 is known here; use the tool of that version");
    }
    String reason = required("reason");
    if (!word(reason)) {
      throw new BrokenLineException("has no reason's word as reason");
    }
    return new Entry(
        micros(required("ts")),
        required("decision"),
        required("statement"),
        required("command"),
        choice("level", LEVELS),
        value("group"),
        reason,
        value("target"),
        value("node"),
        value("server"),
        choice("role", ROLES),
        number("lag_ms"),
        number("marker_age_ms"),
        value("tx"),
        value("session"),
        Math.max(1, number("attempt")),
        number("rows"),
        number("duration_us"),
        outcome(),
        value("trace"),
        thread);
  }

  private @Nullable String value(String key) {
    return values[find(key)];
  }

  private String required(String key) throws BrokenLineException {
    String value = value(key);
    if (value == null) {
      throw new BrokenLineException("has no " + key + "; it may be cut");
    }
    return value;
  }

  private String outcome() throws BrokenLineException {
    required("outcome");
    String outcome = choice("outcome", OUTCOMES);
    return outcome == null ? "" : outcome;
  }

  private @Nullable String choice(String key, Set<String> choices) throws BrokenLineException {
    String value = value(key);
    if (value != null && !choices.contains(value)) {
      throw new BrokenLineException("has a " + key + " that is none of " + sorted(choices));
    }
    return value;
  }

  private static String sorted(Set<String> choices) {
    return String.join(", ", new java.util.TreeSet<>(choices));
  }

  private long number(String key) throws BrokenLineException {
    String value = value(key);
    if (value == null) {
      return Entry.NONE;
    }
    if (!value.isEmpty() && value.length() <= 18) {
      long number = 0;
      int i = 0;
      while (i < value.length() && value.charAt(i) >= '0' && value.charAt(i) <= '9') {
        number = number * 10 + value.charAt(i) - '0';
        i++;
      }
      if (i == value.length()) {
        return number;
      }
    }
    throw new BrokenLineException("has a " + key + " that is no whole number");
  }

  private static boolean word(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < 'A' || c > 'Z') && c != '_') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= 40;
  }

  /** Remembers the minute: lines of one minute follow each other by the thousands. */
  private long micros(String text) throws BrokenLineException {
    try {
      if (text.length() < 20
          || text.charAt(16) != ':'
          || text.charAt(text.length() - 1) != 'Z'
          || (text.charAt(19) != '.' && text.length() != 20)) {
        return micros(Instant.parse(text));
      }
      if (!text.startsWith(minute) || minute.isEmpty()) {
        String read = text.substring(0, 16);
        minuteSeconds = micros(Instant.parse(read + ":00Z")) / MICROS;
        minute = read;
      }
      long seconds = digits(text, 17, 19);
      long micros = 0;
      for (int i = 20; i < 26; i++) {
        micros = micros * 10 + (i < text.length() - 1 ? digits(text, i, i + 1) : 0);
      }
      return (minuteSeconds + seconds) * MICROS + micros;
    } catch (DateTimeException e) {
      throw new BrokenLineException("has a ts that is no time such as 2026-11-30T10:15:30.123Z");
    }
  }

  private static long digits(String text, int from, int to) {
    long number = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        throw new DateTimeException("no digit");
      }
      number = number * 10 + c - '0';
    }
    return number;
  }

  private static long micros(Instant time) {
    long second = time.getEpochSecond();
    if (second < 0 || second > LATEST_SECOND) {
      throw new DateTimeException("before 1970 or after 9999");
    }
    return time.getEpochSecond() * MICROS + time.getNano() / 1_000;
  }
}
