package io.github.rwsplit.connection;

import io.github.rwsplit.route.TransactionKind;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Finds out what kind of transaction or scope a statement meets. Looks, changes nothing. */
final class TransactionLook {

  private TransactionLook() {}

  static TransactionKind kind(ClusterConnections cluster, SessionStyle style) {
    if (ForeignTransactions.active()) {
      return TransactionKind.READ_WRITE;
    }
    return switch (style) {
      case MANUAL -> TransactionKind.READ_WRITE;
      case AUTOCOMMIT, GIVEN -> TransactionKind.NONE;
      case SPRING -> springKind(cluster);
    };
  }

  private static TransactionKind springKind(ClusterConnections cluster) {
    boolean synchronization = TransactionSynchronizationManager.isSynchronizationActive();
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      if (!ours(cluster, synchronization)) {
        return TransactionKind.MISMATCH;
      }
      return TransactionSynchronizationManager.isCurrentTransactionReadOnly()
          ? TransactionKind.READ_ONLY
          : TransactionKind.READ_WRITE;
    }
    if (!synchronization && cluster.primary().boundToThread()) {
      // a transaction manager that never synchronizes
      return TransactionKind.READ_WRITE;
    }
    if (cluster.primary().autoCommitOff()) {
      return TransactionKind.READ_WRITE;
    }
    return synchronization ? TransactionKind.SCOPE : TransactionKind.NONE;
  }

  /**
   * Whether the active transaction is on the factory's DataSource: its manager binds a connection
   * before the first statement. Ours binds one too, at the first statement in anybody's
   * transaction, so what was seen first is remembered.
   */
  private static boolean ours(ClusterConnections cluster, boolean synchronization) {
    SpringScope scope = SpringScope.current(cluster);
    if (scope != null && scope.isMismatch()) {
      return false;
    }
    boolean ours = cluster.primary().boundToThread();
    if (!ours && synchronization) {
      SpringScope.open(cluster).mismatch();
    }
    return ours;
  }
}
