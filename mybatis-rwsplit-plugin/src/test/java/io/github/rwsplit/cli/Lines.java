package io.github.rwsplit.cli;

import java.util.Map;
import java.util.TreeMap;

/** Audit lines for tests: a healthy EVENTUAL read, with some keys changed. */
public final class Lines {

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

  private Lines() {}

  /** A line; a value that is empty takes its key away. */
  public static String line(String... changes) {
    Map<String, String> values = new TreeMap<>();
    String[] healthy = {
      "v", "1",
      "ts", "2026-11-30T10:15:30.123Z",
      "decision", "d1",
      "statement", "shop.OrderMapper.page",
      "command", "SELECT",
      "level", "EVENTUAL",
      "group", "online",
      "reason", "EVENTUAL_REPLICA",
      "target", "replica-1",
      "node", "replica-1",
      "server", "uuid-1",
      "role", "replica",
      "lag_ms", "12",
      "tx", "none",
      "attempt", "1",
      "rows", "20",
      "duration_us", "830",
      "outcome", "ok"
    };
    for (int i = 0; i < healthy.length; i += 2) {
      values.put(healthy[i], healthy[i + 1]);
    }
    for (int i = 0; i < changes.length; i += 2) {
      values.put(changes[i], changes[i + 1]);
    }
    StringBuilder line = new StringBuilder();
    for (String key : KEYS) {
      String value = values.getOrDefault(key, "");
      if (!value.isEmpty()) {
        line.append(line.isEmpty() ? "" : " ").append(key).append('=').append(value);
      }
    }
    return line.toString();
  }

  /** A line of the primary. */
  public static String onPrimary(String reason, String... changes) {
    String[] all = new String[changes.length + 10];
    String[] primary = {
      "reason", reason, "target", "primary", "node", "primary", "role", "primary", "lag_ms", ""
    };
    System.arraycopy(primary, 0, all, 0, primary.length);
    System.arraycopy(changes, 0, all, primary.length, changes.length);
    return line(all);
  }
}
