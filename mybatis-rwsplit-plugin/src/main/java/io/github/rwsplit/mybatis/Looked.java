package io.github.rwsplit.mybatis;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.connection.Asked;
import io.github.rwsplit.connection.RoutingTransaction;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.route.RouteQuestion;
import io.github.rwsplit.route.Router;
import io.github.rwsplit.route.TransactionKind;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.StatementLook;
import io.github.rwsplit.statement.SqlTraits;
import io.github.rwsplit.statement.StatementProfile;
import org.apache.ibatis.mapping.MappedStatement;
import org.jspecify.annotations.Nullable;

/**
 * One statement, looked at and decided before it runs. Its own question to the rules, so that a
 * read makes one object for all of it; the session is looked at only when somebody asks for it.
 * Belongs to one thread.
 */
final class Looked implements RouteQuestion, Asked {

  private final MappedStatement statement;
  private final StatementProfile profile;
  private final SqlTraits traits;
  private final String sql;
  private final RoutingTransaction around;
  private final TransactionKind kind;
  private final @Nullable ConsistencyLevel hint;
  private final RouteDecision decision;
  private @Nullable StatementLook session;

  /**
   * @param sql what is to be sent; empty for a write, of which that is not known before
   */
  Looked(
      MappedStatement statement,
      StatementProfile profile,
      SqlTraits traits,
      String sql,
      RoutingTransaction around,
      Router router) {
    this.statement = statement;
    this.profile = profile;
    this.traits = traits;
    this.sql = sql;
    this.around = around;
    this.kind = around.kind();
    this.hint = CallContext.current().hint();
    this.decision = router.decide(this);
  }

  MappedStatement statement() {
    return statement;
  }

  RouteDecision decision() {
    return decision;
  }

  /**
   * Whether somebody has asked for the newest data in so many words. A select that nobody says
   * anything of behaves as without this library.
   */
  boolean promisesNewest() {
    return profile.declaration() != null
        ? decision.level() != ConsistencyLevel.EVENTUAL
        : hint == ConsistencyLevel.STRONG;
  }

  /** What a replica must be proved to have for the statement's session; null: nothing. */
  @Nullable Needed needed() {
    return decision.followsSession()
        ? session().needed(decision.level() == ConsistencyLevel.SESSION)
        : null;
  }

  @Override
  public StatementProfile profile() {
    return profile;
  }

  @Override
  public SqlTraits traits() {
    return traits;
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public TransactionKind transaction() {
    return kind;
  }

  @Override
  public boolean foreign() {
    return around.foreign();
  }

  @Override
  public boolean scopePinned() {
    return around.scopePinned();
  }

  @Override
  public boolean beganOnPrimary() {
    return around.beganOnPrimary();
  }

  @Override
  public @Nullable ConsistencyLevel hint() {
    return hint;
  }

  @Override
  public StatementLook session() {
    StatementLook known = session;
    if (known == null) {
      known = around.look(kind);
      session = known;
    }
    return known;
  }
}
