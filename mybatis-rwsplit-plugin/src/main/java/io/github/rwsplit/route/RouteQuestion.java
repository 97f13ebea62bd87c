package io.github.rwsplit.route;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.statement.SqlTraits;
import io.github.rwsplit.statement.StatementProfile;
import org.jspecify.annotations.Nullable;

/**
 * All that a decision depends on, looked at once for each physical statement.
 *
 * @param profile what the mapped statement is and declares
 * @param traits what its SQL is, as it will be sent
 * @param transaction the transaction or scope it meets
 * @param foreign whether the application's router points away from the primary's pool
 * @param scopePinned whether a write or connection state came earlier in this scope or session
 * @param hint the level that the calling code asks for; null: none
 * @param session the session it runs in
 */
public record RouteQuestion(
    StatementProfile profile,
    SqlTraits traits,
    TransactionKind transaction,
    boolean foreign,
    boolean scopePinned,
    @Nullable ConsistencyLevel hint,
    SessionLook session) {}
