package io.github.rwsplit.mybatis;

import static io.github.rwsplit.route.RouteReason.RETRY_READ;

import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.connection.RoutingTransaction;
import io.github.rwsplit.node.ConnectionFailures;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.route.Destination;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteDecision;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a read that failed on a replica may run once more: only if its connection was lost, or
 * the replica refused it as a write, and only outside a transaction. Never a write, never a query
 * that was cancelled or ran out of time.
 */
final class SecondAttempt {

  private static final Logger log = LoggerFactory.getLogger(SecondAttempt.class);

  private SecondAttempt() {}

  /** Where to run it again; null: not at all. */
  static @Nullable RouteDecision after(
      Exception error, Frame frame, RoutingTransaction transaction, Looked looked) {
    Node node = frame.used();
    if (node == null || node.role() != NodeRole.REPLICA) {
      return null;
    }
    boolean lost = ConnectionFailures.retryableRead(error);
    if (lost) {
      node.failed(error);
    }
    if (frame.decision().destination() != Destination.REPLICA || !transaction.givesBack(frame)) {
      return null;
    }
    if (lost) {
      frame.failedOn(node.name());
      log.debug("{} lost its connection to {}", looked.statement().getId(), node.name(), error);
      return frame.decision().because(RETRY_READ);
    }
    if (ConnectionFailures.writeRefusedByReplica(error)) {
      log.warn(
          "{} was refused by the read-only {} and runs on the primary: it writes or locks in a way"
              + " that its text does not show; take away its declaration",
          looked.statement().getId(),
          node.name());
      return frame.decision().onPrimary(RETRY_READ);
    }
    return null;
  }
}
