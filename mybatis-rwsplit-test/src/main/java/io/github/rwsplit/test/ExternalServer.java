package io.github.rwsplit.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that somebody else runs: it can be asked and told by SQL, but not started or ended. */
final class ExternalServer implements Server {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The appliers' entries have neither host nor address. */
  private static final Pattern CLIENT =
      Pattern.compile("([^\\[]*)\\[.*\\] @ (?:\\S+ \\[\\S*\\]| *\\[\\S+\\])");

  /** What a JDBC URL says. */
  record Target(Address address, String database) {

    private static final Pattern URL =
        Pattern.compile("jdbc:mysql://([^:/?,]+)(?::(\\d+))?/(\\w+)(?:\\?.*)?");

    static Target parse(String url) {
      Matcher matcher = URL.matcher(url);
      if (!matcher.matches()) {
        throw new MySqlClusterException(
            "The URL of an external server must be jdbc:mysql://HOST:PORT/DATABASE, but was "
                + url);
      }
      int port = matcher.group(2) == null ? 3306 : Integer.parseInt(matcher.group(2));
      return new Target(new Address(matcher.group(1), port), matcher.group(3));
    }
  }

  private final String name;
  private final Target target;
  private final Accounts.Account admin;
  private final boolean record;
  private @Nullable String logOutputBefore;
  private @Nullable String generalLogBefore;
  private long rowsRead;

  ExternalServer(String name, Target target, Accounts.Account admin, boolean record) {
    this.name = name;
    this.target = target;
    this.admin = admin;
    this.record = record;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Address address() {
    return target.address();
  }

  @Override
  public Address addressForServers() {
    return target.address();
  }

  /** Begins to record what the server receives, in the one place of it that can be read by SQL. */
  @Override
  public void start(boolean readOnly) {
    Readiness.await(name, address(), admin, PATIENCE, () -> null);
    if (record && generalLogBefore == null) {
      try (AdminSession session = session()) {
        logOutputBefore = session.value("SELECT @@GLOBAL.log_output");
        generalLogBefore = session.value("SELECT @@GLOBAL.general_log");
        session.execute("SET GLOBAL log_output='TABLE'", "SET GLOBAL general_log=ON");
        String rows = session.value("SELECT COUNT(*) FROM mysql.general_log");
        rowsRead = rows == null ? 0 : Long.parseLong(rows);
      }
    }
  }

  private AdminSession session() {
    return AdminSession.open(
        name, Accounts.jdbcUrl(address().host(), address().port(), null), admin);
  }

  @Override
  public boolean isRunning() {
    return true;
  }

  @Override
  public void kill() {
    throw notOurs("killed");
  }

  @Override
  public void shutdown() {
    throw notOurs("shut down");
  }

  @Override
  public void pause() {
    throw notOurs("paused");
  }

  @Override
  public void resume() {
    // it was never paused, as pausing is refused
  }

  private UnsupportedOperationException notOurs(String what) {
    return new UnsupportedOperationException(
        "%s cannot be %s, as it was given by URL; use another mysqlcluster.source for this test"
            .formatted(name, what));
  }

  @Override
  public void readLogInto(StatementLog log) {
    if (!record) {
      return;
    }
    try (AdminSession session = session()) {
      List<Map<String, @Nullable String>> rows =
          session.rows(
              """
              SELECT thread_id, user_host, command_type, CONVERT(argument USING utf8mb4) AS argument
                FROM mysql.general_log LIMIT %d, 1000000000\
              """
                  .formatted(rowsRead));
      rowsRead += rows.size();
      for (Map<String, @Nullable String> row : rows) {
        Matcher client = CLIENT.matcher(text(row, "user_host"));
        if (client.matches()) {
          log.add(
              new ReceivedStatement(
                  Long.parseLong(text(row, "thread_id")),
                  client.group(1).strip(),
                  text(row, "command_type"),
                  text(row, "argument")));
        }
      }
    }
  }

  private static String text(Map<String, @Nullable String> row, String column) {
    String value = row.get(column);
    return value == null ? "" : value;
  }

  /** Leaves the server as it was found. */
  @Override
  public void close() {
    if (generalLogBefore != null) {
      try (AdminSession session = session()) {
        session.execute(
            "SET GLOBAL general_log=" + generalLogBefore,
            "SET GLOBAL log_output='" + logOutputBefore + "'");
      }
    }
  }
}
