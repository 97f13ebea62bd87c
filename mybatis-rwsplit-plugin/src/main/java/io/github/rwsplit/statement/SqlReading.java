package io.github.rwsplit.statement;

import java.util.List;

/**
 * The answer for one way of reading a text.
 *
 * @param traits what the text is, read this way
 * @param error whether this way ends in a syntax error, as far as the known grammar goes; then the
 *     server runs none of it
 */
record SqlReading(SqlTraits traits, boolean error) {

  static SqlReading of(SqlTraits traits) {
    return new SqlReading(traits, false);
  }

  static SqlReading error(SqlTraits traits) {
    return new SqlReading(traits, true);
  }

  /** Both hold: a read only if both are, and every suspicion of either. */
  SqlReading and(SqlReading other) {
    SqlTraits a = traits;
    SqlTraits b = other.traits;
    SqlKind kind = a.kind() == SqlKind.READ ? b.kind() : a.kind();
    boolean reviewable =
        (a.kind() == SqlKind.READ || a.reviewable())
            && (b.kind() == SqlKind.READ || b.reviewable());
    SqlTraits both =
        new SqlTraits(
            kind,
            a.mayWrite() || b.mayWrite(),
            a.connectionState() || b.connectionState(),
            reviewable && kind != SqlKind.READ);
    return new SqlReading(both, error && other.error);
  }

  /**
   * The answer when nobody knows which way the server reads. Ways that end in an error drop out,
   * for there nothing would run; of the others all hold.
   *
   * @param ways at least one
   */
  static SqlTraits cautious(List<SqlReading> ways) {
    List<SqlReading> possible = ways.stream().filter(way -> !way.error()).toList();
    if (possible.isEmpty()) {
      return ways.get(0).traits();
    }
    return possible.stream().reduce(SqlReading::and).orElseThrow().traits();
  }
}
