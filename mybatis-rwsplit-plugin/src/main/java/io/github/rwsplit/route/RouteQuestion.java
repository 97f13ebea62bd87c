package io.github.rwsplit.route;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.statement.SqlTraits;
import io.github.rwsplit.statement.StatementProfile;
import org.jspecify.annotations.Nullable;

/**
 * All that a decision may depend on, for one physical statement. It is asked for only what the
 * rules come to, on the statement's thread, and its answers do not change while a decision is made.
 */
public interface RouteQuestion {

  /**
   * The mapped statement.
   *
   * @return what it is and declares
   */
  StatementProfile profile();

  /**
   * Its SQL, as it will be sent.
   *
   * @return what it is
   */
  SqlTraits traits();

  /**
   * The transaction or scope that it meets.
   *
   * @return its kind
   */
  TransactionKind transaction();

  /**
   * Whether the application's router points away from the primary's pool.
   *
   * @return true where the connection is not ours to choose
   */
  boolean foreign();

  /**
   * Whether a write or connection state came earlier in this scope or session.
   *
   * @return true where reads have to follow it to the primary
   */
  boolean scopePinned();

  /**
   * Whether the read-only transaction around it has read the primary already, so that it sees the
   * primary as of then.
   *
   * @return true where a replica could show its session more than the primary still does
   */
  boolean beganOnPrimary();

  /**
   * The level that the calling code asks for.
   *
   * @return the level; null: none
   */
  @Nullable ConsistencyLevel hint();

  /**
   * The session that it runs in.
   *
   * @return what is known of its writes
   */
  SessionLook session();
}
