package io.github.rwsplit.connection;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.node.Node;
import io.github.rwsplit.node.PrimaryCatchUp;
import io.github.rwsplit.node.PrimaryCatchUp.Outcome;
import io.github.rwsplit.route.Destination;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Servers;
import io.github.rwsplit.session.StatementLook;
import io.github.rwsplit.session.Writer;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What sessions have read, so that they never go back behind it. Keeps nothing itself; on the
 * thread of the read.
 */
final class SessionReads {

  private static final Logger log = LoggerFactory.getLogger(SessionReads.class);

  private SessionReads() {}

  /**
   * Tells the session of a read, if that counts. One in a transaction that lives on a replica has
   * seen what that transaction's snapshot has.
   */
  static void note(Frame frame, ClusterConnections cluster) {
    StatementLook look = counts(frame) ? frame.session() : null;
    if (look == null || reader(look) == null) {
      return;
    }
    SpringScope scope =
        frame.decision().destination() == Destination.PINNED_REPLICA
            ? SpringScope.current(cluster)
            : null;
    long at = scope == null ? cluster.sessions().now() : scope.snapshotReadAt();
    look.read(frame.term(), at, frame.needed());
  }

  /**
   * A cache has answered a read that promises something, with rows of the primary: the session has
   * seen now what may have been read outside of it.
   */
  static void noteCached(Frame frame, ClusterConnections cluster) {
    StatementLook look =
        promises(frame) && frame.decision().destination() == Destination.PRIMARY
            ? frame.session()
            : null;
    if (look != null && reader(look) != null) {
      look.read(Servers.PRIMARY, cluster.sessions().now(), null);
    }
  }

  /**
   * A read has a connection of the primary's: lets it wait there until that shows what a replica
   * has shown before, to its session where it promises something, to its call where a replica has
   * answered a part of that. After that the session has read nothing elsewhere.
   *
   * @throws SQLException where the primary does not show it in time
   */
  static void catchUp(Frame frame, ClusterConnections cluster, Connection connection)
      throws SQLException {
    if (frame.used() == null || frame.decision().level() == null || !PrimaryUse.routed(frame)) {
      return;
    }
    boolean promises = promises(frame);
    Needed read = promises ? readByItsSession(frame) : readByItsCall(frame, cluster);
    if (read == null) {
      return;
    }
    PrimaryCatchUp catchUp = cluster.nodes().catchUp();
    if (catchUp.isDue(read) && catchUp.await(read, connection) == Outcome.NOT_IN_TIME) {
      frame.because(RouteReason.REFUSED);
      throw Refusals.behindReplicas(catchUp.longest());
    }
    if (promises) {
      frame.caughtUp(read);
    }
  }

  private static @Nullable Needed readByItsSession(Frame frame) {
    StatementLook look = frame.session();
    return look == null || reader(look) == null ? null : look.readOnReplicas();
  }

  private static @Nullable Needed readByItsCall(Frame frame, ClusterConnections cluster) {
    Node answered = frame.boundTo();
    return answered == null ? null : cluster.sessions().readNow(answered.term());
  }

  /**
   * Whether a read was answered by a server that the library chose, and promises something: a cache
   * may have answered, or the application's own router have chosen.
   */
  private static boolean counts(Frame frame) {
    return frame.used() != null && promises(frame);
  }

  private static boolean promises(Frame frame) {
    ConsistencyLevel level = frame.decision().level();
    return level != null
        // one that locks sees the newest data, whatever it declares
        && (level != ConsistencyLevel.EVENTUAL
            || frame.decision().reason() == RouteReason.LOCKING_READ);
  }

  /** A read that needed no session to be answered does not fail for want of one. */
  private static @Nullable Writer reader(StatementLook look) {
    try {
      return look.reader();
    } catch (RuntimeException e) {
      log.warn(
          "The resolver of session keys failed after a read; if that belonged to a session, a later"
              + " read of it may see older data",
          e);
      return null;
    }
  }
}
