package io.github.rwsplit.connection;

import io.github.rwsplit.session.WriteMarkers;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What one cluster has to remember for as long as Spring's synchronization is active on a thread:
 * whether the scope is pinned to the primary, which sessions wrote in the transaction, and the
 * replica that a read-only transaction lives on. Shared by all SqlSessions of the scope; put aside
 * and taken up again with it when the scope is suspended.
 *
 * <p>Markers: a commit is under way from beforeCommit, since callbacks of the application may read
 * between the commit and our own afterCompletion; the marker itself is set in afterCompletion. A
 * write made after the commit began is committed only when Spring cleans up behind all callbacks;
 * its marker is set at the end as well.
 */
final class SpringScope implements TransactionSynchronization {

  private final ClusterConnections cluster;
  private final Set<String> written = new LinkedHashSet<>();
  private final Set<String> underWay = new LinkedHashSet<>();
  private boolean pinnedToPrimary;
  private boolean mismatch;
  private @Nullable Lease replica;
  private @Nullable Long snapshotAt;

  private SpringScope(ClusterConnections cluster) {
    this.cluster = cluster;
  }

  /** The scope of this thread; null where nothing had to be remembered yet. */
  static @Nullable SpringScope current(ClusterConnections cluster) {
    return (SpringScope) TransactionSynchronizationManager.getResource(cluster.routing());
  }

  /** The scope of this thread, made now if need be. Only while synchronization is active. */
  static SpringScope open(ClusterConnections cluster) {
    SpringScope scope = current(cluster);
    if (scope == null) {
      scope = new SpringScope(cluster);
      TransactionSynchronizationManager.registerSynchronization(scope);
      TransactionSynchronizationManager.bindResource(cluster.routing(), scope);
    }
    return scope;
  }

  void pinToPrimary() {
    pinnedToPrimary = true;
  }

  boolean pinnedToPrimary() {
    return pinnedToPrimary;
  }

  void mismatch() {
    mismatch = true;
  }

  boolean isMismatch() {
    return mismatch;
  }

  /** A session wrote in the transaction of this scope. */
  void wrote(String key) {
    written.add(key);
  }

  /** The replica that the read-only transaction lives on; null where it has none yet. */
  @Nullable Lease replica() {
    return replica;
  }

  /** The moment at which that replica's snapshot cannot have begun earlier; null without one. */
  @Nullable Long snapshotAt() {
    return snapshotAt;
  }

  void liveOn(Lease lease, long at) {
    replica = lease;
    snapshotAt = at;
  }

  @Override
  public void suspend() {
    TransactionSynchronizationManager.unbindResourceIfPossible(cluster.routing());
  }

  @Override
  public void resume() {
    TransactionSynchronizationManager.bindResource(cluster.routing(), this);
  }

  @Override
  public void beforeCommit(boolean readOnly) {
    WriteMarkers markers = cluster.sessions().markers();
    for (String key : written) {
      if (underWay.add(key)) {
        markers.underWay(key);
      }
    }
  }

  @Override
  public void afterCompletion(int status) {
    TransactionSynchronizationManager.unbindResourceIfPossible(cluster.routing());
    WriteMarkers markers = cluster.sessions().markers();
    for (String key : written) {
      boolean announced = underWay.contains(key);
      if (status != STATUS_ROLLED_BACK) {
        if (announced) {
          markers.committed(key);
        } else {
          markers.wrote(key);
        }
      } else if (announced) {
        markers.abandoned(key);
      }
    }
    Lease lease = replica;
    if (lease != null) {
      lease.close();
    }
  }
}
