package io.github.rwsplit.session;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import java.util.regex.Pattern;

/**
 * A point in the primary's history, as the highest transaction number of each source that a session
 * has written. Immutable.
 *
 * <p>A source is a server's uuid, or since MySQL 8.3 a uuid and a tag ({@code uuid:tag}). A server
 * has reached a position when it has everything that the primary had up to it. Kept like this, two
 * positions are merged by taking the higher number of each source, in memory, in a store and in a
 * token alike. See "GTID Format and Storage" in the MySQL manual.
 */
public sealed interface Position {

  /**
   * The highest number of each source.
   *
   * @return an immutable map, sorted by source; never empty
   */
  Map<String, Long> highest();

  /**
   * Gives each source with its highest number to somebody, without making a map.
   *
   * @param taker takes them
   */
  void each(ObjLongConsumer<String> taker);

  /**
   * A position of one source.
   *
   * @param source uuid, or uuid and tag
   * @param number a transaction number; positive
   * @return the position
   */
  static Position of(String source, long number) {
    return new One(source.intern(), number);
  }

  /**
   * A position of several sources.
   *
   * @param highest the highest number of each source; not empty
   * @return the position
   * @throws IllegalArgumentException for an empty map
   */
  static Position of(Map<String, Long> highest) {
    if (highest.isEmpty()) {
      throw new IllegalArgumentException("a position must have a source, but had none");
    }
    if (highest.size() == 1) {
      Map.Entry<String, Long> only = highest.entrySet().iterator().next();
      return of(only.getKey(), only.getValue());
    }
    return new Many(Collections.unmodifiableMap(new TreeMap<>(highest)));
  }

  /**
   * Whether a text can be a source.
   *
   * @param text any text
   * @return whether it is a uuid, or a uuid and a tag, as servers write them
   */
  static boolean isSource(String text) {
    return Form.SOURCE.matcher(text).matches();
  }

  /**
   * The highest numbers of what a server says that a session has committed, such as {@code
   * uuid:16-17} or {@code uuid:orders:1}.
   *
   * @param gtids GTIDs in the server's notation; not empty
   * @return the position
   * @throws IllegalArgumentException for a text that is no set of GTIDs
   */
  static Position parse(String gtids) {
    Map<String, Long> highest = new TreeMap<>();
    for (String part : gtids.split(",", -1)) {
      String[] words = part.strip().split(":", -1);
      String uuid = words[0].toLowerCase(Locale.ROOT);
      String source = uuid;
      for (int i = 1; i < words.length; i++) {
        String word = words[i].strip();
        if (!word.isEmpty() && Character.isDigit(word.charAt(0))) {
          highest.merge(source, last(word, gtids), Math::max);
        } else {
          source = uuid + ":" + word;
        }
      }
    }
    if (highest.isEmpty()) {
      throw new IllegalArgumentException("'" + gtids + "' is not a GTID set");
    }
    return of(highest);
  }

  private static long last(String interval, String whole) {
    try {
      return Long.parseLong(interval.substring(interval.indexOf('-') + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + whole + "' is not a GTID set", e);
    }
  }

  /**
   * The later of two positions, source by source.
   *
   * @param other another position
   * @return a position that is reached when both are
   */
  default Position max(Position other) {
    if (this instanceof One mine
        && other instanceof One theirs
        && mine.source.equals(theirs.source)) {
      return mine.number >= theirs.number ? mine : theirs;
    }
    Map<String, Long> merged = new TreeMap<>(highest());
    other.highest().forEach((source, number) -> merged.merge(source, number, Math::max));
    return of(merged);
  }

  /** How sources are written. */
  final class Form {
    private static final Pattern SOURCE =
        Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?::[a-z_][a-z0-9_]{0,31})?");

    private Form() {}
  }

  /** The usual position: nothing but the present primary has been written. */
  record One(String source, long number) implements Position {

    @Override
    public Map<String, Long> highest() {
      return Map.of(source, number);
    }

    @Override
    public void each(ObjLongConsumer<String> taker) {
      taker.accept(source, number);
    }
  }

  /** The position of a session that wrote before and after a failover, or with tags. */
  record Many(Map<String, Long> highest) implements Position {

    @Override
    public void each(ObjLongConsumer<String> taker) {
      highest.forEach(taker::accept);
    }
  }
}
