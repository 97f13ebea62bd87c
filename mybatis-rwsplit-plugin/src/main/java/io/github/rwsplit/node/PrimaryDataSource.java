package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The DataSource of an application whose primary the library owns ({@code rwsplit.primary}): hands
 * out connections of the server that is the primary at that moment. It stays the same object when
 * writes follow a promotion; connections of the old primary are aborted before the first one of the
 * new primary is given.
 *
 * <p>While it is not clear which server is the primary it gives no connection at all, but an error
 * that says why: whoever borrows one may write. Thread-safe.
 */
public final class PrimaryDataSource implements DataSource, AutoCloseable {

  /** The name of the replica that the configured primary becomes when another was promoted. */
  public static final String FORMER = "former-primary";

  /** {@code general error}: nothing in class 08, which callers take for a lost connection. */
  private static final String UNAVAILABLE = "HY000";

  private static final Duration LONGEST_ABORT = Duration.ofSeconds(3);

  private static final org.slf4j.Logger log = LoggerFactory.getLogger(PrimaryDataSource.class);

  private final PrimarySettings settings;
  private volatile PrimaryPools serving;
  private volatile @Nullable String refusal;
  private volatile @Nullable String promoted;
  private volatile Runnable whenMoved = () -> {};

  private PrimaryDataSource(PrimarySettings settings, PrimaryPools serving) {
    this.settings = settings;
    this.serving = serving;
  }

  /**
   * Makes the pools. The server need not be there.
   *
   * @param settings {@code rwsplit.primary}
   * @return to be closed by whoever made it
   * @throws IllegalArgumentException naming every property that is wrong, one to a line
   */
  public static PrimaryDataSource of(PrimarySettings settings) {
    return new PrimaryDataSource(settings, PrimaryPools.of(settings, settings.url()));
  }

  /**
   * Finds it behind proxies.
   *
   * @param dataSource any
   * @return null where the primary is the application's own
   */
  public static @Nullable PrimaryDataSource behind(DataSource dataSource) {
    try {
      return dataSource.isWrapperFor(PrimaryDataSource.class)
          ? dataSource.unwrap(PrimaryDataSource.class)
          : null;
    } catch (SQLException | RuntimeException e) {
      log.debug("{} cannot be unwrapped: {}", dataSource.getClass().getName(), e.toString());
      return null;
    }
  }

  /**
   * A connection of the present primary.
   *
   * @return a connection that must be closed to go back to its pool
   * @throws SQLTransientConnectionException where writes are stopped, saying why and what to do
   */
  @Override
  public Connection getConnection() throws SQLException {
    return borrow(PrimaryPools::pool);
  }

  /** One of the pool for reads; of the only pool where there is no other. */
  Connection readConnection() throws SQLException {
    return borrow(pools -> Objects.requireNonNullElse(pools.readPool(), pools.pool()));
  }

  /** Drops connections that are not in use, so that the address is looked up again. */
  void evict() {
    serving.evict();
  }

  boolean hasReadPool() {
    return serving.readPool() != null;
  }

  private Connection borrow(Function<PrimaryPools, HikariDataSource> from) throws SQLException {
    while (true) {
      refuseWhileStopped();
      PrimaryPools now = serving;
      try {
        Connection connection = from.apply(now).getConnection();
        if (now == serving && refusal == null) {
          return connection;
        }
        // it comes from a server that has just been left, and nothing has run on it
        connection.close();
      } catch (SQLException e) {
        if (now == serving) {
          throw e;
        }
        log.debug("The pool was replaced while a connection was waited for", e);
      }
    }
  }

  private void refuseWhileStopped() throws SQLException {
    SQLException stopped = refusal();
    if (stopped != null) {
      throw stopped;
    }
  }

  /** Why it gives no connections now; null where it does. */
  @Nullable SQLException refusal() {
    String why = refusal;
    return why == null ? null : new SQLTransientConnectionException("REFUSED: " + why, UNAVAILABLE);
  }

  PrimarySettings settings() {
    return settings;
  }

  /** Where it leads now, without parameters and credentials. */
  String address() {
    return JdbcUrls.shown(serving.url());
  }

  /**
   * Whether its pool is told to start without its server.
   *
   * @return true where {@code initialization-fail-timeout} is given and not above zero
   */
  public boolean startsWithoutServer() {
    String given = settings.pool().get("initialization-fail-timeout");
    return given != null && Long.parseLong(given) <= 0;
  }

  /** How replicas reach their servers where they say nothing else; the same after a move. */
  PoolSettings poolSettings() {
    Properties driver = new Properties();
    PoolProperties.ofDriver(settings.pool(), driver);
    return PoolSettings.of(
        settings.url(),
        settings.username(),
        settings.password(),
        driver,
        serving.maximumPoolSize());
  }

  /** Asks the server that is the primary at that moment, on connections of its own. */
  Prober prober(int timeoutMillis) {
    return new PresentProber(timeoutMillis);
  }

  /** Asks a server through the account of the primary. */
  Answer ask(PrimaryPools of, int timeoutMillis) throws SQLException {
    try (Prober prober = prober(of, timeoutMillis)) {
      return prober.ask();
    }
  }

  private Prober prober(PrimaryPools of, int timeoutMillis) {
    return JdbcProber.onOwnConnection(
        () -> of.source().connectWithin(settings.username(), settings.password(), timeoutMillis),
        timeoutMillis,
        false);
  }

  /** Gives no connections until {@link #resume}. */
  void stop(String why) {
    refusal = why;
  }

  /** Takes away the connections that are in use: nothing may be committed on them any more. */
  void abortOpen() {
    PrimaryPools old = serving;
    serving = PrimaryPools.of(settings, old.url());
    abort(old);
  }

  /** Whether another server than the configured one was promoted since the start. */
  boolean hasMoved() {
    return promoted != null;
  }

  boolean isStopped() {
    return refusal != null;
  }

  void resume() {
    refusal = null;
  }

  /**
   * Leads to another server from now on. What is in use on the old one is aborted first.
   *
   * @param to its pools
   * @param name what the configuration calls it
   */
  void moveTo(PrimaryPools to, String name) {
    refusal = "writes move to " + name + " at this moment; try again";
    PrimaryPools old = serving;
    abort(old);
    serving = to;
    if (promoted == null) {
      promoted = name;
    }
    refusal = null;
    Thread thread = new Thread(whenMoved, "rwsplit-failover");
    thread.setDaemon(true);
    thread.start();
  }

  /** A server that hangs may let the closing of connections to it hang. */
  private static void abort(PrimaryPools old) {
    Thread thread = new Thread(old::close, "rwsplit-abort-primary");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(LONGEST_ABORT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Says who has to know when writes have moved.
   *
   * @param listener runs on a thread of its own
   */
  public void whenMoved(Runnable listener) {
    whenMoved = listener;
  }

  /**
   * Adds the configured primary to the replicas once another server was promoted: it takes the
   * place, the weight and the groups, of the first that was.
   *
   * @param nodes what the configuration says
   * @return the same where nothing has moved
   */
  public NodeSettings withFormerPrimary(NodeSettings nodes) {
    String first = promoted;
    if (first == null) {
      return nodes;
    }
    NodeSettings.Replica place = nodes.replicas().get(first);
    Map<String, NodeSettings.Replica> replicas = new LinkedHashMap<>(nodes.replicas());
    replicas.put(
        FORMER,
        new NodeSettings.Replica(
            settings.url(),
            null,
            settings.username(),
            settings.password(),
            place == null ? 1 : place.weight(),
            place == null ? Set.of(nodes.defaultGroup()) : place.groups(),
            place == null ? Map.of() : place.pool()));
    return new NodeSettings(
        replicas,
        nodes.groups(),
        nodes.defaultGroup(),
        nodes.fallbackConcurrency(),
        nodes.staleWhenExhausted(),
        nodes.lag(),
        nodes.strategy());
  }

  /** Closes the pools. */
  @Override
  public void close() {
    serving.close();
  }

  /** Not supported: the account is the configured one. */
  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException(
        "connections of rwsplit.primary have its account; call getConnection() without one");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException("log writers are not supported");
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw new SQLFeatureNotSupportedException(
        "set rwsplit.primary.pool.connection-timeout in place of a login timeout");
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return serving.pool().getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return serving.source().getParentLogger();
  }

  /** Gives itself, or the present pool to those that read its counters. */
  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    HikariDataSource pool = serving.pool();
    if (type.isInstance(pool)) {
      return type.cast(pool);
    }
    throw new SQLException("%s is not a %s".formatted(this, type.getName()));
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this) || type.isInstance(serving.pool());
  }

  @Override
  public String toString() {
    return "rwsplit.primary (" + address() + ")";
  }

  /** Used by the thread of the primary's probe, which is also the one on which writes move. */
  private final class PresentProber implements Prober {

    private final int timeoutMillis;
    private @Nullable LagQuestion lag;
    private @Nullable StandingQuestion standing;
    private @Nullable PrimaryPools of;
    private @Nullable Prober prober;

    PresentProber(int timeoutMillis) {
      this.timeoutMillis = timeoutMillis;
    }

    @Override
    public Answer ask() throws SQLException {
      PrimaryPools now = serving;
      Prober present = prober;
      if (present == null || of != now) {
        close();
        present = prober(now, timeoutMillis);
        LagQuestion also = lag;
        if (also != null) {
          present.alsoAsk(also);
        }
        StandingQuestion alsoStanding = standing;
        if (alsoStanding != null) {
          present.alsoAsk(alsoStanding);
        }
        prober = present;
        of = now;
      }
      Answer answer = present.ask();
      if (answer.serverUuid() != null && !answer.writable()) {
        // the address may lead to another server by the next time
        present.close();
      }
      return answer;
    }

    @Override
    public void alsoAsk(LagQuestion question) {
      lag = question;
    }

    @Override
    public void alsoAsk(StandingQuestion question) {
      standing = question;
    }

    @Override
    public void close() {
      Prober before = prober;
      prober = null;
      if (before != null) {
        before.close();
      }
    }
  }
}
