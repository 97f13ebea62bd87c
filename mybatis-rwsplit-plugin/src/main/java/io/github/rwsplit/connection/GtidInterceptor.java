package io.github.rwsplit.connection;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.jdbc.interceptors.ConnectionLifecycleInterceptor;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.ServerSessionStateController;
import com.mysql.cj.protocol.ServerSessionStateController.ServerSessionStateChanges;
import com.mysql.cj.protocol.ServerSessionStateController.SessionStateChange;
import java.sql.Savepoint;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Hears from MySQL's driver the position of each commit, which the server says in its answer to the
 * commit. Connector/J makes one for each physical connection whose URL names it:
 *
 * <pre>{@code
 * trackSessionState=true
 *   &sessionVariables=session_track_gtids=OWN_GTID
 *   &connectionLifecycleInterceptors=io.github.rwsplit.connection.GtidInterceptor
 * }</pre>
 *
 * <p>It sits below every pool, so that it hears of what other JDBC code commits on the same
 * DataSource too. It costs no round trip. All three settings are needed; see "Session State
 * Tracking" in the manual of Connector/J, and {@code session_track_gtids} in that of MySQL. It
 * never keeps the driver from anything.
 *
 * <p>Nobody but the driver makes or calls it. Its listener is shared by all connections and is
 * called on the thread that commits.
 */
public final class GtidInterceptor implements ConnectionLifecycleInterceptor {

  /** Which says the whole executed set after each read, too: nothing that the session has done. */
  private static final String WHOLE_SET = "ALL_GTIDS";

  /** Made by the driver, for each connection. */
  public GtidInterceptor() {}

  /** For the driver: adds the listener to a new connection. */
  @Override
  public ConnectionLifecycleInterceptor init(
      MysqlConnection connection, Properties properties, Log log) {
    String variables = String.valueOf(properties.getProperty("sessionVariables"));
    if (!variables.toUpperCase(Locale.ROOT).contains(WHOLE_SET)) {
      connection
          .getServerSessionStateController()
          .addSessionStateChangesListener(Listener.OF_ALL_CONNECTIONS);
    }
    return this;
  }

  /** The driver keeps a listener for the life of a connection, and the same one once only. */
  private enum Listener implements ServerSessionStateController.SessionStateChangesListener {
    OF_ALL_CONNECTIONS;

    @Override
    public void handleSessionStateChanges(ServerSessionStateChanges changes) {
      for (SessionStateChange change : changes.getSessionStateChangesList()) {
        if (change.getType() == ServerSessionStateController.SESSION_TRACK_GTIDS
            && !change.getValues().isEmpty()) {
          OwnCommits.delivered(change.getValues().get(0));
        }
      }
    }
  }

  /** For the driver: nothing to do. */
  @Override
  public void destroy() {
    // the listener goes with the connection
  }

  /** For the driver: nothing to do. */
  @Override
  public void close() {
    // the listener goes with the connection
  }

  /** For the driver: goes on. */
  @Override
  public boolean commit() {
    return true;
  }

  /** For the driver: goes on. */
  @Override
  public boolean rollback() {
    return true;
  }

  /** For the driver: goes on. */
  @Override
  public boolean rollback(@Nullable Savepoint savepoint) {
    return true;
  }

  /** For the driver: goes on. */
  @Override
  public boolean setAutoCommit(boolean flag) {
    return true;
  }

  /** For the driver: goes on. */
  @Override
  public boolean setDatabase(String database) {
    return true;
  }

  /** For the driver: goes on. */
  @Override
  public boolean transactionBegun() {
    return true;
  }

  /** For the driver: goes on. */
  @Override
  public boolean transactionCompleted() {
    return true;
  }
}
