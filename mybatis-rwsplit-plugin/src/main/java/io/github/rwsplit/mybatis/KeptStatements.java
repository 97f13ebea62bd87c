package io.github.rwsplit.mybatis;

import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.connection.RoutingTransaction;
import io.github.rwsplit.route.RouteDecision;
import java.sql.SQLException;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.ReuseExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The statements that a REUSE executor keeps by their SQL. One kept from another node would answer
 * in place of the statement that was meant, and one whose connection has gone back fails. Shared by
 * the two INNER executors of a session.
 */
final class KeptStatements {

  private final Executor base;
  private final RoutingTransaction transaction;
  private boolean onReplica;

  private KeptStatements(Executor base, RoutingTransaction transaction) {
    this.base = base;
    this.transaction = transaction;
  }

  /** What an executor keeps; null where it keeps nothing. */
  static @Nullable KeptStatements of(Executor base, RoutingTransaction transaction) {
    return base instanceof ReuseExecutor ? new KeptStatements(base, transaction) : null;
  }

  /**
   * Closes what was kept from elsewhere; never while a statement or a cursor may use it. Nothing is
   * kept from one statement on a replica to the next, since each has to be told anew whether that
   * replica may serve it.
   */
  void dropUnlessOf(RouteDecision decision) throws SQLException {
    boolean replica = decision.toReplica();
    if ((replica || onReplica) && !transaction.busy()) {
      base.flushStatements();
      onReplica = replica;
    }
  }

  /** To be called before a statement ends: closes what is on a connection that goes back. */
  void dropGivenBack(Frame frame) throws SQLException {
    if (frame.outermost() == frame) {
      // a replica may have been wanted and not be had
      onReplica = frame.decision().toReplica();
    }
    if (transaction.givesBack(frame)) {
      base.flushStatements();
    }
  }
}
