package io.github.rwsplit.connection;

import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.route.RouteReason.REFUSED;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;

import io.github.rwsplit.node.ConnectionFailures;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.node.ReplicaRequest;
import io.github.rwsplit.route.Destination;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.route.TransactionKind;
import io.github.rwsplit.session.WriteMarkers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.transaction.Transaction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * MyBatis' Transaction of one SqlSession. MyBatis asks it for the connection of each statement, and
 * it answers by the decision on top of its stack: a replica's, which lives for that statement only,
 * or exactly the connection that the application's own Transaction gives.
 *
 * <p>Without a decision it is the primary. Belongs to one thread at a time, as a SqlSession does.
 */
public final class RoutingTransaction implements Transaction {

  /** How long replicas are tried for one connection before the primary is asked. */
  static final Duration ACQUIRE_DEADLINE = Duration.ofSeconds(2);

  private static final Logger log = LoggerFactory.getLogger(RoutingTransaction.class);

  private final Transaction primary;
  private final ClusterConnections cluster;
  private final SessionStyle style;
  private final List<Lease> leases = new ArrayList<>(1);
  private final Set<String> written = new LinkedHashSet<>(0);
  private @Nullable Frame top;
  private boolean pinned;
  private int reuseCursors;

  RoutingTransaction(Transaction primary, ClusterConnections cluster, SessionStyle style) {
    this.primary = primary;
    this.cluster = cluster;
    this.style = style;
  }

  /**
   * Finds ours behind what an executor shows.
   *
   * @param transaction what the executor shows
   * @return ours; null where the session was not opened through an attached factory
   */
  public static @Nullable RoutingTransaction behind(@Nullable Transaction transaction) {
    if (transaction instanceof OutsideTransaction outside) {
      return outside.inside();
    }
    return transaction instanceof RoutingTransaction ours ? ours : null;
  }

  /**
   * What outsiders get to see of it, such as {@code SqlSession.getConnection()}.
   *
   * @return a Transaction whose connection is the primary's
   */
  public Transaction outside() {
    return new OutsideTransaction(this);
  }

  /**
   * What kind of transaction or scope the next statement meets.
   *
   * @return the kind
   */
  public TransactionKind kind() {
    return TransactionLook.kind(cluster, style);
  }

  /**
   * Whether the connection is not ours to choose at this moment.
   *
   * @return true: the application's router points elsewhere, or the session was opened on a
   *     connection of the application's
   */
  public boolean foreign() {
    return style == SessionStyle.GIVEN || cluster.primary().pointsElsewhere();
  }

  /**
   * Whether reads have to follow an earlier write, or connection state, to the primary.
   *
   * @return true where the scope or the session is pinned
   */
  public boolean scopePinned() {
    if (pinned || reuseCursors > 0) {
      return true;
    }
    SpringScope scope = springScope();
    return scope != null && scope.pinnedToPrimary();
  }

  /**
   * The moment at which the data of the replica that the transaction lives on were fixed.
   *
   * @return a time of the markers' clock; null where reads see the present
   */
  public @Nullable Long snapshotAt() {
    SpringScope scope = springScope();
    return scope == null ? null : scope.snapshotAt();
  }

  /**
   * A logical call begins; the first statement in it decides where all of them go.
   *
   * @param sameDecision whether it belongs to the call around it, as the key query of an insert
   *     does
   * @return the frame, to be given to {@link #end}
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
   * @return the frame, to be given to {@link #end}
   */
  public Frame beginStatement(RouteDecision own, boolean nested) {
    Frame around = top;
    Frame within = around != null && (around.isCall() || nested) ? around : null;
    Frame frame = Frame.statement(around, within, merge(own, within, nested));
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

  /**
   * Takes a place in the budget of reads that are on the primary only for want of a replica; {@link
   * #end} gives it back.
   *
   * @param frame the statement that takes it
   * @return false: the budget is used up
   */
  public boolean holdFallback(Frame frame) {
    if (!frame.holdsFallback) {
      frame.holdsFallback = cluster.nodes().tryFallback();
    }
    return frame.holdsFallback;
  }

  /**
   * A call or a statement has ended; a replica's connection that nothing else uses goes back.
   *
   * @param frame the frame that began it
   */
  public void end(Frame frame) {
    top = frame.enclosing;
    Lease lease = frame.lease;
    if (lease != null) {
      frame.lease = null;
      release(lease);
    }
    if (frame.holdsFallback) {
      frame.holdsFallback = false;
      cluster.nodes().endFallback();
    }
  }

  /**
   * Whether ending a statement gives a replica's connection back.
   *
   * @param frame the statement
   * @return true where nothing else uses it
   */
  public boolean givesBack(Frame frame) {
    return frame.aloneOnReplica();
  }

  /**
   * Lets a cursor keep the replica's connection of its statement.
   *
   * @param frame the statement that opened the cursor
   * @param reuse whether the executor keeps statements for reuse: then every other statement goes
   *     to the primary until the cursor is closed
   * @return what the cursor runs when it is closed or consumed; running it again does nothing
   */
  public Runnable keepForCursor(Frame frame, boolean reuse) {
    Lease lease = frame.lease;
    if (lease != null) {
      lease.use();
    }
    if (reuse) {
      reuseCursors++;
    }
    return new Runnable() {
      private boolean done;

      @Override
      public void run() {
        if (done) {
          return;
        }
        done = true;
        if (reuse) {
          reuseCursors--;
        }
        if (lease != null) {
          release(lease);
        }
      }
    };
  }

  /** A write has run, or may have: reads that follow belong to the primary. */
  public void wrote() {
    String key = cluster.sessions().currentKey();
    WriteMarkers markers = cluster.sessions().markers();
    if (style == SessionStyle.SPRING
        && TransactionSynchronizationManager.isSynchronizationActive()) {
      SpringScope scope = SpringScope.open(cluster);
      scope.pinToPrimary();
      boolean commitsLater = TransactionSynchronizationManager.isActualTransactionActive();
      if (key != null && commitsLater) {
        scope.wrote(key);
      }
      if (key != null && (!commitsLater || scope.isMismatch())) {
        markers.wrote(key);
      }
      return;
    }
    pinned = true;
    if (key == null) {
      return;
    }
    if (style == SessionStyle.MANUAL || style == SessionStyle.GIVEN) {
      written.add(key);
    }
    if (style != SessionStyle.MANUAL) {
      markers.wrote(key);
    }
  }

  /** State was left on the primary's connection: what follows has to stay there. */
  public void pinToPrimary() {
    if (style == SessionStyle.SPRING
        && TransactionSynchronizationManager.isSynchronizationActive()) {
      SpringScope.open(cluster).pinToPrimary();
    } else {
      pinned = true;
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    Frame frame = top;
    if (frame == null || frame.isCall()) {
      return primary.getConnection();
    }
    return frame.decision().toReplica() ? replicaConnection(frame) : primaryConnection(frame);
  }

  /** The primary's connection for somebody outside; whatever is done with it pins. */
  Connection outsideConnection() throws SQLException {
    pinToPrimary();
    Connection connection = primary.getConnection();
    cluster.primary().learn(connection);
    return connection;
  }

  /** Whether a replica may serve the statement or the call that runs now. */
  boolean mayBeOnReplica() {
    Frame frame = top;
    return frame != null && (frame.decision == null || frame.decision().toReplica());
  }

  PrimarySource primarySource() {
    return cluster.primary();
  }

  @Override
  public void commit() throws SQLException {
    if (written.isEmpty()) {
      primary.commit();
      return;
    }
    WriteMarkers markers = cluster.sessions().markers();
    written.forEach(markers::underWay);
    try {
      primary.commit();
    } finally {
      // also after an error: nobody knows then whether the commit took place
      written.forEach(markers::committed);
      written.clear();
    }
  }

  @Override
  public void rollback() throws SQLException {
    written.clear();
    primary.rollback();
  }

  @Override
  public void close() throws SQLException {
    for (Lease lease : List.copyOf(leases)) {
      if (!lease.pinned()) {
        lease.close();
      }
    }
    leases.clear();
    primary.close();
  }

  @Override
  public @Nullable Integer getTimeout() throws SQLException {
    return primary.getTimeout();
  }

  private Connection primaryConnection(Frame frame) throws SQLException {
    if (frame.decision().destination() == Destination.PRIMARY) {
      frame.target = cluster.nodes().primary();
    }
    Connection connection = primary.getConnection();
    frame.connected = true;
    if (frame.decision().destination() == Destination.PRIMARY) {
      frame.used = cluster.nodes().primary();
    }
    return connection;
  }

  private Connection replicaConnection(Frame frame) throws SQLException {
    Lease lease = frame.lease;
    if (lease == null || !lease.isOpen()) {
      lease = shared(frame);
      if (lease == null) {
        lease =
            frame.decision().destination() == Destination.PINNED_REPLICA
                ? pinnedLease(frame)
                : statementLease(frame);
      }
      if (lease == null) {
        return withoutReplica(frame);
      }
      lease.use();
      frame.lease = lease;
      frame.target = lease.node();
    }
    frame.connected = true;
    frame.used = lease.node();
    return lease.connection();
  }

  /** The replica's connection that a statement around this one, or an open cursor, holds. */
  private @Nullable Lease shared(Frame frame) {
    for (Lease lease : leases) {
      boolean serves = lease.node().groups().contains(frame.decision().group());
      if (lease.isOpen() && serves && !frame.tried.contains(lease.node().name())) {
        return lease;
      }
    }
    return null;
  }

  private @Nullable Lease pinnedLease(Frame frame) throws SQLException {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      return null;
    }
    SpringScope scope = SpringScope.open(cluster);
    Lease lease = scope.replica();
    if (lease == null) {
      long before = cluster.sessions().markers().now();
      lease = borrow(frame, true);
      if (lease != null) {
        scope.liveOn(lease, before);
      }
    }
    return lease;
  }

  private @Nullable Lease statementLease(Frame frame) throws SQLException {
    Lease lease = borrow(frame, false);
    if (lease != null) {
      leases.add(lease);
      Frame call = frame.enclosing;
      if (call != null && call.isCall()) {
        call.used = lease.node();
      }
    }
    return lease;
  }

  /** Asks one node after another for a connection, until one gives it or the time is over. */
  private @Nullable Lease borrow(Frame frame, boolean forTransaction) throws SQLException {
    long deadline = System.nanoTime() + ACQUIRE_DEADLINE.toNanos();
    Node node = preferred(frame);
    while (node != null) {
      if (frame.target == null) {
        frame.target = node;
      }
      frame.tried.add(node.name());
      try {
        return Lease.of(node, cluster.routing().connect(node), forTransaction);
      } catch (SQLException e) {
        if (ConnectionFailures.interrupted(e)) {
          throw e;
        }
        log.debug("{} gave no connection, the next node is tried", node.name(), e);
        node.failed(e);
      }
      node = System.nanoTime() - deadline < 0 ? cluster.nodes().pick(request(frame)) : null;
    }
    return null;
  }

  /** The node that an earlier statement of the same call used, else the balancer's choice. */
  private @Nullable Node preferred(Frame frame) {
    Frame call = frame.enclosing;
    Node earlier = call != null && call.isCall() ? call.used : null;
    return earlier != null && !frame.tried.contains(earlier.name())
        ? earlier
        : cluster.nodes().pick(request(frame));
  }

  private static ReplicaRequest request(Frame frame) {
    RouteDecision decision = frame.decision();
    return new ReplicaRequest(
        decision.group(), decision.maxLag(), frame.tried, frame.sessionKey, frame.queryKey);
  }

  /** No replica gave a connection: the primary, if policy and budget allow it. */
  private Connection withoutReplica(Frame frame) throws SQLException {
    RouteDecision decision = frame.decision();
    if (decision.destination() == Destination.PINNED_REPLICA
        && !TransactionSynchronizationManager.isSynchronizationActive()) {
      frame.decide(decision.onPrimary(TX_READ_ONLY));
      return primaryConnection(frame);
    }
    if (cluster.nodes().group(decision.group()).whenNone() == NodeSettings.WhenNone.REFUSE) {
      frame.because(REFUSED);
      throw Refusals.noReplica(decision.group(), frame.tried);
    }
    if (!holdFallback(frame)) {
      frame.because(REFUSED);
      throw Refusals.noBudget(decision.group(), frame.tried);
    }
    boolean second = decision.reason() == RETRY_READ;
    frame.decide(decision.onPrimary(second ? RETRY_READ : NO_ELIGIBLE_REPLICA));
    return primaryConnection(frame);
  }

  private void release(Lease lease) {
    lease.endUse();
    if (!lease.isOpen()) {
      leases.remove(lease);
    }
  }

  private @Nullable SpringScope springScope() {
    return style == SessionStyle.SPRING ? SpringScope.current(cluster) : null;
  }
}
