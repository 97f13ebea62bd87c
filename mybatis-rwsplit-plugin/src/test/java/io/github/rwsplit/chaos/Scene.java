package io.github.rwsplit.chaos;

import io.github.rwsplit.ClientConnections;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.NetworkLine;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A primary, two replicas and an application under load, as a fault finds them and leaves them. */
final class Scene implements AutoCloseable {

  private static final int CROWD = 30;

  /** What the servers of the tests are started with. */
  private static final int USUAL = 100;

  private static final int MOST_CROWDED = 20;

  private final MySqlCluster servers;
  private final ServerClocks clocks;
  private final MySqlNode primary;
  private final MySqlNode replica;
  private final Fault.Setting setting;
  private final List<Connection> held = new ArrayList<>();

  /** On servers that others fill. */
  private final List<Connection> admins = new ArrayList<>();

  private final @Nullable NetworkLine line;

  /** Of the server that has one of its own. */
  private final @Nullable SteppedClock clock;

  private final Running running;

  Scene(MySqlCluster servers, ServerClocks clocks, Fault.Setting setting) throws Exception {
    this.servers = servers;
    this.clocks = clocks;
    this.setting = setting;
    primary = servers.primary();
    replica = servers.replica(1);
    line =
        switch (setting) {
          case LINE_TO_PRIMARY, LINE_BETWEEN -> NetworkLine.to(primary);
          case LINE_TO_REPLICA -> NetworkLine.to(replica);
          default -> null;
        };
    if (setting == Fault.Setting.LINE_BETWEEN) {
      replica.execute(
          "STOP REPLICA",
          "CHANGE REPLICATION SOURCE TO SOURCE_HOST='%s', SOURCE_PORT=%d"
              .formatted(line().host(), line().port()),
          "START REPLICA");
      servers.awaitReplication();
    }
    MySqlNode clocked = clocked();
    clock = clocked == null ? null : clocks.give(clocked.name());
    restart(clocked);
    running =
        switch (setting) {
          case PROCESS -> new RunningApart(properties(), false);
          case PROCESS_WITH_CLOCK -> new RunningApart(properties(), true);
          default -> new RunningHere(properties());
        };
  }

  /** What is missing for a setting here; null where nothing is. */
  static @Nullable String whyNot(MySqlCluster servers, Fault.Setting setting) throws Exception {
    return switch (setting) {
      case LINE_BETWEEN ->
          apart(servers) ? "no line can be laid between servers in a network of their own" : null;
      case PROCESS_WITH_CLOCK -> noClock();
      case PRIMARY_WITH_CLOCK, REPLICA_WITH_CLOCK ->
          apart(servers) ? "a container keeps the clock that it was made with" : noClock();
      default -> null;
    };
  }

  private static @Nullable String noClock() throws IOException {
    return SteppedClock.library() == null
        ? "libfaketime (Debian: package libfaketime) is not installed"
        : null;
  }

  /** Whether the servers are in containers, where they know each other by other addresses. */
  private static boolean apart(MySqlCluster servers) throws SQLException {
    MySqlNode primary = servers.primary();
    return !sourceOf(servers.replica(1)).equals(primary.host() + ":" + primary.port());
  }

  private @Nullable MySqlNode clocked() {
    return switch (setting) {
      case PRIMARY_WITH_CLOCK -> primary;
      case REPLICA_WITH_CLOCK -> replica;
      default -> null;
    };
  }

  private void restart(@Nullable MySqlNode node) {
    if (node != null) {
      node.shutdown();
      node.start();
      servers.awaitReplication();
    }
  }

  /** Steps the clock of the server that has one of its own, and makes sure that it sees it. */
  void stepServerClock(Duration step) throws Exception {
    MySqlNode node = Objects.requireNonNull(clocked(), "this fault has no server with a clock");
    try (Connection connection = node.adminConnection();
        Statement statement = connection.createStatement()) {
      long before = clockOf(statement);
      Objects.requireNonNull(clock).step(step);
      SteppedClock.awaitStep(step, before, () -> clockOf(statement));
    }
  }

  private static long clockOf(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("select unix_timestamp(now(3)) * 1000")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static String sourceOf(MySqlNode replica) throws SQLException {
    try (Connection connection = replica.adminConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW REPLICA STATUS")) {
      row.next();
      return row.getString("Source_Host") + ":" + row.getString("Source_Port");
    }
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    boolean follows = setting == Fault.Setting.FOLLOWING;
    String prefix = follows ? "primary." : Application.OWN;
    String url = follows ? primary.jdbcUrl() : primary.jdbcUrlWithPositions();
    properties.put(
        prefix + "url", setting == Fault.Setting.LINE_TO_PRIMARY ? line().through(url) : url);
    properties.put(prefix + "username", primary.user());
    properties.put(prefix + "password", primary.password());
    if (follows) {
      properties.put("primary.pool.connection-timeout", "2s");
      properties.put("failover.follow", "true");
      properties.put("failover.confirm", "500ms");
    }
    for (MySqlNode node : servers.replicas()) {
      boolean byLine = setting == Fault.Setting.LINE_TO_REPLICA && node == replica;
      properties.put(
          "replicas." + node.name() + ".url",
          byLine ? line().through(node.jdbcUrl()) : node.jdbcUrl());
    }
    return properties;
  }

  MySqlCluster servers() {
    return servers;
  }

  /** The one that was the primary at first. */
  MySqlNode primary() {
    return primary;
  }

  /** The one that suffers, or rises. */
  MySqlNode replica() {
    return replica;
  }

  NetworkLine line() {
    return Objects.requireNonNull(line, "this fault has no line");
  }

  Running running() {
    return running;
  }

  RunningApart process() {
    return (RunningApart) running;
  }

  /** The servers that the application has, by role, the primary first. */
  List<String> roles() {
    List<String> uuids = new ArrayList<>(List.of(servers.primary().serverUuid()));
    boolean moved = servers.primary() != primary;
    for (MySqlNode node : servers.replicas()) {
      // one that has lost its address has no part in it any more
      if (!(moved && node == primary && setting == Fault.Setting.LINE_TO_PRIMARY)) {
        uuids.add(node.serverUuid());
      }
    }
    return uuids;
  }

  /** Borrows every connection that the application's pool of a server has. */
  void fillPoolOf(MySqlNode node) throws SQLException {
    Application application = ((RunningHere) running).application();
    DataSource pool =
        node == primary
            ? ClusterProbe.primary(application.cluster())
            : ClusterProbe.replica(application.cluster(), node.name());
    int size = pool.unwrap(com.zaxxer.hikari.HikariDataSource.class).getMaximumPoolSize();
    while (held.size() < size) {
      held.add(pool.getConnection());
    }
  }

  /** Others take every connection that a server gives, and ours are cut, so that none is left. */
  void crowd(MySqlNode node) throws SQLException {
    // before the others: the one place beyond the limit may be somebody else's by then
    Connection admin = node.adminConnection();
    admins.add(admin);
    try (Statement statement = admin.createStatement()) {
      statement.execute("SET GLOBAL max_connections = " + CROWD);
      for (int i = 0; i < MOST_CROWDED; i++) {
        takeAll(node);
        if (cutOurs(node, statement) == 0) {
          return;
        }
      }
    }
    throw new IllegalStateException("the application always found a connection of " + node);
  }

  private void takeAll(MySqlNode node) throws SQLException {
    while (true) {
      try {
        held.add(node.connect());
      } catch (SQLException full) {
        if (full.getErrorCode() != 1040) {
          throw full;
        }
        return;
      }
    }
  }

  /** Returns how many connections of the application there were. */
  private int cutOurs(MySqlNode node, Statement statement) throws SQLException {
    List<Long> others = new ArrayList<>();
    for (Connection one : held) {
      others.add(one.unwrap(com.mysql.cj.jdbc.JdbcConnection.class).getSession().getThreadId());
    }
    List<Long> ours = ClientConnections.ids(statement, node);
    ours.removeAll(others);
    ClientConnections.kill(statement, ours);
    return ours.size();
  }

  /** Gives back what {@link #fillPoolOf} and {@link #crowd} took. */
  void letGo() throws SQLException {
    for (Connection one : held) {
      one.close();
    }
    held.clear();
    for (Connection admin : admins) {
      try (admin;
          Statement statement = admin.createStatement()) {
        statement.execute("SET GLOBAL max_connections = " + USUAL);
      }
    }
    admins.clear();
  }

  /** As whoever promotes should do it: nothing is written any more that the new one lacks. */
  void fenceKillAndPromote() {
    primary.readOnly(true);
    servers.awaitReplication();
    primary.kill();
    replica.promote();
  }

  @Override
  public void close() throws Exception {
    try (running;
        NetworkLine ending = line) {
      letGoOfServers();
      if (ending != null) {
        ending.restore();
      }
    }
    if (setting == Fault.Setting.LINE_BETWEEN) {
      replica.follow();
    }
    MySqlNode clocked = clocked();
    if (clocked != null) {
      clocks.take(clocked.name());
      restart(clocked);
    }
  }

  private void letGoOfServers() throws SQLException {
    for (Connection one : held) {
      one.close();
    }
    held.clear();
    for (MySqlNode node : servers.nodes()) {
      node.resume();
      if (!node.isRunning()) {
        node.start();
      }
    }
  }
}
