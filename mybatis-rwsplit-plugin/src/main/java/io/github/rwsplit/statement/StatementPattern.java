package io.github.rwsplit.statement;

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
    List<String> segments = List.of(text.split("\\.", -1));
    for (String segment : segments) {
      boolean wild = segment.equals("*") || segment.equals("**");
      if (segment.isBlank() || (!wild && segment.indexOf('*') >= 0)) {
        throw new IllegalArgumentException(
            "a pattern must use * for one whole segment of a statement id and ** for any number,"
                + " but was '"
                + text
                + "'; a part of a name cannot be matched");
      }
    }
    return new StatementPattern(text, segments);
  }

  /**
   * Whether it matches.
   *
   * @param id a statement's id
   * @return true where it matches the whole id
   */
  public boolean matches(String id) {
    return matches(0, id.split("\\.", -1), 0);
  }

  private boolean matches(int segment, String[] id, int at) {
    if (segment == segments.size()) {
      return at == id.length;
    }
    String wanted = segments.get(segment);
    if (wanted.equals("**")) {
      for (int next = at; next <= id.length; next++) {
        if (matches(segment + 1, id, next)) {
          return true;
        }
      }
      return false;
    }
    return at < id.length
        && (wanted.equals("*") || wanted.equals(id[at]))
        && matches(segment + 1, id, at + 1);
  }

  @Override
  public String toString() {
    return text;
  }
}
