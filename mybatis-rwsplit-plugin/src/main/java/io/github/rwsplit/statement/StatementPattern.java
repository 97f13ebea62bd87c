package io.github.rwsplit.statement;

import java.util.Arrays;
import java.util.List;

/**
 * A pattern of statement ids: segments divided by dots, of which {@code *} stands for exactly one
 * and {@code **} for any number, none included.
 *
 * @param text as it was written
 * @param segments what stands between its dots
 */
public record StatementPattern(String text, List<String> segments) {

  /**
   * Reads a pattern.
   *
   * @param text such as {@code com.acme.OrderMapper.*} or {@code com.acme.report.**}
   * @return the pattern
   * @throws IllegalArgumentException if it tries to match a part of a name
   */
  public static StatementPattern of(String text) {
    if (!isOne(text)) {
      throw new IllegalArgumentException(
          "a pattern must use * for one whole segment of a statement id and ** for any number,"
              + " but was '"
              + text
              + "'; a part of a name cannot be matched");
    }
    return new StatementPattern(text, List.of(text.split("\\.", -1)));
  }

  /**
   * Whether a text is a pattern.
   *
   * @param text any text
   * @return false where a segment is empty, has a blank in it, or a {@code *} beside something else
   */
  public static boolean isOne(String text) {
    return Arrays.stream(text.split("\\.", -1))
        .allMatch(
            segment ->
                segment.equals("*")
                    || segment.equals("**")
                    || (!segment.isEmpty()
                        && segment.indexOf('*') < 0
                        && segment.chars().noneMatch(Character::isWhitespace)));
  }

  /**
   * Whether it matches. Takes no longer than segments times segments, however many {@code **} there
   * are.
   *
   * @param id a statement's id
   * @return true where it matches the whole id
   */
  public boolean matches(String id) {
    String[] its = id.split("\\.", -1);
    // which beginnings of the id the segments so far can stand for, by their length
    boolean[] reached = new boolean[its.length + 1];
    reached[0] = true;
    for (String wanted : segments) {
      if (wanted.equals("**")) {
        for (int end = 1; end <= its.length; end++) {
          reached[end] |= reached[end - 1];
        }
      } else {
        for (int end = its.length; end > 0; end--) {
          reached[end] = reached[end - 1] && (wanted.equals("*") || wanted.equals(its[end - 1]));
        }
        reached[0] = false;
      }
    }
    return reached[its.length];
  }

  @Override
  public String toString() {
    return text;
  }
}
