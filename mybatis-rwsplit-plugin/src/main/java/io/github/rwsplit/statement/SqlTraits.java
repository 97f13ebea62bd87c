package io.github.rwsplit.statement;

import java.util.Objects;

/**
 * What {@link SqlRecognizer} found out about one text. Immutable.
 *
 * @param kind what the text is
 * @param mayWrite whether a session that ran the text has to be treated as having written; true for
 *     every stored function and procedure, since the text cannot show what they do
 * @param connectionState whether the text leaves or reads state of its connection (user variables,
 *     last insert id, user-level locks, temporary tables, session settings), so that what follows
 *     must stay on that connection
 * @param reviewable whether only calls of stored functions or one stored procedure keep the text
 *     from being a {@link SqlKind#READ}, so that a person's word ({@code sideEffectFree}) may make
 *     it one
 */
public record SqlTraits(
    SqlKind kind, boolean mayWrite, boolean connectionState, boolean reviewable) {

  /** Checks that a kind is given. */
  public SqlTraits {
    Objects.requireNonNull(kind, "kind");
  }

  static SqlTraits of(SqlKind kind) {
    return new SqlTraits(kind, false, false, false);
  }

  static SqlTraits mayWrite(SqlKind kind) {
    return new SqlTraits(kind, true, false, false);
  }

  SqlTraits withConnectionState(boolean touched) {
    return new SqlTraits(kind, mayWrite, connectionState || touched, reviewable);
  }
}
