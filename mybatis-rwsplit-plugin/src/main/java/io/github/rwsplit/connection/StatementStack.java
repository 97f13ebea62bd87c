package io.github.rwsplit.connection;

import static io.github.rwsplit.route.RouteReason.UNDECLARED;

import io.github.rwsplit.route.RouteDecision;
import org.apache.ibatis.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * The calls and statements of one SqlSession that run now, each within the one below it: a pager's
 * call, its statements, and what fills their results. A part of the session's Transaction, not an
 * object beside it, since every read would have to make one. Belongs to one thread at a time.
 */
abstract class StatementStack extends HeldConnections {

  private @Nullable Frame top;

  /**
   * @param primary as {@link HeldConnections} takes it
   */
  StatementStack(Transaction primary) {
    super(primary);
  }

  /**
   * A logical call begins; the first statement in it decides where all of them go.
   *
   * @param sameDecision whether it belongs to the call around it, as the key query of an insert
   *     does
   * @return the frame, to be given to {@link RoutingTransaction#end}
   */
  public Frame beginCall(boolean sameDecision) {
    Frame frame = Frame.call(top, sameDecision);
    top = frame;
    return frame;
  }

  /**
   * A physical statement begins. It takes the stricter of its own decision and of the one it runs
   * within.
   *
   * @param own its own decision
   * @param nested whether it is a part of the statement around it: fills its result, or is its key
   *     query
   * @return the frame, to be given to {@link RoutingTransaction#end}
   */
  public Frame beginStatement(RouteDecision own, boolean nested) {
    Frame around = top;
    Frame within = around != null && (around.isCall() || nested) ? around : null;
    Frame frame = Frame.statement(around, within != null, merge(own, within, nested));
    if (within != null && within.isCall() && within.decision == null) {
      within.decide(frame.decision());
    }
    top = frame;
    return frame;
  }

  private static RouteDecision merge(RouteDecision own, @Nullable Frame within, boolean nested) {
    RouteDecision decided = within == null ? null : within.decision;
    if (decided == null) {
      return own;
    }
    if (own.toReplica() && !decided.toReplica()) {
      return own.onPrimary(decided.reason());
    }
    // a select that declares nothing and only fills another's result is a part of that read
    return nested && decided.toReplica() && own.reason() == UNDECLARED ? decided : own;
  }

  /**
   * Whether a statement of this session runs already, so that this one comes from its result
   * handler or fills its result.
   *
   * @return true where one runs
   */
  public boolean busy() {
    for (Frame frame = top; frame != null; frame = frame.enclosing) {
      if (!frame.isCall()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The statement that runs now.
   *
   * @return its frame; null where none runs
   */
  public @Nullable Frame running() {
    Frame frame = top;
    return frame == null || frame.isCall() ? null : frame;
  }

  /** Whether a replica may serve the statement or the call that runs now. */
  boolean mayBeOnReplica() {
    Frame frame = top;
    return frame != null && (frame.decision == null || frame.decision().toReplica());
  }

  /** A call or a statement has ended, and with it all that began within it. */
  void pop(Frame frame) {
    top = frame.enclosing;
  }
}
