package io.github.rwsplit.connection;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.node.PrimaryRole;
import io.github.rwsplit.route.RouteReason;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What may be done on the primary at this moment: whether a read is answered there while it is
 * demoted, and whether it takes a connection of the pool for reads. Safe for use by many threads.
 */
final class PrimaryUse {

  /** Why something is on the primary that needs nothing of its connection. */
  private static final Set<RouteReason> PLAIN_READS =
      EnumSet.of(
          RouteReason.PRIMARY_ONLY,
          RouteReason.ROLLOUT,
          RouteReason.HINT_OVERRIDE,
          RouteReason.STRONG,
          RouteReason.UNDECLARED,
          RouteReason.NO_SESSION_CONTEXT,
          RouteReason.SESSION_MARKER,
          RouteReason.NO_ELIGIBLE_REPLICA,
          RouteReason.RETRY_EMPTY,
          RouteReason.PRIMARY_DEMOTED);

  private final ClusterConnections cluster;

  PrimaryUse(ClusterConnections cluster) {
    this.cluster = cluster;
  }

  /**
   * Lets nothing pass while writes are stopped, and no read that promises the newest data while the
   * primary is demoted. Other reads pass as without this library, and are marked. Writes pass: the
   * server decides, which may have become writable again.
   */
  void check(Frame frame) throws SQLException {
    PrimaryRole role = cluster.nodes().primaryRole();
    SQLException stopped = role.refusal();
    if (stopped != null && routed(frame)) {
      frame.because(RouteReason.REFUSED);
      throw stopped;
    }
    ConsistencyLevel level = frame.decision().level();
    if (level == null || !role.demoted() || !routed(frame)) {
      return;
    }
    boolean newest = frame.promisesNewest || level == ConsistencyLevel.SESSION;
    if (newest && level != ConsistencyLevel.EVENTUAL && !role.readOnlyMode()) {
      frame.because(RouteReason.REFUSED);
      throw Refusals.staleOnPrimary(role.demotionInWords());
    }
    frame.because(RouteReason.PRIMARY_DEMOTED);
  }

  /**
   * A statement has the primary's connection. A read-only transaction that could live on a replica
   * sees the primary as of this moment from now on.
   */
  void began(Frame frame) {
    if (routed(frame)
        && frame.decision().reason() != RouteReason.TX_READ_ONLY
        && TransactionSynchronizationManager.isCurrentTransactionReadOnly()
        && TransactionSynchronizationManager.isSynchronizationActive()) {
      SpringScope.open(cluster).beginOnPrimary();
    }
  }

  /** With the mode off, or only observing, nothing is held back. */
  static boolean routed(Frame frame) {
    RouteReason reason = frame.decision().reason();
    return reason != RouteReason.SPLITTING_OFF && reason != RouteReason.OBSERVED;
  }

  /**
   * Whether a read takes a connection of the pool for reads. Never while its session has one of the
   * other pool: nobody waits for one pool while holding a connection of the other.
   */
  boolean mayReadApart(Frame frame, boolean tookWriters) {
    return frame.readsApart
        && !tookWriters
        && cluster.nodes().primaryRole().hasReadPool()
        && frame.decision().level() != null
        && PLAIN_READS.contains(frame.decision().reason())
        && !TransactionSynchronizationManager.isActualTransactionActive()
        && !cluster.primary().boundToThread();
  }

  /** One connection of that pool. */
  Lease lease() throws SQLException {
    return Lease.forStatement(
        cluster.nodes().primary(), cluster.nodes().primaryRole().readConnection());
  }
}
