package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.github.rwsplit.route.NodeRole;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server and its pool. Thread-safe; nothing here blocks or takes a lock that threads share.
 *
 * <p>Servers are told apart by their {@code server_uuid}, not by their address.
 */
public final class Node {

  private static final Logger log = LoggerFactory.getLogger(Node.class);

  private final String name;
  private final NodeRole role;
  private final DataSource dataSource;
  private final String address;
  private final long seed;
  private volatile int weight;
  private volatile Set<String> groups;
  private volatile boolean drained;
  private volatile @Nullable Object owner;

  private final AtomicReference<NodeState> state = new AtomicReference<>(NodeState.UNKNOWN);
  private final AtomicLong suspicions = new AtomicLong();
  private final WaitingRoom waiting;
  private final Leases leases = new Leases();
  private volatile @Nullable Answer lastAnswer;
  private final AtomicReference<@Nullable News> news = new AtomicReference<>();
  private volatile Proof proof = Proof.NONE_TO_BE_HAD;
  private volatile Lag lag = Lag.UNTOLD;
  private volatile boolean lagByClock = true;
  private volatile long term = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  private long reachedAt = System.nanoTime();
  private volatile long heardAt = reachedAt;
  private volatile @Nullable Exception downBecause;
  private volatile Runnable changed = () -> {};
  private volatile Runnable nudge = () -> {};
  private volatile Runnable lagTold = () -> {};

  Node(
      String name,
      NodeRole role,
      int weight,
      Set<String> groups,
      DataSource dataSource,
      String address) {
    this.name = name;
    this.role = role;
    this.weight = weight;
    this.groups = Set.copyOf(groups);
    this.dataSource = dataSource;
    this.address = address;
    this.waiting = WaitingRoom.of(dataSource);
    this.seed = Balancers.mix(name.hashCode());
  }

  /**
   * What the configuration calls it.
   *
   * @return the key under {@code rwsplit.replicas}, or {@code primary}
   */
  public String name() {
    return name;
  }

  /**
   * What it is to the cluster.
   *
   * @return primary or replica
   */
  public NodeRole role() {
    return role;
  }

  /**
   * Its share among the eligible replicas of its group at this moment.
   *
   * @return 0 (drained: never picked) or more
   */
  public int weight() {
    return drained ? 0 : weight;
  }

  /** Its share and its groups are others from now on; groups are told by who calls. */
  void configured(int newWeight, Set<String> newGroups) {
    weight = newWeight;
    groups = Set.copyOf(newGroups);
  }

  int configuredWeight() {
    return weight;
  }

  void drained(boolean on) {
    drained = on;
  }

  /**
   * The groups it serves.
   *
   * @return group names; empty for the primary
   */
  public Set<String> groups() {
    return groups;
  }

  /**
   * Its pool. For the primary this is the application's own DataSource.
   *
   * @return hands out connections to this server
   */
  public DataSource dataSource() {
    return dataSource;
  }

  /**
   * The database that its JDBC URL names.
   *
   * @return empty where it names none, or has no URL that can be read
   */
  public String database() {
    return JdbcUrls.database(address());
  }

  /**
   * The {@code server_uuid} of the server that answered last.
   *
   * @return null until a probe was answered, and where servers have none (not MySQL)
   */
  public @Nullable String serverUuid() {
    Answer answer = lastAnswer;
    return answer == null ? null : answer.serverUuid();
  }

  /**
   * What it is proved to have now.
   *
   * @return the proof, as of the last probe
   */
  public Proof proof() {
    return proof;
  }

  /**
   * How old its data are at most.
   *
   * @return milliseconds, with the pause between looks at the primary as its resolution, and
   *     growing while nobody can look; null where it is not known
   */
  public @Nullable Long lagMillis() {
    Long age = lag.at(System.nanoTime());
    return age == null ? null : age / 1_000_000;
  }

  /** What is known of its lag. */
  Lag lag() {
    return lag;
  }

  /** Whether its executed set tells its lag; else {@link #lagIs} does. */
  synchronized void lagByClock(boolean tells) {
    if (lagByClock && !tells) {
      lag = Lag.UNTOLD;
    }
    lagByClock = tells;
  }

  boolean isLagByClock() {
    return lagByClock;
  }

  /** Another source than its executed set has told its lag. */
  synchronized void lagIs(Lag told) {
    lag = told;
    lagTold.run();
  }

  /**
   * Its number among all servers, as sessions remember it; another one after each time at which its
   * data may have become older.
   *
   * @return the number at this moment; never that of another node
   */
  public long term() {
    return term;
  }

  /** Those that wait for it. */
  WaitingRoom waiting() {
    return waiting;
  }

  /**
   * Its server tells of no GTIDs.
   *
   * @param windowCounts whether a session's window decides then; else it serves no session
   */
  synchronized void provesNothing(boolean windowCounts) {
    // where lag is known, a window that is shorter than that proves nothing
    proof = new Proof(lagByClock ? null : lag.upTo(), !windowCounts, null, null, term);
    if (lagByClock) {
      lag = Lag.UNTOLD;
      lagTold.run();
    }
  }

  /** Its server has said what it has executed, to a question that was put at a time. */
  synchronized void executed(GtidSet executed, long askedAt, GtidClock clock) {
    GtidSet before = proof.executed();
    if (before == null || executed.contains(before)) {
      prove(executed, clock);
    } else if (askedAt - reachedAt < 0) {
      // more was heard of it while the question was under way
      prove(before.union(executed), clock);
    } else {
      // restored, or restarted without what it had not yet written to its disk
      renew();
      prove(executed, clock);
    }
  }

  /** It has just been seen to have executed a set, apart from the questions of the probe. */
  synchronized void reached(GtidSet more, GtidClock clock) {
    GtidSet before = proof.executed();
    if (before != null) {
      reachedAt = System.nanoTime();
      prove(before.union(more), clock);
    }
  }

  /** What a server told beside the answer to a read, unread yet; and in which term it did. */
  private record News(String executed, long term) {}

  /**
   * Its server has told all that it has executed, beside the answer to a read. Called on the read's
   * thread, so it only keeps the text.
   *
   * @param toldIn the term in which the connection was opened
   */
  void overheard(String executed, long toldIn) {
    news.set(new News(executed, toldIn));
  }

  /**
   * Takes in what was overheard last. What does not contain all that is known already counts for
   * nothing: it came late, or the server has gone back, which the next probe finds out.
   *
   * @return whether it told what the server has executed
   */
  boolean hear(GtidClock clock) {
    News last = news.get() == null ? null : news.getAndSet(null);
    if (last == null || last.term() != term) {
      return false;
    }
    try {
      return hear(GtidSet.parse(last.executed()), last.term(), clock);
    } catch (IllegalArgumentException e) {
      log.debug("{} told a set that cannot be read: {}", this, e.getMessage());
      return false;
    }
  }

  private synchronized boolean hear(GtidSet executed, long toldIn, GtidClock clock) {
    GtidSet before = proof.executed();
    if (toldIn != term || before == null || !executed.contains(before)) {
      return false;
    }
    reachedAt = System.nanoTime();
    heardAt = reachedAt;
    prove(executed, clock);
    return true;
  }

  /** Whether {@link #hear} took something in within a time that ends now. */
  boolean heardWithin(Duration time) {
    return System.nanoTime() - heardAt < time.toNanos();
  }

  /** The primary was looked at again: what this node has may prove more than before. */
  synchronized void proveAgain(GtidClock clock) {
    GtidSet executed = proof.executed();
    if (executed != null) {
      prove(executed, clock);
    }
  }

  private void prove(GtidSet executed, GtidClock clock) {
    Look newest = clock.newest();
    Proof proved = new Proof(clock.upTo(executed), true, executed, newest, term);
    proof = proved;
    if (lagByClock) {
      lag = newest == null ? Lag.UNTOLD : new Lag(proved.upTo(), newest.time());
      lagTold.run();
    }
  }

  private synchronized void renew() {
    term = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }

  /**
   * What probes and calls have shown.
   *
   * @return its state at this moment
   */
  public NodeState state() {
    return Objects.requireNonNull(state.get());
  }

  /**
   * How many connections of it this library has in use now.
   *
   * @return the number of {@link #leased} without their {@link #returned}
   */
  public int active() {
    return leases.count();
  }

  /**
   * Notes a connection that came from this node's pool and is about to be used. If the server is
   * then found hung, the connection is aborted, which its user sees as a lost connection.
   *
   * @param connection as the pool gave it
   */
  public void leased(Connection connection) {
    leases.add(connection);
  }

  /**
   * Notes that a connection is about to go back to the pool. To be called before it is closed, so
   * that an abort cannot hit its next user. A second call for the same lease does nothing.
   *
   * @param connection the one given to {@link #leased}
   */
  public void returned(Connection connection) {
    leases.remove(connection);
  }

  /**
   * Reports an error that a call had with this node. If it is of the kind that speaks of the server
   * or its connections, the node is {@link NodeState#SUSPECT}: no new read goes there until a
   * probe, which is started at once, was answered. Any other error (a lock wait, a deadlock, a
   * time-out of a query, a full pool) changes nothing.
   *
   * @param failure what getting a connection or running a statement failed with
   */
  public void failed(Throwable failure) {
    boolean blamed =
        ConnectionFailures.couldNotConnect(failure)
            || (ConnectionFailures.poolExhausted(failure) && poolIsEmpty());
    if (!blamed) {
      return;
    }
    // counted even when suspect already: an answer asked for before this failure proves nothing
    suspicions.incrementAndGet();
    if (moveTo(NodeState.UP, NodeState.SUSPECT)) {
      log.info(
          role == NodeRole.PRIMARY
              ? "{} failed a call and is asked at once: {}"
              : "{} failed a call and rests until it is asked, at once: {}",
          this,
          said(failure));
      nudge.run();
    }
  }

  /** Its role, name and address, for messages; never with credentials. */
  @Override
  public String toString() {
    return role.word().equals(name)
        ? "%s (%s)".formatted(name, address())
        : "%s %s (%s)".formatted(role.word(), name, address);
  }

  /** A primary that the library owns may have moved. */
  private String address() {
    return dataSource instanceof PrimaryDataSource owned ? owned.address() : address;
  }

  /**
   * Connects it with those it concerns.
   *
   * @param cluster the nodes that it is among
   * @param whenChanged runs when its state has changed
   * @param whenLagIsTold runs when more is known of its lag
   * @param wakeProbe makes its probe ask at once
   */
  void connect(Object cluster, Runnable whenChanged, Runnable whenLagIsTold, Runnable wakeProbe) {
    owner = cluster;
    changed = whenChanged;
    lagTold = whenLagIsTold;
    nudge = wakeProbe;
  }

  boolean belongsTo(Object cluster) {
    return owner == cluster;
  }

  long seed() {
    return seed;
  }

  long suspicions() {
    return suspicions.get();
  }

  @Nullable Answer lastAnswer() {
    return lastAnswer;
  }

  void answered(Answer answer) {
    Answer before = lastAnswer;
    if (before != null && !Objects.equals(before.serverUuid(), answer.serverUuid())) {
      // another server answers in its place
      renew();
      provesNothing(false);
    }
    lastAnswer = answer;
  }

  /** Why it was found down last; null where it never was. */
  @Nullable Exception downBecause() {
    return downBecause;
  }

  void downBecause(Exception failure) {
    downBecause = failure;
  }

  boolean moveTo(NodeState from, NodeState to) {
    boolean moved = state.compareAndSet(from, to);
    if (moved) {
      if (to == NodeState.DOWN) {
        renew();
      }
      changed.run();
    }
    return moved;
  }

  /** Aborts what is leased; those who wait on it get a lost connection. Returns how many. */
  int abortLeases(Executor executor) {
    return leases.abort(executor, this);
  }

  /** Drops what the pool holds unused; connections of before a failure are not worth keeping. */
  void evictIdle() {
    HikariPoolMXBean pool = ownPool();
    if (pool != null) {
      pool.softEvictConnections();
    }
  }

  /** Drops a connection that turned out dead, and with it the unused ones. */
  void evict(Connection connection) {
    if (ownPool() != null && dataSource instanceof HikariDataSource hikari) {
      hikari.evictConnection(connection);
      evictIdle();
    }
  }

  /** Whether a pool that gave nothing has nothing at all, so that it waits for the server. */
  boolean poolIsEmpty() {
    HikariPoolMXBean pool = ownPool();
    return pool != null && pool.getTotalConnections() == 0;
  }

  private @Nullable HikariPoolMXBean ownPool() {
    return role == NodeRole.REPLICA && dataSource instanceof HikariDataSource hikari
        ? hikari.getHikariPoolMXBean()
        : null;
  }

  static String said(Throwable failure) {
    String state =
        failure instanceof SQLException e
            ? " (%d/%s)".formatted(e.getErrorCode(), e.getSQLState())
            : "";
    String text = failure.getMessage();
    String message = text == null ? failure.getClass().getSimpleName() : text.strip();
    int lineEnd = message.indexOf('\n');
    return (lineEnd < 0 ? message : message.substring(0, lineEnd).strip()) + state;
  }
}
