package io.github.rwsplit.connection;

import io.github.rwsplit.node.Node;
import io.github.rwsplit.route.TransactionKind;
import io.github.rwsplit.session.StatementLook;
import io.github.rwsplit.session.Writer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.apache.ibatis.transaction.Transaction;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * MyBatis' Transaction of one SqlSession. MyBatis asks it for the connection of each statement, and
 * it answers by the decision on top of its stack: a replica's, which lives for that statement only,
 * or exactly the connection that the application's own Transaction gives.
 *
 * <p>Without a decision it is the primary. Belongs to one thread at a time, as a SqlSession does.
 */
public final class RoutingTransaction extends StatementStack implements Transaction {

  // each read makes one: its fields are chosen so that it takes 40 bytes and not 48
  private final FrameConnections connections;

  // made by those who need them, which a session that reads once does not
  private @Nullable SessionWrites writes;
  private @Nullable Transaction outside;
  private boolean pinned;
  private short reuseCursors;

  /**
   * @param primary the application's own Transaction, which gives the primary's connection, or what
   *     stands for one until it is needed
   * @param connections shared by the sessions of a factory that are alike
   */
  RoutingTransaction(Transaction primary, FrameConnections connections) {
    super(primary);
    this.connections = connections;
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
    Transaction known = outside;
    if (known == null) {
      known = new OutsideTransaction(this);
      outside = known;
    }
    return known;
  }

  /**
   * What kind of transaction or scope the next statement meets.
   *
   * @return the kind
   */
  public TransactionKind kind() {
    return TransactionLook.kind(cluster(), style());
  }

  /**
   * Whether the connection is not ours to choose at this moment.
   *
   * @return true: the application's router points elsewhere, Spring's own splitting has taken the
   *     read-only transaction elsewhere, or the session was opened on a connection of the
   *     application's
   */
  public boolean foreign() {
    PrimarySource source = cluster().primary();
    return style() == SessionStyle.GIVEN
        || source.pointsElsewhere()
        || (source.readOnlyElsewhere() && kind() == TransactionKind.READ_ONLY);
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
   * Whether a read-only transaction that may live on a replica has read the primary already.
   *
   * @return true where its snapshot on the primary was there before that of a replica would be
   */
  public boolean beganOnPrimary() {
    SpringScope scope = springScope();
    return scope != null && scope.beganOnPrimary();
  }

  /**
   * Looks at the current session: as it is now, or was when the data of the replica were fixed that
   * a read-only transaction lives on.
   *
   * @param kind what the statement meets, as {@link #kind} told
   * @return the look, for one statement on this thread
   */
  public StatementLook look(TransactionKind kind) {
    SpringScope scope = kind == TransactionKind.READ_ONLY ? springScope() : null;
    return cluster().sessions().look(scope == null ? null : scope.snapshotAt());
  }

  /**
   * How often the transaction went back to a savepoint: what was read before may never have been.
   *
   * @return a number that differs after each time
   */
  public int savepointRollbacks() {
    boolean watched =
        style() == SessionStyle.SPRING
            && TransactionSynchronizationManager.isActualTransactionActive()
            && TransactionSynchronizationManager.isSynchronizationActive();
    return watched ? SpringScope.open(cluster()).savepointRollbacks() : 0;
  }

  /**
   * Takes a place in the budget of reads that are on the primary only for want of a replica; {@link
   * #end} gives it back. It also counts among the reads that may begin there each second.
   *
   * @param frame the statement that takes it
   * @return false: the budget is used up
   */
  public boolean holdFallback(Frame frame) {
    return connections.holdFallback(frame) && connections.mayReadPrimary(frame);
  }

  /**
   * A call or a statement has ended; a replica's connection that nothing else uses goes back.
   *
   * @param frame the frame that began it
   */
  public void end(Frame frame) {
    pop(frame);
    connections.end(this, frame);
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
   * @return the connection, to be released when the cursor is closed or consumed
   * @throws SQLException if the primary's connection, which the statement has, is not to be had
   */
  public CursorConnection keepForCursor(Frame frame, boolean reuse) throws SQLException {
    Lease lease = frame.ranOn();
    Connection connection = connectionOf(frame);
    if (lease != null) {
      lease.use();
    }
    if (reuse) {
      reuseCursors++;
    }
    return new CursorConnection(
        connection,
        this::doubted,
        () -> {
          if (reuse) {
            reuseCursors--;
          }
          if (lease != null) {
            release(lease);
          }
        });
  }

  /**
   * Whether the connection of a statement was lost, perhaps by another statement on it.
   *
   * @param frame a statement that has {@link Frame#connected}
   * @return true where rows of it may be missing
   * @throws SQLException if the connection does not say
   */
  public boolean lost(Frame frame) throws SQLException {
    return CursorConnection.isLost(connectionOf(frame), doubted());
  }

  /** A statement has failed: what else is read on its connection may have been cut off. */
  public void failed() {
    writes().doubt();
  }

  private boolean doubted() {
    SessionWrites made = writes;
    return made != null && made.doubted();
  }

  private Connection connectionOf(Frame frame) throws SQLException {
    Lease lease = frame.ranOn();
    return lease == null ? primary().getConnection() : lease.connection();
  }

  /**
   * Something begins that may write: from now on its own commit is listened for.
   *
   * @return to be closed once the driver has returned, and then given to {@link #wrote}
   */
  public Write beginWrite() {
    return cluster().commits().begin();
  }

  /**
   * A write has run, or may have: reads that follow belong to the primary.
   *
   * @param write what began before it, closed by now
   */
  public void wrote(Write write) {
    wrote(write, Set.of());
  }

  /**
   * The same of what was done for others as well, as by a batch that was queued in their sessions.
   *
   * @param write what began before it, closed by now
   * @param others who is to be told beside the current session
   */
  public void wrote(Write write, Set<Writer> others) {
    // first, since the application's resolver of session keys may fail
    pinToPrimary();
    writes().wrote(write, others);
  }

  private SessionWrites writes() {
    SessionWrites known = writes;
    if (known == null) {
      known = new SessionWrites(primary(), cluster(), style());
      writes = known;
    }
    return known;
  }

  /**
   * A flush has failed, which may hide the error of a lost connection: the driver goes on to the
   * next statement, and MyBatis to closing them.
   *
   * @param write the flush
   * @param error what it failed with
   */
  public void flushFailed(Write write, Throwable error) {
    failed();
    write.failed(error, true);
    if (!write.lost() && commitsByItself() && !writes().connectionIsValid()) {
      write.lose();
    }
  }

  /**
   * Whether nobody can say if a write was done: it would have committed itself, and its connection
   * was lost over it.
   *
   * @param write a write that failed
   * @return false where it was sure not to be done, as in a transaction that was not committed yet
   */
  public boolean outcomeUnknown(Write write) {
    return write.lost() && commitsByItself();
  }

  /**
   * Says of a failure that the primary refused the statement as a read-only server, and notes that
   * it was demoted. Such a statement is never sent again, nor elsewhere. For any other failure it
   * does nothing.
   *
   * @param frame the statement
   * @param statement the mapped statement's id
   * @param error what it failed with
   * @throws SQLException in place of the given one, which is its cause
   */
  public void tellDemotion(Frame frame, String statement, Throwable error) throws SQLException {
    Node server = cluster().nodes().primary();
    if (frame.used() == server
        && PrimaryUse.routed(frame)
        && cluster().nodes().primaryRole().refused(error)
        && error instanceof SQLException refusal) {
      throw Refusals.demoted(statement, server, refusal);
    }
  }

  private boolean commitsByItself() {
    return switch (kind()) {
      case NONE, SCOPE, MISMATCH -> true;
      case READ_WRITE, READ_ONLY -> false;
    };
  }

  /**
   * A read has been answered by a server: neither the rest of its call nor its session must go back
   * behind that.
   *
   * @param frame the read; without effect for one that was answered by a cache, or whose server the
   *     application chose, and for the session of one that promises nothing
   */
  public void hasRead(Frame frame) {
    frame.answered();
    SessionReads.note(frame, cluster());
  }

  /**
   * A read has been answered by a cache, so that its session must not go back behind that either.
   *
   * @param frame the read; without effect for one that promises nothing, or is a replica's
   */
  public void hasReadCached(Frame frame) {
    SessionReads.noteCached(frame, cluster());
  }

  /** State was left on the primary's connection: what follows has to stay there. */
  public void pinToPrimary() {
    if (synchronizedBySpring()) {
      SpringScope.open(cluster()).pinToPrimary();
    } else {
      pinned = true;
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    Frame frame = running();
    if (frame == null) {
      // somebody who found this object behind MyBatis' back; a statement always has a frame
      pinToPrimary();
      return primary().getConnection();
    }
    if (!frame.isTimed()) {
      return frame.handedOut(connections.of(this, frame));
    }
    long begun = System.nanoTime();
    try {
      return frame.handedOut(connections.of(this, frame));
    } finally {
      frame.acquired(System.nanoTime() - begun);
    }
  }

  /** The primary's connection for somebody outside; whatever is done with it pins. */
  Connection outsideConnection() throws SQLException {
    pinToPrimary();
    Connection connection = primary().getConnection();
    cluster().primary().learn(connection);
    return connection;
  }

  PrimarySource primarySource() {
    return cluster().primary();
  }

  @Override
  public void commit() throws SQLException {
    SessionWrites made = writes;
    if (made == null) {
      primaryAsItIs().commit();
    } else {
      made.commit();
    }
  }

  @Override
  public void rollback() throws SQLException {
    SessionWrites made = writes;
    if (made != null) {
      made.forget();
    }
    primaryAsItIs().rollback();
  }

  @Override
  public void close() throws SQLException {
    try {
      closeLeases();
    } finally {
      SessionWrites made = writes;
      try {
        primaryAsItIs().close();
      } finally {
        if (made != null) {
          made.closed();
        }
      }
    }
  }

  @Override
  public @Nullable Integer getTimeout() throws SQLException {
    Frame frame = running();
    if (frame != null) {
      // MyBatis asks whenever it runs a statement, also one for which it needs no connection
      connections.runsOnKeptStatement(this, frame);
    }
    return primaryAsItIs().getTimeout();
  }

  private ClusterConnections cluster() {
    return connections.cluster();
  }

  private SessionStyle style() {
    return connections.style();
  }

  private boolean synchronizedBySpring() {
    return style() == SessionStyle.SPRING
        && TransactionSynchronizationManager.isSynchronizationActive();
  }

  private @Nullable SpringScope springScope() {
    return style() == SessionStyle.SPRING ? SpringScope.current(cluster()) : null;
  }
}
