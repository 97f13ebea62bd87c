package io.github.rwsplit.statement;

import java.util.List;

/**
 * One pattern of {@code rwsplit.declarations}: segments divided by dots, of which {@code *} stands
 * for exactly one and {@code **} for any number, none included.
 */
record StatementPattern(String text, List<String> segments) {

  /** Reads a pattern, unless it tries to match a part of a name. */
  static StatementPattern of(String text) {
    List<String> segments = List.of(text.split("\\.", -1));
    for (String segment : segments) {
      boolean wild = segment.equals("*") || segment.equals("**");
      if (segment.isBlank() || (!wild && segment.indexOf('*') >= 0)) {
        throw new IllegalArgumentException(
            "statements of rwsplit.declarations must use * for one whole segment of a statement id"
                + " and ** for any number, but was '"
                + text
                + "'; a part of a name cannot be matched");
      }
    }
    return new StatementPattern(text, segments);
  }

  boolean matches(String id) {
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
}
