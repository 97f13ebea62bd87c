package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.session.Position;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What makes the primary the primary: that it takes writes, and tells their positions. Finds out
 * when it stops to, by its probe or by a write that it refused, and when it does again, be it the
 * same server or another one behind its address. Thread-safe.
 *
 * <p>A primary that has taken no writes for as long as this cluster runs is not demoted: it is
 * read-only on purpose, as far as anybody can tell from here.
 */
public final class PrimaryRole {

  private static final Logger log = LoggerFactory.getLogger(PrimaryRole.class);

  /** An address may lead to the new primary only a while after the old one was demoted. */
  private static final long EVICTION_PAUSE = Duration.ofSeconds(1).toNanos();

  /**
   * Since when it takes no writes.
   *
   * @param at a {@code System.nanoTime()}
   * @param because what showed it
   */
  private record Demotion(long at, String because) {}

  private final Node node;
  private final LongSupplier nanoTime;
  private final Runnable wakeProbe;
  private final @Nullable PrimaryDataSource owned;
  private final @Nullable Failover failover;
  private final AtomicReference<@Nullable Demotion> demotion = new AtomicReference<>();
  private final AtomicBoolean saidReadOnly = new AtomicBoolean();
  private volatile boolean tookWrites;
  private volatile BooleanSupplier readOnlyMode = () -> false;
  private long evictedAt;

  /**
   * @param failover follows promotions; null: nobody does
   * @param wakeProbe makes the probe of the primary ask at once
   */
  PrimaryRole(Node node, @Nullable Failover failover, LongSupplier nanoTime, Runnable wakeProbe) {
    this.node = node;
    this.owned = PrimaryDataSource.behind(node.dataSource());
    this.failover = failover;
    this.nanoTime = nanoTime;
    this.wakeProbe = wakeProbe;
  }

  /** Takes part in the questions to a node: the primary's tell its role, replicas' may too. */
  Prober watch(Node asked, Prober prober) {
    Prober followed = failover == null ? prober : failover.watch(asked, prober);
    return asked == node ? new Watched(followed) : followed;
  }

  /** Hears every answer of the primary. */
  private final class Watched extends ProberAround {

    Watched(Prober prober) {
      super(prober);
    }

    @Override
    public Answer ask() throws SQLException {
      long askedAt = nanoTime.getAsLong();
      Answer answer = inner().ask();
      answered(answer, askedAt);
      return answer;
    }

    @Override
    public boolean isInTheWay() {
      // a pool that is full of connections to a demoted server tells of no other
      return !demoted() && super.isInTheWay();
    }
  }

  private void answered(Answer answer, long askedAt) {
    if (answer.serverUuid() == null) {
      // it is not MySQL, and does not tell
      return;
    }
    if (answer.writable()) {
      tookWrites = true;
      saidReadOnly.set(false);
      promoted(answer, askedAt);
    } else if (tookWrites) {
      demote("it is read-only (read_only, super_read_only or innodb_read_only is on)");
      evictNowAndThen();
    } else if (saidReadOnly.compareAndSet(false, true)) {
      log.warn(
          "{} has taken no writes since the start: read_only, super_read_only or innodb_read_only"
              + " is on. Reads go on there and writes fail; if another server is the primary by"
              + " now, point the URL at it",
          node);
    }
  }

  private void promoted(Answer answer, long askedAt) {
    Demotion before = demotion.get();
    // an answer to a question that was put before the refusal says nothing
    if (before != null && askedAt - before.at() > 0 && demotion.compareAndSet(before, null)) {
      log.info(
          "{} takes writes again, server_uuid {}, {} ms after it was found demoted",
          node,
          answer.serverUuid(),
          Duration.ofNanos(nanoTime.getAsLong() - before.at()).toMillis());
    }
  }

  private void demote(String because) {
    Demotion found = new Demotion(nanoTime.getAsLong(), because);
    if (demotion.compareAndSet(null, found)) {
      log.warn(
          "{} takes no writes any more: {}. Writes fail (PRIMARY_DEMOTED) and reads that promise"
              + " the newest data are refused, until it takes writes again or its address leads to"
              + " a server that does. {}",
          node,
          because,
          poolWords());
      evict();
      wakeProbe.run();
    }
  }

  private String poolWords() {
    if (owned != null) {
      return failover == null
          ? "Its pool is emptied, so that its address is looked up again; to follow a promotion,"
              + " set rwsplit.failover.follow"
          : "Writes follow to the server that is promoted";
    }
    return PoolSettings.hikari(node.dataSource()) != null
        ? "Its HikariCP pool is emptied, so that its address is looked up again"
        : ("Connections of its pool (%s) cannot be dropped from here and stay with this server: bound"
                + " their life (Druid phyTimeoutMillis, DBCP maxConnLifetimeMillis, Tomcat maxAge),"
                + " drop the pool's idle connections by its JMX bean, or restart")
            .formatted(node.dataSource().getClass().getName());
  }

  private synchronized void evictNowAndThen() {
    if (nanoTime.getAsLong() - evictedAt >= EVICTION_PAUSE) {
      evict();
    }
  }

  private synchronized void evict() {
    evictedAt = nanoTime.getAsLong();
    if (owned != null) {
      owned.evict();
      return;
    }
    HikariDataSource pool = PoolSettings.hikari(node.dataSource());
    if (pool != null) {
      PrimaryPools.evict(pool);
    }
  }

  /**
   * Notes what a statement on the primary failed with.
   *
   * @param failure what was caught
   * @return whether the primary refused it because it takes no writes; nothing was done then
   */
  public boolean refused(Throwable failure) {
    if (!ConnectionFailures.readOnlyServer(failure)) {
      return false;
    }
    if (tookWrites) {
      demote("it refused a write: " + Node.said(failure));
    }
    return true;
  }

  /**
   * Whether it took writes and does not any more.
   *
   * @return false for one that has taken none since the start
   */
  public boolean demoted() {
    return demotion.get() != null;
  }

  /**
   * What has been found, for an error.
   *
   * @return the node, since when and why, as a part of a sentence; empty where it is not demoted
   */
  public String demotionInWords() {
    Demotion now = demotion.get();
    return now == null
        ? ""
        : "%s takes no writes any more, for %d ms now, because %s"
            .formatted(
                node, Duration.ofNanos(nanoTime.getAsLong() - now.at()).toMillis(), now.because());
  }

  /**
   * Why nothing may run on the primary at this moment.
   *
   * @return an error that says what to do; null where it may, and always where the primary is the
   *     application's own
   */
  public @Nullable SQLException refusal() {
    return owned == null ? null : owned.refusal();
  }

  /**
   * Whether reads that promise the newest data are served by a demoted primary all the same: while
   * an operator has refused all writes of this application.
   *
   * @return {@code rwsplit.switches.read-only} as it is turned now
   */
  public boolean readOnlyMode() {
    return readOnlyMode.getAsBoolean();
  }

  /**
   * Says who knows whether {@code rwsplit.switches.read-only} is on.
   *
   * @param switched asked for reads of a demoted primary only
   */
  public void readOnlyMode(BooleanSupplier switched) {
    readOnlyMode = switched;
  }

  /**
   * Whether reads outside transactions have a pool of their own.
   *
   * @return {@code rwsplit.primary.read-pool}
   */
  public boolean hasReadPool() {
    return owned != null && owned.hasReadPool();
  }

  /**
   * A connection of the pool for reads.
   *
   * @return to be closed after one read
   * @throws SQLException where the pool gives none
   */
  public Connection readConnection() throws SQLException {
    return owned == null ? node.dataSource().getConnection() : owned.readConnection();
  }

  /**
   * Why the primary cannot be reached, for one that is not up after {@link Nodes#start}. Waits for
   * an answer from a server that does not refuse at once, some seconds at most.
   *
   * @return what a connection to it fails with; null where it is there, or only slow or busy
   */
  public @Nullable Exception absence() {
    return node.state() == NodeState.UP ? null : PrimaryAtStart.absence(node);
  }

  /**
   * Whether the primary numbers what it commits, so that positions are to be had.
   *
   * @return false where it has no GTIDs, and before it has answered for the first time
   */
  public boolean hasPositions() {
    Answer answer = node.lastAnswer();
    return answer != null && answer.executed() != null;
  }

  /**
   * Hears of a commit, and says whether it may be one of the primary's own: those are named by its
   * {@code server_uuid}, or in a replication group by the group's, which it has executed before.
   *
   * @param position what somebody has committed
   * @return false for a commit on another server
   */
  public boolean commits(Position position) {
    Answer answer = node.lastAnswer();
    GtidSet executed = answer == null ? null : answer.executed();
    if (answer == null || executed == null) {
      return false;
    }
    String uuid = String.valueOf(answer.serverUuid()).toLowerCase(Locale.ROOT);
    boolean own =
        position.highest().keySet().stream()
            .anyMatch(source -> source.startsWith(uuid) || executed.knows(source));
    if (own && failover != null) {
      failover.committed(position);
    }
    return own;
  }

  /**
   * What to add to the URL of the primary, so that commits tell their position without being asked.
   *
   * @return the advice, without credentials; null where nothing is missing, or the primary's URL
   *     cannot be read
   */
  public @Nullable String adviceOnPositions() {
    return owned == null && hasPositions()
        ? PositionUrl.advice(PoolSettings.of(node.dataSource()))
        : null;
  }
}
