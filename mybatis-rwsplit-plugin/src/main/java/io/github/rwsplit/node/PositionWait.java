package io.github.rwsplit.node;

import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Position;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One read's wait for a replica to reach what its session needs. The server waits, on the read's
 * own connection and before anything else is read on it; see "WAIT_FOR_EXECUTED_GTID_SET" in the
 * MySQL manual. {@link #close} must follow, since only so many may wait for one node at a time.
 */
public final class PositionWait implements AutoCloseable {

  private static final int REACHED = 0;

  private final Node node;
  private final GtidSet goal;
  private final GtidClock clock;
  private final long end;

  /**
   * @param end when to give up, a {@code System.nanoTime()}
   */
  PositionWait(Node node, GtidSet goal, GtidClock clock, long end) {
    this.node = node;
    this.goal = goal;
    this.clock = clock;
    this.end = end;
  }

  /** Whether only a look at the primary that is still to come can tell what to wait for. */
  static boolean needsLook(Needed needed, @Nullable Look newest) {
    return newest != null && !isAfter(newest, needed.latest());
  }

  /**
   * What a replica must have executed so that it is proved to have what a session needs.
   *
   * @param newest the newest look at the primary; null before the first
   * @return the goal; null where having executed something proves nothing yet, because only a look
   *     at the primary would that has not begun
   */
  static @Nullable GtidSet goal(Needed needed, Proof proof, @Nullable Look newest, long now) {
    if (!proof.measured()) {
      return null;
    }
    if (newest != null
        && isAfter(newest, needed.committedAt())
        && isAfter(newest, needed.readAt())) {
      return newest.executed();
    }
    Position position = needed.position();
    return position != null && proof.lacksOnlyThePosition(needed, now)
        ? GtidSet.upTo(position, newest, needed.committedAt())
        : null;
  }

  private static boolean isAfter(Look look, long time) {
    return time == Needed.NEVER || look.time() - time > 0;
  }

  /**
   * The node that is waited for.
   *
   * @return a replica
   */
  public Node node() {
    return node;
  }

  /**
   * Waits.
   *
   * @param connection one of the node's, in autocommit
   * @return whether the node has what was waited for
   * @throws SQLException what the server or the connection failed with
   */
  public boolean on(Connection connection) throws SQLException {
    boolean reached = on(connection, goal, end - System.nanoTime());
    if (reached) {
      node.holdings().reached(goal, clock);
    } else {
      node.waiting().missed(goal);
    }
    return reached;
  }

  /**
   * Lets a server wait until it has executed a set.
   *
   * @return false where it did not within so many nanoseconds
   */
  static boolean on(Connection connection, GtidSet goal, long nanos) throws SQLException {
    try (PreparedStatement wait =
        connection.prepareStatement("SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?)")) {
      wait.setString(1, goal.toString());
      // a wait of zero would be one without end
      wait.setDouble(2, Math.max(0.001, nanos / 1e9));
      try (ResultSet row = wait.executeQuery()) {
        return row.next() && row.getInt(1) == REACHED && !row.wasNull();
      }
    }
  }

  /** Makes room for another one that waits. */
  @Override
  public void close() {
    node.waiting().end();
  }
}
