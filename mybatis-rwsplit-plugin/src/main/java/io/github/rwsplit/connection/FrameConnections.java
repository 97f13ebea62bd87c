package io.github.rwsplit.connection;

import static io.github.rwsplit.route.RouteReason.DEGRADED_STALE;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.route.RouteReason.REFUSED;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.node.ConnectionFailures;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.node.PositionWait;
import io.github.rwsplit.node.ReplicaRequest;
import io.github.rwsplit.route.Destination;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.route.RouteReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Gets the connection that a statement's decision asks for, and gives replicas' connections back.
 * Passes over nodes that give none, and ends on the primary where policy and budget allow it. One
 * for all sessions of a factory that are alike; what a session holds is kept in its {@link
 * HeldConnections}, which belong to one thread at a time.
 */
final class FrameConnections {

  /** How long replicas are tried for one connection before the primary is asked. */
  static final long ACQUIRE_DEADLINE_NANOS = Duration.ofSeconds(2).toNanos();

  /** Why a read that a replica could serve by its level is on the primary, or may be. */
  private static final Set<RouteReason> HELD_BACK =
      EnumSet.of(
          RouteReason.PRIMARY_ONLY,
          RouteReason.ROLLOUT,
          RouteReason.NO_SESSION_CONTEXT,
          SESSION_MARKER,
          NO_ELIGIBLE_REPLICA,
          RouteReason.RETRY_EMPTY);

  private static final Logger log = LoggerFactory.getLogger(FrameConnections.class);

  private final ClusterConnections cluster;
  private final SessionStyle style;
  private final PrimaryUse primaryUse;

  FrameConnections(ClusterConnections cluster, SessionStyle style) {
    this.cluster = cluster;
    this.style = style;
    this.primaryUse = new PrimaryUse(cluster);
  }

  ClusterConnections cluster() {
    return cluster;
  }

  SessionStyle style() {
    return style;
  }

  /** The connection for a statement. */
  Connection of(HeldConnections held, Frame frame) throws SQLException {
    return frame.decision().toReplica()
        ? replicaConnection(held, frame)
        : primaryConnection(held, frame);
  }

  /** A statement ends: what it holds alone goes back. */
  void end(HeldConnections held, Frame frame) {
    Lease lease = frame.letsGo();
    try {
      if (lease != null) {
        held.release(lease);
      }
    } finally {
      if (frame.holdsFallback) {
        frame.holdsFallback = false;
        cluster.nodes().primaryReads().endFallback();
      }
    }
  }

  /** Takes a place in the budget of reads that are on the primary only for want of a replica. */
  boolean holdFallback(Frame frame) {
    if (!frame.holdsFallback) {
      frame.holdsFallback = cluster.nodes().primaryReads().tryFallback();
    }
    return frame.holdsFallback;
  }

  /** Counts a read among those that an operator lets begin on the primary each second. */
  boolean mayReadPrimary(Frame frame) {
    if (!frame.countedOnPrimary) {
      frame.countedOnPrimary = cluster.nodes().primaryReads().tryRead();
    }
    return frame.countedOnPrimary;
  }

  /**
   * Holds back what a replica could serve by its level, so that such reads cannot bury the primary.
   * Parts of a result that is being read, and everything in a transaction, pass.
   */
  private void holdBack(Frame frame) throws SQLException {
    ConsistencyLevel level = frame.decision().level();
    boolean counts =
        level != null
            && level != ConsistencyLevel.STRONG
            && frame.filled() == null
            && !TransactionSynchronizationManager.isActualTransactionActive();
    if (counts && !mayReadPrimary(frame)) {
      frame.because(REFUSED);
      throw Refusals.tooManyOnPrimary(cluster.nodes().primaryReads().rate());
    }
  }

  /** A statement that MyBatis had kept, or queued, runs again without asking for a connection. */
  void runsOnKeptStatement(HeldConnections held, Frame frame) throws SQLException {
    if (frame.connected) {
      return;
    }
    if (HELD_BACK.contains(frame.decision().reason())
        && frame.decision().destination() == Destination.PRIMARY) {
      holdBack(frame);
    }
    frame.connected = true;
    if (frame.decision().toReplica()) {
      Lease lease = shared(held, frame);
      SpringScope scope = lease == null ? SpringScope.current(cluster) : null;
      Lease pinned = scope == null ? lease : scope.replica();
      if (pinned != null) {
        frame.on(pinned);
      }
    } else if (frame.decision().destination() == Destination.PRIMARY) {
      primaryUse.check(frame);
      frame.on(cluster.nodes().primary());
      SessionReads.catchUp(frame, cluster, held.primaryConnection());
    }
  }

  private Connection primaryConnection(HeldConnections held, Frame frame) throws SQLException {
    boolean ours = frame.decision().destination() == Destination.PRIMARY;
    if (ours) {
      frame.node = cluster.nodes().primary();
      primaryUse.check(frame);
      if (HELD_BACK.contains(frame.decision().reason())) {
        holdBack(frame);
      }
    }
    if (ours && primaryUse.mayReadApart(frame, held.tookPrimary())) {
      return readApart(held, frame);
    }
    Connection connection = held.primaryConnection();
    frame.connected = true;
    if (ours) {
      frame.on(cluster.nodes().primary());
      primaryUse.began(frame);
      SessionReads.catchUp(frame, cluster, connection);
    }
    return connection;
  }

  /** A connection of the primary's pool for reads, for this statement and what runs within it. */
  private Connection readApart(HeldConnections held, Frame frame) throws SQLException {
    Lease lease = frame.held();
    if (lease == null || !lease.isOpen()) {
      lease = openOnPrimary(held);
      if (lease == null) {
        lease = primaryUse.lease();
        held.keep(lease);
      }
      frame.hold(lease);
    }
    frame.on(lease);
    SessionReads.catchUp(frame, cluster, lease.connection());
    return lease.connection();
  }

  private @Nullable Lease openOnPrimary(HeldConnections held) {
    for (Lease lease = held.leases(); lease != null; lease = lease.next) {
      if (lease.isOpen() && lease.node() == cluster.nodes().primary()) {
        return lease;
      }
    }
    return null;
  }

  private Connection replicaConnection(HeldConnections held, Frame frame) throws SQLException {
    Lease lease = frame.held();
    if (lease == null || !lease.isOpen()) {
      lease = shared(held, frame);
      if (lease == null) {
        lease =
            frame.decision().destination() == Destination.PINNED_REPLICA
                ? pinnedLease(frame)
                : statementLease(held, frame, false);
      }
      if (lease == null) {
        return withoutReplica(held, frame);
      }
      frame.hold(lease);
    }
    frame.on(lease);
    return lease.connection();
  }

  /** The replica's connection that a statement around this one, or an open cursor, holds. */
  private @Nullable Lease shared(HeldConnections held, Frame frame) {
    Frame filled = frame.filled();
    Lease around = filled == null ? null : filled.held();
    if (around != null && around.isOpen()) {
      // whatever its own group: the rows of one result come from one node
      return around;
    }
    for (Lease lease = held.leases(); lease != null; lease = lease.next) {
      if (lease.isOpen() && serves(lease.node(), frame)) {
        return lease;
      }
    }
    return null;
  }

  private boolean serves(Node node, Frame frame) {
    Node bound = frame.boundTo();
    return (bound == null || bound == node)
        && node.groups().contains(frame.decision().group())
        && !frame.tried().contains(node.name())
        && frame.satisfiedBy(node.proof(), System.nanoTime())
        && cluster.nodes().isFreshEnough(node, frame);
  }

  private @Nullable Lease pinnedLease(Frame frame) throws SQLException {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      return null;
    }
    SpringScope scope = SpringScope.open(cluster);
    Lease lease = scope.replica();
    if (lease != null) {
      return scope.snapshotSatisfies(frame) ? lease : null;
    }
    long before = cluster.sessions().now();
    lease = borrow(frame, true, false);
    if (lease != null) {
      scope.liveOn(lease, before, lease.node().proof());
    }
    return lease;
  }

  private @Nullable Lease statementLease(HeldConnections held, Frame frame, boolean stale)
      throws SQLException {
    Lease lease = borrow(frame, false, stale);
    if (lease != null) {
      held.keep(lease);
      Frame call = frame.call();
      if (call != null) {
        call.node = lease.node();
      }
    }
    return lease;
  }

  /** Asks one node after another for a connection, until one gives it or the time is over. */
  private @Nullable Lease borrow(Frame frame, boolean forTransaction, boolean stale)
      throws SQLException {
    long begun = System.nanoTime();
    long deadline = begun + ACQUIRE_DEADLINE_NANOS;
    Node node = preferred(frame, stale, begun);
    while (node != null) {
      if (frame.node == null) {
        frame.node = node;
      }
      try {
        Connection connection = cluster.routing().connect(node);
        return forTransaction
            ? Lease.forTransaction(node, connection)
            : Lease.forStatement(node, connection);
      } catch (SQLException | RuntimeException e) {
        // also a RuntimeException: a pool that is made at its first use throws one
        if (ConnectionFailures.interrupted(e)) {
          throw e;
        }
        log.debug("{} gave no connection, the next node is tried", node.name(), e);
        node.failed(e);
        frame.failedOn(node.name());
      }
      long now = System.nanoTime();
      node = now - deadline < 0 && frame.boundTo() == null ? pick(frame, stale, now) : null;
    }
    boolean mayWait = !stale && frame.boundTo() == null && System.nanoTime() - deadline < 0;
    return mayWait ? waitFor(frame, forTransaction) : null;
  }

  /** Waits once for the freshest replica to reach what the session needs. */
  private @Nullable Lease waitFor(Frame frame, boolean forTransaction) throws SQLException {
    Duration longest = cluster.sessions().longestWait();
    if (longest.isZero()) {
      return null;
    }
    try (PositionWait wait = cluster.nodes().beginWait(frame, longest)) {
      return wait == null ? null : leaseAfter(wait, frame, forTransaction);
    }
  }

  private @Nullable Lease leaseAfter(PositionWait wait, Frame frame, boolean forTransaction)
      throws SQLException {
    Node node = wait.node();
    Connection connection = null;
    try {
      connection = cluster.routing().connect(node);
      node.leased(connection);
      boolean reached = wait.on(connection);
      node.returned(connection);
      if (reached
          && frame.satisfiedBy(node.proof(), System.nanoTime())
          && cluster.nodes().isFreshEnough(node, frame)) {
        return forTransaction
            ? Lease.forTransaction(node, connection)
            : Lease.forStatement(node, connection);
      }
    } catch (SQLException | RuntimeException e) {
      if (connection != null) {
        node.returned(connection);
      }
      if (ConnectionFailures.interrupted(e)) {
        giveBack(connection, node);
        throw e;
      }
      log.debug("{} could not be waited for, the primary is asked", node.name(), e);
      node.failed(e);
      frame.failedOn(node.name());
    }
    giveBack(connection, node);
    return null;
  }

  private static void giveBack(@Nullable Connection connection, Node node) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      log.debug("{} did not take its connection back", node.name(), e);
    }
  }

  /**
   * The node that an earlier statement of the same call used, else the balancer's choice; but once
   * one has answered no other is asked, which might show less: a page without what was counted.
   */
  private @Nullable Node preferred(Frame frame, boolean stale, long now) {
    Frame call = frame.call();
    Node earlier = call == null ? null : call.node;
    // one that was stale then is taken again only as such
    boolean degraded = call != null && call.decision().reason() == DEGRADED_STALE;
    boolean again =
        earlier != null
            && (stale || !degraded)
            && !frame.tried().contains(earlier.name())
            && frame.satisfiedBy(earlier.proof(), now);
    if (again) {
      return earlier;
    }
    return frame.boundTo() == null ? pick(frame, stale, now) : null;
  }

  private @Nullable Node pick(Frame frame, boolean stale, long now) {
    return stale ? cluster.nodes().pickStale(frame) : cluster.nodes().pick(frame, now);
  }

  /** No replica gave a connection: the primary, if policy and budget allow it. */
  private Connection withoutReplica(HeldConnections held, Frame frame) throws SQLException {
    RouteDecision decision = frame.decision();
    if (decision.destination() == Destination.PINNED_REPLICA
        && !TransactionSynchronizationManager.isSynchronizationActive()) {
      frame.decide(decision.onPrimary(TX_READ_ONLY));
      return primaryConnection(held, frame);
    }
    if (waitsForItsSession(frame)) {
      return onPrimary(held, frame, SESSION_MARKER);
    }
    NodeSettings.WhenNone whenNone = cluster.nodes().group(decision.group()).whenNone();
    if (whenNone == NodeSettings.WhenNone.REFUSE) {
      frame.because(REFUSED);
      throw Refusals.noReplica(decision.group(), frame.tried());
    }
    if (whenNone == NodeSettings.WhenNone.STALE) {
      Connection stale = staleConnection(held, frame);
      if (stale != null) {
        return stale;
      }
    }
    Frame call = frame.call();
    // the page of a count that had to be on the primary is there too, in the same place of the
    // budget
    if (!holdFallback(call == null ? frame : call)) {
      Connection stale = cluster.nodes().staleWhenExhausted() ? staleConnection(held, frame) : null;
      if (stale != null) {
        return stale;
      }
      frame.because(REFUSED);
      throw Refusals.noBudget(decision.group(), frame.tried());
    }
    boolean second = decision.reason() == RETRY_READ;
    if (second) {
      // not by its reason, which also stands for what a replica refused as a write
      holdBack(frame);
    }
    return onPrimary(held, frame, second ? RETRY_READ : NO_ELIGIBLE_REPLICA);
  }

  /**
   * A replica that is older than its limit, for a read that bears it. A transaction does not live
   * on one: later reads in it would not say so.
   */
  private @Nullable Connection staleConnection(HeldConnections held, Frame frame)
      throws SQLException {
    RouteDecision decision = frame.decision();
    if (decision.level() != ConsistencyLevel.EVENTUAL
        || decision.destination() != Destination.REPLICA) {
      return null;
    }
    Lease lease = statementLease(held, frame, true);
    if (lease == null) {
      return null;
    }
    frame.because(DEGRADED_STALE);
    Frame call = frame.call();
    if (call != null) {
      call.because(DEGRADED_STALE);
    }
    frame.hold(lease);
    frame.on(lease);
    return lease.connection();
  }

  /** Whether it is only its session's write that keeps the read from a replica. */
  private boolean waitsForItsSession(Frame frame) {
    if (frame.needed() == null || frame.boundTo() != null) {
      return false;
    }
    SpringScope scope = SpringScope.current(cluster);
    boolean livesOnOne = scope != null && scope.replica() != null;
    ReplicaRequest any = frame.unproved();
    return livesOnOne
        || cluster.nodes().pick(any) != null
        // however fresh the replicas were, none would have it
        || (cluster.nodes().pickStale(any) != null && cluster.nodes().pickStale(frame) == null);
  }

  /** The rest of a pager's call follows a statement that had to go to the primary. */
  private Connection onPrimary(HeldConnections held, Frame frame, RouteReason reason)
      throws SQLException {
    frame.decide(frame.decision().onPrimary(reason));
    Frame call = frame.call();
    if (call != null) {
      call.decide(frame.decision());
    }
    return primaryConnection(held, frame);
  }
}
