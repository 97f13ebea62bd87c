package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.github.rwsplit.route.NodeRole;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
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
  private final CallFailures callFailures = new CallFailures();
  private volatile @Nullable Answer lastAnswer;
  private volatile @Nullable Rise rise;
  private volatile long patience;
  private volatile ReplicaReport report = ReplicaReport.NONE;
  private volatile SemiSync semiSync = SemiSync.UNKNOWN;
  private final Holdings holdings = new Holdings(this);
  private volatile @Nullable Exception downBecause;
  private volatile Runnable changed = () -> {};
  private volatile Runnable nudge = () -> {};

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

  /**
   * How much of its weight it has at this moment: a replica that came back begins with a tenth and
   * has its whole weight nine seconds later. Reads are shared out by the weights of all that may
   * serve, so one that is alone gets them all.
   *
   * @return 10 to 100, in percent
   */
  public int risenPercent() {
    return tenths(System.nanoTime()) * Rise.WHOLE;
  }

  /** The same in tenths. */
  int tenths(long now) {
    Rise rising = rise;
    return rising == null ? Rise.WHOLE : rising.tenths(now);
  }

  /** How long it takes until that changes. */
  long untilRisen(long now) {
    Rise rising = rise;
    return rising == null ? Lag.NEVER : rising.untilNext(now);
  }

  /** Null: it has its whole weight. */
  void rises(@Nullable Rise rising) {
    rise = rising;
  }

  @Nullable Rise rise() {
    return rise;
  }

  /** What calls say of it. */
  CallFailures callFailures() {
    return callFailures;
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
    return holdings.proof();
  }

  /**
   * How old its data are at most.
   *
   * @return milliseconds, with the pause between looks at the primary as its resolution, and
   *     growing while nobody can look; null where it is not known
   */
  public @Nullable Long lagMillis() {
    Long age = lag().at(System.nanoTime());
    return age == null ? null : age / 1_000_000;
  }

  /** What is known of its lag. */
  Lag lag() {
    return holdings.lag();
  }

  /** What it is known to have, and how that becomes known. */
  Holdings holdings() {
    return holdings;
  }

  /**
   * Its number among all servers, as sessions remember it; another one after each time at which its
   * data may have become older.
   *
   * @return the number at this moment; never that of another node
   */
  public long term() {
    return holdings.term();
  }

  /** Those that wait for it. */
  WaitingRoom waiting() {
    return waiting;
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
   * Four questions about this replica, as they were answered last: about once a second while it is
   * asked at all.
   *
   * @return the answers, all unknown for the primary and before the first look
   */
  public ReplicaReport report() {
    return report;
  }

  /** The widest {@code removed-above} of its groups, in nanoseconds. */
  long patience() {
    return patience;
  }

  void patience(long nanos) {
    patience = nanos;
  }

  void report(ReplicaReport newest) {
    report = newest;
  }

  /**
   * Whether commits on this server wait for a replica, for the primary.
   *
   * @return what it said last; UNKNOWN for a replica
   */
  public SemiSync semiSync() {
    return semiSync;
  }

  void semiSync(SemiSync newest) {
    semiSync = newest;
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
   * probe, which is started at once, was answered. When calls go on failing although its probes are
   * answered, it rests for longer. Any other error (a lock wait, a deadlock, a time-out of a query,
   * a full pool) changes nothing.
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
    long failures = suspicions.incrementAndGet();
    if (moveTo(NodeState.UP, NodeState.SUSPECT)) {
      if (role == NodeRole.REPLICA) {
        callFailures.failed(System.nanoTime(), leases.ever(), failures);
      }
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
    holdings.connect(whenLagIsTold);
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
      holdings.renew();
      holdings.provesNothing(false);
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
        holdings.renew();
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
    return OneLine.of(lineEnd < 0 ? message : message.substring(0, lineEnd)) + state;
  }
}
