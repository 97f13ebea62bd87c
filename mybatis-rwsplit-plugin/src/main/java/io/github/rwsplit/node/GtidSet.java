package io.github.rwsplit.node;

import io.github.rwsplit.session.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An executed set of GTIDs, as {@code @@global.gtid_executed} prints it: {@code uuid:1-5:7},
 * several uuids separated by commas, and since MySQL 8.3 tags, {@code uuid:1-5:orders:1-2}.
 * Immutable. See "GTID Format and Storage" in the MySQL manual.
 */
final class GtidSet {

  private static final long[] NO_INTERVALS = {};
  private static final Pattern THREADS = Pattern.compile("#\\d+");

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

  /**
   * Reads what {@code @@global.gtid_owned} prints: behind each number the threads to which it
   * belongs.
   *
   * @throws IllegalArgumentException for a text that is none
   */
  static GtidSet parseOwned(String text) {
    return parse(THREADS.matcher(text).replaceAll(""));
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
      if (first < 1 || last < first) {
        throw new IllegalArgumentException("'" + text + "' is not a GTID set");
      }
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

  /**
   * Whether it has transactions of a server, by its {@code server_uuid}, that another set lacks.
   */
  boolean hasMoreOf(String serverUuid, GtidSet other) {
    return intervals.entrySet().stream()
        .filter(source -> source.getKey().startsWith(serverUuid))
        .anyMatch(
            source ->
                !contains(
                    other.intervals.getOrDefault(source.getKey(), NO_INTERVALS),
                    source.getValue()));
  }

  /** How many transactions of a server, by its {@code server_uuid}, it has. */
  long countOf(String serverUuid) {
    long count = 0;
    for (Map.Entry<String, long[]> source : intervals.entrySet()) {
      if (source.getKey().startsWith(serverUuid)) {
        long[] parts = source.getValue();
        for (int i = 0; i < parts.length; i += 2) {
          count += parts[i + 1] - parts[i] + 1;
        }
      }
    }
    return count;
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

  /**
   * Whether this has, of one source, all that the primary had up to a number.
   *
   * <p>Numbers that the primary lacks are not asked for: they never were, or they were lost in a
   * failover. It can lack a number only because the look at it is older than that commit, so until
   * a newer look came every number between the one asked for and the next lower known one counts as
   * there. A number that was given out before others may be committed after them.
   *
   * @param primary the newest look at the primary; null before the first
   * @param committedAt a time at which the number had been committed
   */
  boolean reaches(String source, long number, @Nullable Look primary, long committedAt) {
    long[] known = primary == null ? null : primary.executed().intervals.get(source);
    boolean complete = primary != null && primary.writable() && primary.time() - committedAt > 0;
    return contains(
        intervals.getOrDefault(source, NO_INTERVALS),
        upTo(known == null ? NO_INTERVALS : known, number, complete));
  }

  /** What is asked for up to a number, given what is known to be there. */
  private static long[] upTo(long[] known, long number, boolean complete) {
    int whole = 0;
    while (whole < known.length && known[whole] <= number) {
      whole += 2;
    }
    if (whole == 0) {
      return complete ? NO_INTERVALS : new long[] {1, number};
    }
    long[] asked = Arrays.copyOf(known, whole);
    if (!complete || asked[whole - 1] > number) {
      asked[whole - 1] = number;
    }
    return asked;
  }

  /**
   * The GTIDs of a position as a set that a server understands, under the same rule as {@link
   * #reaches}.
   */
  static GtidSet upTo(Position position, @Nullable Look primary, long committedAt) {
    boolean complete = primary != null && primary.writable() && primary.time() - committedAt > 0;
    Map<String, long[]> asked = new HashMap<>();
    position.each(
        (source, number) -> {
          long[] known = primary == null ? null : primary.executed().intervals.get(source);
          long[] part = upTo(known == null ? NO_INTERVALS : known, number, complete);
          if (part.length > 0) {
            asked.put(source, part);
          }
        });
    return new GtidSet(Map.copyOf(asked));
  }

  /** Everything that is in this set or in the other one. */
  GtidSet union(GtidSet other) {
    if (contains(other)) {
      return this;
    }
    Map<String, long[]> all = new HashMap<>(intervals);
    other.intervals.forEach(
        (source, more) ->
            all.merge(
                source,
                more,
                (mine, theirs) -> {
                  List<long[]> list = new ArrayList<>();
                  for (long[] flat : List.of(mine, theirs)) {
                    for (int i = 0; i < flat.length; i += 2) {
                      list.add(new long[] {flat[i], flat[i + 1]});
                    }
                  }
                  return flat(list);
                }));
    return new GtidSet(Map.copyOf(all));
  }

  /** What is in this set and not in the other one. */
  GtidSet without(GtidSet other) {
    Map<String, long[]> left = new HashMap<>();
    intervals.forEach(
        (source, mine) -> {
          long[] rest = without(mine, other.intervals.getOrDefault(source, NO_INTERVALS));
          if (rest.length > 0) {
            left.put(source, rest);
          }
        });
    return new GtidSet(Map.copyOf(left));
  }

  private static long[] without(long[] mine, long[] others) {
    List<long[]> left = new ArrayList<>();
    for (int i = 0; i < mine.length; i += 2) {
      long from = mine[i];
      for (int j = 0; j < others.length && from <= mine[i + 1]; j += 2) {
        if (others[j] > from) {
          left.add(new long[] {from, Math.min(mine[i + 1], others[j] - 1)});
        }
        from = Math.max(from, others[j + 1] + 1);
      }
      if (from <= mine[i + 1]) {
        left.add(new long[] {from, mine[i + 1]});
      }
    }
    left.removeIf(interval -> interval[0] > interval[1]);
    return flat(left);
  }

  /** The transactions of one server, by its {@code server_uuid}. */
  GtidSet of(String serverUuid) {
    Map<String, long[]> own = new HashMap<>(intervals);
    own.keySet().removeIf(source -> !source.startsWith(serverUuid));
    return new GtidSet(Map.copyOf(own));
  }

  /** Whether it has anything of a source. */
  boolean knows(String source) {
    return intervals.containsKey(source);
  }

  boolean isEmpty() {
    return intervals.isEmpty();
  }

  /** The notation that servers understand. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(intervals)
        .forEach(
            (source, flat) -> {
              text.append(text.isEmpty() ? "" : ",").append(source);
              for (int i = 0; i < flat.length; i += 2) {
                text.append(':').append(flat[i]);
                if (flat[i + 1] > flat[i]) {
                  text.append('-').append(flat[i + 1]);
                }
              }
            });
    return text.toString();
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
