package io.github.rwsplit.connection;

import io.github.rwsplit.node.Proof;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.Sessions;
import io.github.rwsplit.session.Writer;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
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
 * write made after the commit began is committed only when Spring cleans up behind all callbacks,
 * so nobody can say when: its session reads the primary for the window.
 */
final class SpringScope implements TransactionSynchronization {

  private static final String TRANSACTION_OUTCOME_UNKNOWN = "08007";

  private final ClusterConnections cluster;
  private final Set<Writer> written = new LinkedHashSet<>();
  private final Set<Writer> underWay = new LinkedHashSet<>();
  private final Set<Writer> late = new LinkedHashSet<>();
  private boolean pinnedToPrimary;
  private boolean beganOnPrimary;
  private boolean mismatch;
  private final Map<String, Consumer<Throwable>> statements = new LinkedHashMap<>();
  private boolean changed;
  private @Nullable Position heardBefore;
  private @Nullable Position heard;
  private boolean committing;
  private long commitBegan;
  private boolean completing;
  private int savepointRollbacks;
  private @Nullable Lease replica;
  private @Nullable Long snapshotAt;
  private @Nullable Long snapshotReadAt;
  private @Nullable Proof snapshotProof;

  private SpringScope(ClusterConnections cluster) {
    this.cluster = cluster;
    this.commitBegan = cluster.sessions().now();
  }

  /** The scope of this thread; null where nothing had to be remembered yet. */
  static @Nullable SpringScope current(ClusterConnections cluster) {
    return current(cluster.routing());
  }

  /** The same of the cluster that a DataSource routes to. */
  static @Nullable SpringScope current(RoutingDataSource routing) {
    SpringScope scope = (SpringScope) TransactionSynchronizationManager.getResource(routing);
    return scope == null || scope.isOver() ? null : scope;
  }

  /** The scope of this thread, made now if need be. Only while synchronization is active. */
  static SpringScope open(ClusterConnections cluster) {
    SpringScope scope = current(cluster);
    if (scope == null) {
      scope = new SpringScope(cluster);
      TransactionSynchronizationManager.registerSynchronization(scope);
      TransactionSynchronizationManager.unbindResourceIfPossible(cluster.routing());
      TransactionSynchronizationManager.bindResource(cluster.routing(), scope);
    }
    return scope;
  }

  /**
   * Whether this scope only waits for its afterCompletion, and somebody else's callback has begun a
   * scope of its own meanwhile: Spring suspends nothing then.
   */
  private boolean isOver() {
    return completing
        && TransactionSynchronizationManager.isSynchronizationActive()
        && !TransactionSynchronizationManager.getSynchronizations().contains(this);
  }

  void pinToPrimary() {
    pinnedToPrimary = true;
  }

  boolean pinnedToPrimary() {
    return pinnedToPrimary;
  }

  /** The read-only transaction, which may live on a replica, reads the primary. */
  void beginOnPrimary() {
    beganOnPrimary = true;
  }

  boolean beganOnPrimary() {
    return beganOnPrimary;
  }

  void mismatch() {
    mismatch = true;
  }

  boolean isMismatch() {
    return mismatch;
  }

  /**
   * Something was written in the transaction of this scope.
   *
   * @param writers for whom; empty where nobody is to be told
   */
  void wrote(Set<Writer> writers, Write write) {
    changed |= write.changedRows();
    write.statements().forEach(statements::putIfAbsent);
    writers.forEach(writer -> wrote(writer, write));
  }

  private void wrote(Writer writer, Write write) {
    written.add(writer);
    Position already = write.position();
    if (already != null) {
      // a statement that commits whatever was open, and itself
      cluster.sessions().delivered(writer, already);
      heardBefore = already;
    }
    if (completing) {
      late.add(writer);
    }
    if (committing) {
      announce(writer);
    }
  }

  /** Whether the transaction is being committed or rolled back now, or was just before. */
  boolean isCompleting() {
    return completing;
  }

  /** The server has told the position of the transaction, on its thread. */
  void heard(Position position) {
    Position before = heard;
    heard = before == null ? position : before.max(position);
    // callbacks of the application may send it on, before our own is called
    written.forEach(writer -> cluster.sessions().delivered(writer, position));
  }

  private void announce(Writer writer) {
    if (underWay.add(writer)) {
      cluster.sessions().underWay(writer);
    }
  }

  /** How often the transaction went back to a savepoint. */
  int savepointRollbacks() {
    return savepointRollbacks;
  }

  /** The replica that the read-only transaction lives on; null where it has none yet. */
  @Nullable Lease replica() {
    return replica;
  }

  /** The moment at which that replica's snapshot cannot have begun earlier; null without one. */
  @Nullable Long snapshotAt() {
    return snapshotAt;
  }

  /** Whether what that replica was proved to have before its snapshot is enough for a statement. */
  boolean snapshotSatisfies(Frame frame) {
    Proof before = snapshotProof;
    Long at = snapshotAt;
    Needed needed = frame.needed();
    if (before == null || at == null || needed == null) {
      return before != null && needed == null;
    }
    boolean readHere = snapshotReadAt != null && needed.readAt() == snapshotReadAt;
    return before.satisfies(readHere ? needed.ofWrites() : needed, at);
  }

  /** The time at which the replica's snapshot was there for sure, now that a read of it ended. */
  long snapshotReadAt() {
    Long known = snapshotReadAt;
    if (known == null) {
      known = cluster.sessions().now();
      snapshotReadAt = known;
    }
    return known;
  }

  /**
   * The read-only transaction lives on a replica from now on.
   *
   * @param at a time before its first statement
   * @param before what the replica was proved to have then
   */
  void liveOn(Lease lease, long at, Proof before) {
    replica = lease;
    snapshotAt = at;
    snapshotProof = before;
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
  public void savepointRollback(Object savepoint) {
    savepointRollbacks++;
    // what is left may be nothing
    changed = false;
  }

  @Override
  public void beforeCommit(boolean readOnly) {
    committing = true;
    commitBegan = cluster.sessions().now();
    written.forEach(this::announce);
  }

  @Override
  public void beforeCompletion() {
    completing = true;
  }

  @Override
  public void afterCompletion(int status) {
    if (TransactionSynchronizationManager.getResource(cluster.routing()) == this) {
      TransactionSynchronizationManager.unbindResource(cluster.routing());
    }
    try {
      boolean lost = status != STATUS_COMMITTED && lostAtTheCommit();
      settle(lost ? STATUS_UNKNOWN : status, lost);
    } finally {
      Lease lease = replica;
      if (lease != null) {
        lease.close();
      }
    }
  }

  /**
   * Whether the connection was lost when the commit had been sent, perhaps. Spring calls a
   * transaction rolled back whose commit failed; some pools roll back without an error when the
   * connection is lost.
   */
  private boolean lostAtTheCommit() {
    return committing
        && completing
        && !mismatch
        && !(written.isEmpty() && statements.isEmpty())
        && !OwnCommits.answers(cluster.primary()::boundConnection);
  }

  private void settle(int status, boolean lost) {
    boolean inTime = completing && !late.containsAll(written);
    CommitPosition position = CommitPosition.heard(heard);
    if (position == null && status == STATUS_COMMITTED && inTime && !mismatch) {
      // a connection that told of a commit would have told of this one, had it written anything
      Position before = heardBefore;
      position =
          before == null
              ? cluster.commits().ask(changed, cluster.primary()::boundConnection)
              : CommitPosition.ofEarlier(before);
    }
    for (Writer writer : written) {
      if (position != null) {
        position.tell(cluster.sessions(), writer);
      }
      settle(writer, position != null && status == STATUS_UNKNOWN ? STATUS_COMMITTED : status);
    }
    if (position == null && lost) {
      SQLException unknown =
          new SQLException("the connection was lost at the commit", TRANSACTION_OUTCOME_UNKNOWN);
      statements.values().forEach(statement -> statement.accept(unknown));
    }
  }

  private void settle(Writer writer, int status) {
    Sessions sessions = cluster.sessions();
    boolean announced = underWay.contains(writer);
    boolean behindUs = late.contains(writer) || !completing;
    if (status == STATUS_UNKNOWN || (behindUs && status == STATUS_COMMITTED)) {
      // what was written after the commit began is committed when Spring cleans up, behind us
      sessions.outcomeUnknown(writer, announced);
    } else if (status == STATUS_COMMITTED && announced) {
      sessions.committed(writer, commitBegan);
    } else if (status == STATUS_COMMITTED) {
      sessions.wrote(writer, commitBegan);
    } else if (announced) {
      sessions.abandoned(writer);
    }
  }
}
