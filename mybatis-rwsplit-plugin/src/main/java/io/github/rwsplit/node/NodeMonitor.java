package io.github.rwsplit.node;

import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.session.SessionSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides the state of one node from the answers to its probes. Used by one thread; the only other
 * hand on the state is {@link Node#failed}, which makes UP into SUSPECT.
 *
 * <pre>
 * UNKNOWN    good: UP         bad: DOWN
 * UP         good: UP         bad: SUSPECT, asked again at once
 * SUSPECT    good: UP         bad: DOWN
 * DOWN       good: RETURNING  bad: DOWN
 * RETURNING  good often and long enough: UP   bad: DOWN
 * any        the primary's own server_uuid: REJECTED, and from there as from DOWN
 * </pre>
 *
 * <p>A SUSPECT whose calls have failed again and again in spite of good answers is RETURNING with
 * the next one. The primary knows no RETURNING: there is nobody to serve in its place.
 *
 * <p>A way to UP also needs a connection that the pool really hands out: after a restart a pool may
 * still be backing off seconds after the server answers. A replica that accepts writes is warned
 * about once, and keeps serving reads.
 */
final class NodeMonitor {

  private static final Logger log = LoggerFactory.getLogger(NodeMonitor.class);

  /** How often a pool is asked again after it handed out a dead connection. */
  private static final String PROMOTED = "is the primary now";

  private static final int DEAD_CONNECTIONS_PASSED_OVER = 3;

  private final Node node;
  private final @Nullable Node primary;
  private final Prober prober;
  private final GtidClock clock;
  private final LongSupplier nanoTime;
  private final Executor aborter;
  private final SessionSettings.Strategy strategy;
  private final LagMeter lag;
  private final Comeback comeback = new Comeback();
  private final @Nullable Checkup checkup;
  private final SemiSyncWatch semiSync;
  private long askedAt;
  private long lastGood;
  private boolean warnedWritable;
  private @Nullable String lacked;
  private @Nullable String rejectedBecause;
  private volatile boolean ending;

  /**
   * @param primary the primary that a replica must not be; null for the primary itself
   * @param clock what the primary had at which time; shared by all nodes
   * @param aborter runs the closing of connections to a server that hangs, which may itself hang
   * @param strategy what counts where the server has no GTIDs
   * @param lag tells the node how late it is
   */
  NodeMonitor(
      Node node,
      @Nullable Node primary,
      Prober prober,
      GtidClock clock,
      LongSupplier nanoTime,
      Executor aborter,
      SessionSettings.Strategy strategy,
      LagMeter lag) {
    this.node = node;
    this.primary = primary;
    this.prober = prober;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.aborter = aborter;
    this.strategy = strategy;
    this.lag = lag;
    this.checkup = primary == null ? null : new Checkup(node, primary, clock);
    this.semiSync = new SemiSyncWatch(node);
    this.lastGood = nanoTime.getAsLong();
    this.askedAt = lastGood;
  }

  Node node() {
    return node;
  }

  /** When it asked last. */
  long askedAt() {
    return askedAt;
  }

  /** Whether asking now would be in somebody's way. */
  boolean isInTheWay() {
    return prober.isInTheWay();
  }

  /** Asks once and draws the conclusions. Returns whether to ask again at once. */
  boolean look() {
    long before = node.suspicions();
    askedAt = nanoTime.getAsLong();
    Answer answer;
    try {
      answer = prober.ask();
    } catch (SQLException | RuntimeException e) {
      // an interrupted question tells nothing about the node
      return !ending && bad(e);
    }
    if (node.state() == NodeState.SUSPECT && node.suspicions() != before) {
      // the call failed after this question was put: the answer may be older than the failure
      return true;
    }
    node.answered(answer);
    lag.answered(answer);
    tellTime(answer);
    boolean again = good(answer);
    tellKind(answer);
    return again;
  }

  /** The question that is under way, if any, is the last. */
  void end() {
    ending = true;
  }

  void close() {
    prober.close();
  }

  private void tellTime(Answer answer) {
    GtidSet executed = answer.executed();
    GtidSet shown = answer.shown();
    if (executed == null || shown == null) {
      node.holdings().provesNothing(strategy != SessionSettings.Strategy.GTID);
    } else if (node.role() == NodeRole.REPLICA) {
      node.holdings().executed(executed, askedAt, clock);
      node.holdings().shown(shown, askedAt);
    } else if (answer.writable()) {
      // a primary that takes no writes may have been demoted, and lack what the new one has
      clock.primaryHad(new Look(askedAt, shown, answer.underWay(), true));
    }
  }

  /** Says whether sessions go by positions or by the window here, at first and on each change. */
  private void tellKind(Answer answer) {
    String lacks = answer.lacks();
    if (lacks.equals(lacked) || strategy == SessionSettings.Strategy.WINDOW) {
      return;
    }
    lacked = lacks;
    if (lacks.isEmpty()) {
      log.info("{} tells positions (GTIDs): sessions read by position there", node);
    } else if (strategy == SessionSettings.Strategy.AUTO) {
      log.info("{} tells no positions, because {}: sessions read by the window there", node, lacks);
    } else {
      log.warn(
          "{} tells no positions, because {}, and rwsplit.session.strategy is gtid: it serves no"
              + " reads of sessions; switch gtid_mode on there, or set the strategy to auto",
          node,
          lacks);
    }
  }

  private boolean good(Answer answer) {
    semiSync.answered(answer);
    String unfit = unfit(answer);
    if (unfit != null) {
      reject(unfit);
      return false;
    }
    warnIfWritable(answer);
    NodeState state = node.state();
    if (state != NodeState.UP) {
      SQLException refusal = refusalOfPool(state);
      if (refusal != null) {
        down(refusal, false);
        return false;
      }
      answersAgain(state, answer);
    } else {
      settle();
    }
    lastGood = nanoTime.getAsLong();
    return false;
  }

  private void answersAgain(NodeState state, Answer answer) {
    switch (state) {
      case UP -> throw new IllegalStateException("a node that is up has not been away");
      case UNKNOWN -> up(state, answer, sinceLastGood(state));
      case SUSPECT -> {
        if (node.callFailures().isOpen()) {
          failsCalls();
        } else {
          up(state, answer, sinceLastGood(state));
        }
      }
      case DOWN, REJECTED -> returning(state, answer);
      case RETURNING -> {
        long now = nanoTime.getAsLong();
        if (comeback.good(now)) {
          comeback.back(now);
          node.callFailures().close();
          node.rises(new Rise(now));
          up(state, answer, "; it begins with a tenth of its weight, and has all of it in 9 s");
        }
      }
    }
  }

  private void up(NodeState state, Answer answer, String remark) {
    if (node.moveTo(state, NodeState.UP)) {
      log.info("{} is up{}{}", node, server(answer), remark);
    }
  }

  private void returning(NodeState state, Answer answer) {
    if (node.role() == NodeRole.PRIMARY) {
      up(state, answer, sinceLastGood(state));
      return;
    }
    comeback.good(nanoTime.getAsLong());
    if (node.moveTo(state, NodeState.RETURNING)) {
      log.info(
          "{} answers again{}{}; it gets reads once it has done so for {} s{}",
          node,
          server(answer),
          sinceLastGood(state),
          comeback.hold().toSeconds(),
          comeback.relapses() == 0
              ? ""
              : ", since it has come and gone (%d in a row)".formatted(comeback.relapses()));
    }
  }

  private void failsCalls() {
    comeback.gone(nanoTime.getAsLong());
    if (node.moveTo(NodeState.SUSPECT, NodeState.RETURNING)) {
      log.warn(
          "{} answers its probes, but calls keep failing on it: it gets no reads for {} s. Look at"
              + " what lies between (a proxy, a firewall), and at the limits of connections of the"
              + " server and the account",
          node,
          comeback.hold().toSeconds());
    }
  }

  /** It has its whole weight again. */
  private void settle() {
    Rise rise = node.rise();
    if (rise != null && rise.tenths(nanoTime.getAsLong()) == Rise.WHOLE) {
      node.rises(null);
      node.callFailures().trust();
    }
  }

  /** It is out of use from now on, or was already. */
  private void gone(NodeState before) {
    if (before == NodeState.UP || before == NodeState.SUSPECT) {
      comeback.gone(nanoTime.getAsLong());
    } else {
      comeback.bad();
    }
  }

  private boolean bad(Exception failure) {
    if (ConnectionFailures.poolExhausted(failure) && !node.poolIsEmpty()) {
      // a probe that goes through a full pool learns nothing about the server
      return false;
    }
    node.evictIdle();
    if (node.moveTo(NodeState.UP, NodeState.SUSPECT)) {
      log.info("{} failed a probe and is asked again at once: {}", node, Node.said(failure));
      return true;
    }
    down(failure, ConnectionFailures.connectionLost(failure));
    return false;
  }

  private void down(Exception failure, boolean serverGone) {
    NodeState state = node.state();
    node.downBecause(failure);
    gone(state);
    if (state != NodeState.DOWN && node.moveTo(state, NodeState.DOWN)) {
      lag.failed();
      log.warn(
          "{} is down: {}. {}",
          node,
          Node.said(failure),
          node.role() == NodeRole.REPLICA
              ? "It gets no reads until it answers again and its pool hands out a connection; "
                  + "check that the server runs and lets this host and user in"
              : "Writes fail until it is back; check that the server runs");
    }
    if (node.role() == NodeRole.REPLICA && serverGone) {
      // also when down already: a read may have got its connection just before
      int aborted = node.abortLeases(aborter);
      if (aborted > 0) {
        log.warn("{}: {} connections in use were aborted", node, aborted);
      }
    }
  }

  /** Why it must not be used, though it answers. */
  private @Nullable String unfit(Answer answer) {
    if (isThePrimary(answer)) {
      return hasBeenPromoted()
          ? PROMOTED
          : "is the primary itself (server_uuid %s); point rwsplit.replicas.%s.url at a replica"
              .formatted(node.serverUuid(), node.name());
    }
    return checkup == null ? null : checkup.refusal(answer);
  }

  private boolean hasBeenPromoted() {
    return primary != null
        && primary.dataSource() instanceof PrimaryDataSource owned
        && owned.hasMoved();
  }

  private void reject(String because) {
    NodeState state = node.state();
    gone(state);
    boolean anew = state != NodeState.REJECTED && node.moveTo(state, NodeState.REJECTED);
    if (anew || !because.equals(rejectedBecause)) {
      if (because.equals(PROMOTED)) {
        log.info("{} gets no reads as a replica: it {}", node, because);
      } else {
        log.warn("{} gets no reads: it {}", node, because);
      }
    }
    rejectedBecause = because;
  }

  private boolean isThePrimary(Answer answer) {
    return primary != null
        && answer.serverUuid() != null
        && answer.serverUuid().equals(primary.serverUuid());
  }

  private void warnIfWritable(Answer answer) {
    boolean writable = node.role() == NodeRole.REPLICA && answer.writable();
    if (writable && !warnedWritable) {
      log.warn(
          "{} accepts writes: read_only and super_read_only are off. It keeps serving reads, and"
              + " connections of this pool refuse writes, but any other client can make it differ"
              + " from the primary; run SET PERSIST super_read_only = ON on it",
          node);
    }
    warnedWritable = writable;
  }

  /** Borrows one connection as a read would. Null: the pool is fine. */
  private @Nullable SQLException refusalOfPool(NodeState state) {
    if (node.role() == NodeRole.PRIMARY) {
      return null;
    }
    for (int i = 0; i < DEAD_CONNECTIONS_PASSED_OVER; i++) {
      try (Connection connection = node.dataSource().getConnection()) {
        if (connection.isValid(1)) {
          return null;
        }
        node.evict(connection);
      } catch (SQLException e) {
        boolean busy =
            (state == NodeState.SUSPECT || state == NodeState.RETURNING)
                && ConnectionFailures.poolExhausted(e)
                && !node.poolIsEmpty();
        return busy ? null : e;
      }
    }
    return new SQLException("the server answers, but its pool hands out dead connections", "08006");
  }

  private static String server(Answer answer) {
    return answer.serverUuid() == null ? "" : ", server_uuid " + answer.serverUuid();
  }

  private String sinceLastGood(NodeState before) {
    if (before == NodeState.UNKNOWN) {
      return "";
    }
    Duration away = Duration.ofNanos(nanoTime.getAsLong() - lastGood);
    return ", last answer before that %d ms ago".formatted(away.toMillis());
  }
}
