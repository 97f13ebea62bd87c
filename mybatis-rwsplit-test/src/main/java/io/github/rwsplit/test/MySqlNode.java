package io.github.rwsplit.test;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One server of a {@link MySqlCluster}: its addresses, its faults, and what it really received.
 *
 * <p>Methods that talk to the server throw {@link MySqlClusterException} when it cannot be reached.
 * Those that act on the process ({@link #pause}, {@link #kill}, {@link #start} and so on) are not
 * to be had from servers given by URL.
 */
public final class MySqlNode {

  private final MySqlCluster cluster;
  private final Server server;
  private final StatementLog log = new StatementLog();
  private volatile boolean readOnly;
  private volatile boolean paused;
  private volatile @Nullable String uuid;

  MySqlNode(MySqlCluster cluster, Server server, boolean readOnly) {
    this.cluster = cluster;
    this.server = server;
    this.readOnly = readOnly;
  }

  /**
   * The name within the cluster, which it keeps through promotions.
   *
   * @return {@code primary}, {@code replica-1} and so on, unless the builder was given others
   */
  public String name() {
    return server.name();
  }

  /**
   * What this server is now.
   *
   * @return PRIMARY for the one server that the cluster writes to, REPLICA for all others
   */
  public NodeRole role() {
    return cluster.primary() == this ? NodeRole.PRIMARY : NodeRole.REPLICA;
  }

  /**
   * The host as this JVM reaches it.
   *
   * @return an address or a host name
   */
  public String host() {
    return server.address().host();
  }

  /**
   * The port as this JVM reaches it; the same after a restart.
   *
   * @return a TCP port
   */
  public int port() {
    return server.address().port();
  }

  /**
   * The URL of the test database on this server, complete but for user and password.
   *
   * @return a URL for Connector/J
   */
  public String jdbcUrl() {
    return Accounts.jdbcUrl(host(), port(), cluster.database());
  }

  /**
   * The same for a primary whose commits tell mybatis-rwsplit their position by themselves. The
   * driver loads a class of mybatis-rwsplit-plugin then.
   *
   * @return a URL for Connector/J 8.0.26 or later
   */
  public String jdbcUrlWithPositions() {
    return jdbcUrl() + Accounts.POSITIONS;
  }

  /**
   * The account of the application: everything in the test database, nothing beyond.
   *
   * @return a user name
   */
  public String user() {
    return cluster.accounts().application().user();
  }

  /**
   * The password of {@link #user}.
   *
   * @return a password, random unless the servers were given by URL
   */
  public String password() {
    return cluster.accounts().application().password();
  }

  /**
   * The identity that the server reports as {@code @@server_uuid}; stable through restarts.
   *
   * @return a UUID
   */
  public String serverUuid() {
    String known = uuid;
    if (known == null) {
      known = ask(session -> session.value("SELECT @@GLOBAL.server_uuid"));
      if (known == null) {
        throw new MySqlClusterException(
            name() + " must have a server_uuid, but has none; is it MySQL?");
      }
      uuid = known;
    }
    return known;
  }

  /**
   * Opens a connection with the application's account.
   *
   * @return a new connection to the test database, to be closed by the caller
   * @throws SQLException if the server gives none
   */
  public Connection connect() throws SQLException {
    return AdminSession.connect(jdbcUrl(), cluster.accounts().application(), Duration.ZERO);
  }

  /**
   * Opens a connection with an account that may do everything. What it sends does not count in
   * {@link #statements}.
   *
   * @return a new connection to the test database, to be closed by the caller
   * @throws SQLException if the server gives none
   */
  public Connection adminConnection() throws SQLException {
    return AdminSession.connect(jdbcUrl(), cluster.accounts().admin(), Duration.ZERO);
  }

  /**
   * Runs statements as the administrator; a change made so on a replica is an errant transaction,
   * unless {@code SET SESSION sql_log_bin=0} comes first.
   *
   * @param statements SQL, run in this order on one connection without a selected database
   */
  public void execute(String... statements) {
    ask(
        session -> {
          session.execute(statements);
          return null;
        });
  }

  // ---------------------------------------------------------------- replication

  /**
   * Stops applying what is received: the server falls behind, though its connection to the primary
   * is fine.
   */
  public void stopApplier() {
    execute("STOP REPLICA SQL_THREAD");
  }

  /** Undoes {@link #stopApplier}. */
  public void startApplier() {
    execute("START REPLICA SQL_THREAD");
  }

  /** Stops receiving from the primary: the server falls behind and does not know by how much. */
  public void stopReceiver() {
    execute("STOP REPLICA IO_THREAD");
  }

  /** Undoes {@link #stopReceiver}. */
  public void startReceiver() {
    execute("START REPLICA IO_THREAD");
  }

  /**
   * Applies every transaction so much later than the primary ran it.
   *
   * @param delay whole seconds, as the server counts them; zero ends the delay
   */
  public void delay(Duration delay) {
    if (delay.isNegative() || delay.toNanosPart() != 0) {
      throw new IllegalArgumentException(
          "delay must be a whole number of seconds, 0 or more, but was " + delay);
    }
    execute(
        "STOP REPLICA SQL_THREAD",
        "CHANGE REPLICATION SOURCE TO SOURCE_DELAY=" + delay.toSeconds(),
        "START REPLICA SQL_THREAD");
  }

  /**
   * Makes this server follow the current primary, as a repaired former primary would. It becomes
   * read-only.
   *
   * @throws IllegalStateException if this is the primary
   */
  public void follow() {
    follow(cluster.primary());
  }

  /**
   * Makes this server follow another one: a replica, as in a chain, a server that is no part of the
   * primary's replication any more, or itself, as mistakes do. It becomes read-only.
   *
   * @param source any server of the same cluster
   * @throws IllegalStateException if this is the primary
   */
  public void follow(MySqlNode source) {
    if (role() == NodeRole.PRIMARY) {
      throw new IllegalStateException(
          name() + " must be a replica to follow the primary, but is the primary");
    }
    readOnly = true;
    ask(
        session -> {
          Replication.follow(session, source.addressForServers(), cluster.accounts().replication());
          return null;
        });
  }

  /**
   * Makes this server the primary and lets all others follow it.
   *
   * <p>While the old primary answers, this is a planned switch: it is made read-only first, and
   * nothing is lost. When the old primary is dead or paused, this server takes over with what it
   * has; the old one, started again, comes back writable and follows nobody, as in real life, until
   * {@link #follow} is called on it.
   */
  public void promote() {
    cluster.promote(this);
  }

  /**
   * Switches {@code super_read_only}, also for after a restart.
   *
   * @param readOnly false makes a replica writable, which nothing should do outside a test
   */
  public void readOnly(boolean readOnly) {
    this.readOnly = readOnly;
    ask(
        session -> {
          Replication.setReadOnly(session, readOnly);
          return null;
        });
  }

  /**
   * Waits, for at most 30 seconds, until this server has applied all that the primary has committed
   * by now.
   */
  public void awaitCaughtUp() {
    cluster.awaitCaughtUp(this, Duration.ofSeconds(30));
  }

  /**
   * The transactions this server has executed.
   *
   * @return {@code @@GLOBAL.gtid_executed} without blanks
   */
  public String gtidExecuted() {
    return ask(Replication::executed);
  }

  // ---------------------------------------------------------------- the process

  /** Stops the process from running while its connections stay open: to clients, it hangs. */
  public void pause() {
    server.pause();
    paused = true;
  }

  /** Ends a {@link #pause}; without effect where there is none. */
  public void resume() {
    server.resume();
    paused = false;
  }

  /** Ends the process at once, as a crash does; committed transactions are kept. */
  public void kill() {
    server.kill();
    paused = false;
  }

  /** Ends the process in good order, which tells clients so and takes seconds. */
  public void shutdown() {
    server.shutdown();
  }

  /**
   * Starts the process after {@link #kill} or {@link #shutdown}, on its old port, and waits until
   * it takes connections.
   */
  public void start() {
    server.start(readOnly);
  }

  /** A {@link #kill}, if it runs, and a {@link #start}. */
  public void restart() {
    kill();
    start();
  }

  /**
   * Whether the process is there; a paused one is.
   *
   * @return false after {@link #kill} and {@link #shutdown}
   */
  public boolean isRunning() {
    return server.isRunning();
  }

  // ---------------------------------------------------------------- what it received

  /**
   * The work that clients other than the administrator sent to this server since {@link
   * #clearStatements}: queries and executions of prepared statements, without {@linkplain
   * ReceivedStatement#isSessionNoise() session noise}.
   *
   * <p>Includes what the server refused. Read from the server's general query log; whatever a
   * client got an answer to is in it. Works also when the server is down.
   *
   * @return in the order of receipt
   */
  public List<ReceivedStatement> statements() {
    return statementsSince(0);
  }

  /**
   * Everything that clients other than the administrator sent since {@link #clearStatements}, with
   * connects, prepares and session noise.
   *
   * @return in the order of receipt
   */
  public List<ReceivedStatement> everythingReceived() {
    server.readLogInto(log);
    return log.since(0).stream().filter(this::isFromApplication).toList();
  }

  /** Forgets what was received so far. */
  public void clearStatements() {
    server.readLogInto(log);
    log.clear();
  }

  /** A position in what was received, for {@link #statementsSince}. */
  int statementMark() {
    server.readLogInto(log);
    return log.mark();
  }

  List<ReceivedStatement> statementsSince(int mark) {
    server.readLogInto(log);
    return log.since(mark).stream()
        .filter(this::isFromApplication)
        .filter(statement -> statement.isExecution() && !statement.isSessionNoise())
        .toList();
  }

  private boolean isFromApplication(ReceivedStatement statement) {
    return !statement.user().equals(cluster.accounts().admin().user())
        && !statement.user().equals(cluster.accounts().replication().user());
  }

  // ---------------------------------------------------------------- for the cluster

  Server server() {
    return server;
  }

  Server.Address addressForServers() {
    return server.addressForServers();
  }

  /** Whether a question to it would be answered, as far as this JVM has brought about. */
  boolean answers() {
    return isRunning() && !paused;
  }

  AdminSession admin() {
    return AdminSession.open(
        name(), Accounts.jdbcUrl(host(), port(), null), cluster.accounts().admin());
  }

  private <T extends @Nullable Object> T ask(Function<AdminSession, T> question) {
    try (AdminSession session = admin()) {
      return question.apply(session);
    }
  }

  /**
   * Name and address.
   *
   * @return for logs and test reports
   */
  @Override
  public String toString() {
    return "%s (%s:%d)".formatted(name(), host(), port());
  }
}
