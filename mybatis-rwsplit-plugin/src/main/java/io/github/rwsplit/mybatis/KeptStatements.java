package io.github.rwsplit.mybatis;

import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.connection.RoutingTransaction;
import io.github.rwsplit.route.RouteDecision;
import java.sql.SQLException;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.ReuseExecutor;

/**
 * The statements that a REUSE executor keeps by their SQL. One kept from another node would answer
 * in place of the statement that was meant, and one whose connection has gone back fails. For other
 * executors this does nothing. Shared by the two INNER executors of a session.
 */
final class KeptStatements {

  private final Executor base;
  private final RoutingTransaction transaction;
  private final boolean kept;
  private boolean onReplica;

  KeptStatements(Executor base, RoutingTransaction transaction) {
    this.base = base;
    this.transaction = transaction;
    this.kept = base instanceof ReuseExecutor;
  }

  /** Whether the executor keeps statements at all. */
  boolean any() {
    return kept;
  }

  /**
   * Closes what was kept from elsewhere; never while a statement or a cursor may use it. Nothing is
   * kept from one statement on a replica to the next, since each has to be told anew whether that
   * replica may serve it.
   */
  void dropUnlessOf(RouteDecision decision) throws SQLException {
    boolean replica = decision.toReplica();
    if (kept && (replica || onReplica) && !transaction.busy()) {
      base.flushStatements();
      onReplica = replica;
    }
  }

  /** To be called before a statement ends: closes what is on a connection that goes back. */
  void dropGivenBack(Frame frame) throws SQLException {
    if (!kept) {
      return;
    }
    if (frame.outermost() == frame) {
      // a replica may have been wanted and not be had
      onReplica = frame.decision().toReplica();
    }
    if (transaction.givesBack(frame)) {
      base.flushStatements();
    }
  }
}
