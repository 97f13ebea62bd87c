package io.github.rwsplit.node;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.WeakHashMap;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Opens connections to one URL, for the pool of a replica and for its probe.
 *
 * <p>A pool that is given a URL sets the login time-out of the DriverManager, which holds for the
 * whole JVM: a short one for replicas would cut off slow logins of the application's own pools. So
 * our pools are given this source, which bounds the login by the socket's time-out instead.
 */
final class DriverSource implements DataSource {

  /** A login needs several round trips; each may take this long. */
  static final int LOGIN_READ_MILLIS = 2_000;

  private static final org.slf4j.Logger log = LoggerFactory.getLogger(DriverSource.class);

  private static final String SOCKET_TIMEOUT = "socketTimeout";
  private static final String CONNECT_TIMEOUT = "connectTimeout";

  /** Without it the driver does not hear what a server tells of a session. */
  static final String TRACK_SESSION_STATE = "trackSessionState";

  private final String url;
  private final Driver driver;
  private final Properties properties;
  private final int socketTimeoutMillis;
  private final boolean tellsSession;
  private final Map<Object, Object> listeners = Collections.synchronizedMap(new WeakHashMap<>());
  private volatile @Nullable Node listener;
  private volatile boolean tellsCommits;

  /**
   * @param properties what the driver gets beside the URL; user and password may be among them
   * @throws SQLException if no driver takes the URL
   */
  DriverSource(String url, Properties properties) throws SQLException {
    this.url = url;
    this.driver = DriverManager.getDriver(url);
    this.properties = properties;
    this.socketTimeoutMillis = Integer.parseInt(wanted(SOCKET_TIMEOUT, "0"));
    this.tellsSession =
        JdbcUrls.isMySql(url)
            && Boolean.parseBoolean(wanted(TRACK_SESSION_STATE, "false"))
            && driverTellsSession();
  }

  private String wanted(String property, String preset) {
    String inUrl = JdbcUrls.parameters(url).get(property);
    return properties.getProperty(property, inUrl == null ? preset : inUrl);
  }

  /** Connector/J from 8.0.26 on, which need not be there. */
  static boolean driverTellsSession() {
    try {
      Class.forName(
          "com.mysql.cj.protocol.ServerSessionStateController",
          false,
          DriverSource.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Whether another one opens the same connections. */
  boolean opensAs(DriverSource other) {
    return url.equals(other.url) && properties.equals(other.properties);
  }

  /** Whether its server is asked to tell what it has executed beside each answer. */
  boolean tellsSession() {
    return tellsSession;
  }

  /** Lets a node hear what its server tells on the pool's connections; see {@link Traffic}. */
  void listen(Node node) {
    listener = node;
  }

  /** Its server tells the position of each commit in the answer to it, where it can. */
  DriverSource tellingCommits() {
    tellsCommits = tellsSession;
    return this;
  }

  /** How long a read on its connections may wait, in milliseconds; 0: for ever. */
  int socketTimeoutMillis() {
    return socketTimeoutMillis;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return open(copy());
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    return open(withCredentials(user, password));
  }

  /** A connection on which nothing waits longer than the time given. */
  Connection connectWithin(@Nullable String user, @Nullable String password, int millis)
      throws SQLException {
    Properties all = withCredentials(user, password);
    if (JdbcUrls.isMySql(url)) {
      all.setProperty(CONNECT_TIMEOUT, String.valueOf(millis));
      all.setProperty(SOCKET_TIMEOUT, String.valueOf(millis));
    }
    return connect(all);
  }

  private Connection open(Properties all) throws SQLException {
    if (!JdbcUrls.isMySql(url)) {
      return connect(all);
    }
    all.setProperty(SOCKET_TIMEOUT, String.valueOf(LOGIN_READ_MILLIS));
    Connection connection = connect(all);
    Node node = listener;
    if (tellsSession && node != null) {
      Traffic.listen(connection, node, listeners);
    }
    if (tellsCommits) {
      tellCommits(connection);
    }
    connection.setNetworkTimeout(Runnable::run, socketTimeoutMillis);
    return connection;
  }

  /**
   * By a statement of our own: as a session variable of the URL it keeps MariaDB from connecting.
   */
  private static void tellCommits(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION session_track_gtids = OWN_GTID");
    } catch (SQLException e) {
      log.debug("Commits do not tell their position: {}", Node.said(e));
    }
  }

  private Connection connect(Properties all) throws SQLException {
    Connection connection = driver.connect(url, all);
    if (connection == null) {
      throw new SQLException("no driver takes " + JdbcUrls.shown(url), "08001");
    }
    return connection;
  }

  private Properties withCredentials(@Nullable String user, @Nullable String password) {
    Properties all = copy();
    if (user != null) {
      all.setProperty("user", user);
    }
    if (password != null) {
      all.setProperty("password", password);
    }
    return all;
  }

  private Properties copy() {
    Properties copy = new Properties();
    copy.putAll(properties);
    return copy;
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // on purpose nothing: see the class comment
  }

  /**
   * Not 0: a pool that closes waits this long for a login under way, and warns where it must not.
   */
  @Override
  public int getLoginTimeout() {
    return LOGIN_READ_MILLIS / 1_000;
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
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return driver.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("%s is not a %s".formatted(this, type.getName()));
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  @Override
  public String toString() {
    return JdbcUrls.shown(url);
  }
}
