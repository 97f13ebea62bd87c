package io.github.rwsplit.connection;

import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.Sessions;
import io.github.rwsplit.session.Writer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the positions of what one cluster's primary commits for its sessions: those that the driver
 * hears of ({@link GtidInterceptor}), and where it hears nothing, by a question.
 *
 * <p>What is heard belongs to whatever commits innermost on that thread: a {@link Write}, or the
 * transaction of Spring that is being completed. Else some other code has committed on the
 * DataSource, in the name of whoever the thread works for.
 *
 * <p>The driver's listener is made by the driver, so that it cannot be told which clusters there
 * are: those that are open are kept here. Safe for use by many threads.
 */
public final class OwnCommits {

  private static final Logger log = LoggerFactory.getLogger(OwnCommits.class);

  private static final List<OwnCommits> OPEN = new CopyOnWriteArrayList<>();

  /** Needs no privilege, and begins no transaction where autocommit is off. */
  private static final String QUESTION = "SELECT @@global.gtid_owned, @@global.gtid_executed";

  private static final int SECONDS_FOR_A_PING = 1;

  private final RoutingDataSource routing;
  private final Nodes nodes;
  private final Sessions sessions;

  /** What runs now on each thread; empty where nothing does. */
  @SuppressWarnings("ThreadLocalUsage") // one for each cluster, which lives as long as its pool
  private final ThreadLocal<Write> innermost = new ThreadLocal<>();

  private final AtomicBoolean warnedOfListening = new AtomicBoolean();
  private final AtomicBoolean warnedOfAsking = new AtomicBoolean();

  /** Whether the last commit that was sure to have a position was heard of. */
  private volatile boolean hears;

  /** Where a connection comes from. */
  @FunctionalInterface
  interface Source {
    @Nullable Connection get() throws SQLException;
  }

  OwnCommits(RoutingDataSource routing, Nodes nodes, Sessions sessions) {
    this.routing = routing;
    this.nodes = nodes;
    this.sessions = sessions;
  }

  /** The cluster opens: it wants to hear of commits. */
  public void open() {
    OPEN.add(this);
  }

  /** The cluster closes. */
  public void close() {
    OPEN.remove(this);
  }

  /** A statement or a commit on the primary has failed. */
  void failed(Throwable error) {
    if (nodes.primaryRole().refused(error)) {
      log.debug("The primary takes no writes", error);
    }
  }

  /** Something that may be committed begins on this thread. */
  Write begin() {
    Write write = new Write(this, innermost.get(), SpringScope.current(routing), sessions.now());
    innermost.set(write);
    return write;
  }

  /** It has ended, and what it ran within goes on. */
  void end(@Nullable Write outer) {
    if (outer == null) {
      innermost.remove();
    } else {
      innermost.set(outer);
    }
  }

  /**
   * The driver has heard of a commit, on this thread. Called while the driver reads, so it throws
   * nothing.
   */
  static void delivered(String gtids) {
    for (OwnCommits commits : OPEN) {
      try {
        commits.hear(Position.parse(gtids));
      } catch (RuntimeException | Error e) {
        if (commits.warnedOfListening.compareAndSet(false, true)) {
          log.warn(
              "The session of a commit ({}) could not be found, so the commit counts for none; if"
                  + " the key of sessions comes from a resolver of yours, let it throw nothing",
              gtids,
              e);
        }
      }
    }
  }

  private void hear(Position position) {
    if (!nodes.primaryRole().commits(position)) {
      return;
    }
    hears = true;
    Write write = innermost.get();
    SpringScope scope = SpringScope.current(routing);
    if (scope != null && scope.isCompleting() && (write == null || !write.isWithin(scope))) {
      scope.heard(position);
    } else if (write != null) {
      // who wrote is found when it has ended
      write.heard(position);
      return;
    }
    // what the resolver commits itself is nobody's
    Write nobodys = begin();
    try (nobodys) {
      Writer writer = sessions.currentWriter();
      if (writer != null) {
        sessions.delivered(writer, position);
      }
    }
  }

  /**
   * Asks the primary for all that it has executed, on the connection that has just committed. What
   * is not to be had costs the session a while on the primary, never the commit.
   *
   * @param changed whether the commit is sure to have a position, as rows were changed
   * @return a position that includes the commit's; null where there is none to be had
   */
  @Nullable CommitPosition ask(boolean changed, Source source) {
    if (!sessions.usePositions() || !nodes.primaryRole().hasPositions() || (hears && !changed)) {
      return null;
    }
    hears = false;
    try {
      Connection connection = source.get();
      return connection == null ? null : executed(connection);
    } catch (SQLException | RuntimeException e) {
      if (warnedOfAsking.compareAndSet(false, true)) {
        log.warn(
            "The primary could not be asked for the position of a commit; its session reads the"
                + " primary until a later look shows a replica that has it",
            e);
      } else {
        log.debug("The primary could not be asked for the position of a commit", e);
      }
      return null;
    }
  }

  /** Whether a connection is still there; costs a round trip. */
  static boolean answers(Source source) {
    try {
      Connection connection = source.get();
      return connection != null && connection.isValid(SECONDS_FOR_A_PING);
    } catch (SQLException | RuntimeException e) {
      log.debug("A connection cannot be asked any more", e);
      return false;
    }
  }

  private static @Nullable CommitPosition executed(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUESTION)) {
      row.next();
      String underWay = row.getString(1);
      String executed = row.getString(2);
      return executed == null || executed.isEmpty()
          ? null
          : new CommitPosition(Position.parse(executed), underWay.isEmpty());
    }
  }
}
