package io.github.rwsplit.route;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.statement.SqlTraits;
import io.github.rwsplit.statement.StatementProfile;
import org.jspecify.annotations.Nullable;

/** A question whose answers are all given. */
record Question(
    StatementProfile profile,
    SqlTraits traits,
    TransactionKind transaction,
    boolean foreign,
    boolean scopePinned,
    boolean beganOnPrimary,
    @Nullable ConsistencyLevel hint,
    SessionLook session)
    implements RouteQuestion {}
