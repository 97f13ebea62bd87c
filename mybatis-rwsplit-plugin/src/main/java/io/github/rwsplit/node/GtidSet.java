package io.github.rwsplit.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An executed set of GTIDs, as {@code @@global.gtid_executed} prints it: {@code uuid:1-5:7},
 * several uuids separated by commas, and since MySQL 8.3 tags, {@code uuid:1-5:orders:1-2}.
 * Immutable. See "GTID Format and Storage" in the MySQL manual.
 */
final class GtidSet {

  /** For each source (uuid, or uuid and tag) the intervals, as first and last in turn, rising. */
  private final Map<String, long[]> intervals;

  private GtidSet(Map<String, long[]> intervals) {
    this.intervals = intervals;
  }

  /**
   * Reads a set.
   *
   * @throws IllegalArgumentException for a text that is none
   */
  static GtidSet parse(String text) {
    Map<String, List<long[]>> found = new HashMap<>();
    for (String part : text.split(",", -1)) {
      String trimmed = part.strip();
      if (!trimmed.isEmpty()) {
        source(trimmed, found);
      }
    }
    Map<String, long[]> flat = new HashMap<>();
    found.forEach((source, list) -> flat.put(source, flat(list)));
    return new GtidSet(Map.copyOf(flat));
  }

  private static void source(String text, Map<String, List<long[]>> found) {
    String[] words = text.split(":", -1);
    String source = words[0].toLowerCase(Locale.ROOT);
    String key = source;
    for (int i = 1; i < words.length; i++) {
      String word = words[i].strip();
      if (!word.isEmpty() && Character.isDigit(word.charAt(0))) {
        found.computeIfAbsent(key, none -> new ArrayList<>()).add(interval(word, text));
      } else {
        key = source + ":" + word;
      }
    }
  }

  private static long[] interval(String word, String text) {
    int dash = word.indexOf('-');
    try {
      long first = Long.parseLong(dash < 0 ? word : word.substring(0, dash));
      long last = dash < 0 ? first : Long.parseLong(word.substring(dash + 1));
      return new long[] {first, last};
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a GTID set", e);
    }
  }

  private static long[] flat(List<long[]> list) {
    list.sort((a, b) -> Long.compare(a[0], b[0]));
    long[] flat = new long[list.size() * 2];
    int size = 0;
    for (long[] one : list) {
      if (size > 0 && one[0] <= flat[size - 1] + 1) {
        flat[size - 1] = Math.max(flat[size - 1], one[1]);
      } else {
        flat[size++] = one[0];
        flat[size++] = one[1];
      }
    }
    return Arrays.copyOf(flat, size);
  }

  /** Whether every GTID of the other set is in this one. */
  boolean contains(GtidSet other) {
    for (Map.Entry<String, long[]> source : other.intervals.entrySet()) {
      long[] mine = intervals.get(source.getKey());
      if (mine == null || !contains(mine, source.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(long[] mine, long[] others) {
    int at = 0;
    for (int i = 0; i < others.length; i += 2) {
      while (at < mine.length && mine[at + 1] < others[i]) {
        at += 2;
      }
      if (at >= mine.length || mine[at] > others[i] || mine[at + 1] < others[i + 1]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GtidSet set && contains(set) && set.contains(this);
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (Map.Entry<String, long[]> source : intervals.entrySet()) {
      hash += source.getKey().hashCode() ^ Arrays.hashCode(source.getValue());
    }
    return hash;
  }
}
