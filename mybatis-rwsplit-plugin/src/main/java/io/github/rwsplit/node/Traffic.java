package io.github.rwsplit.node;

import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.protocol.ServerSessionStateController;
import com.mysql.cj.protocol.ServerSessionStateController.ServerSessionStateChanges;
import com.mysql.cj.protocol.ServerSessionStateController.SessionStateChange;
import com.mysql.cj.protocol.ServerSessionStateController.SessionStateChangesListener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears what a replica has executed from the answers to the reads themselves: with {@code
 * session_track_gtids=ALL_GTIDS} the server adds its executed set to the answer of each autocommit
 * statement. The set is a proof for the next read, not for the one that brought it.
 *
 * <p>Only for connections of pools that were made here, and only where MySQL's own driver is behind
 * them. The one class of this package that needs that driver.
 */
final class Traffic implements SessionStateChangesListener {

  private static final Logger log = LoggerFactory.getLogger(Traffic.class);

  /** Must not be set within a transaction, so it comes before any other statement. */
  private static final String SWITCH_ON = "SET SESSION session_track_gtids = ALL_GTIDS";

  private static final String SWITCH_OFF = "SET SESSION session_track_gtids = OFF";

  private static final String WHO = "SELECT @@server_uuid, LENGTH(@@global.gtid_executed)";

  /** A longer set, in bytes, is asked for by the probe alone: it would weigh on every answer. */
  private static final int LONGEST = 500;

  private final Node node;
  private final String serverUuid;
  private final long term;

  private Traffic(Node node, String serverUuid, long term) {
    this.node = node;
    this.serverUuid = serverUuid;
    this.term = term;
  }

  /**
   * Listens on a new connection for the rest of its life, if server and driver can do it.
   *
   * @param kept holds the listener for as long as the connection lives, by a weak key: the driver
   *     keeps none itself, and a read fails in the driver when it meets one that is gone
   */
  static void listen(Connection connection, Node node, Map<Object, Object> kept) {
    long term = node.term();
    try {
      if (!connection.isWrapperFor(JdbcConnection.class)) {
        return;
      }
      JdbcConnection driver = connection.unwrap(JdbcConnection.class);
      String serverUuid = switchOn(driver);
      if (serverUuid != null) {
        ServerSessionStateController teller = driver.getServerSessionStateController();
        Traffic listener = new Traffic(node, serverUuid, term);
        kept.put(teller, listener);
        teller.addSessionStateChangesListener(listener);
      }
    } catch (SQLException e) {
      // MariaDB, a proxy: the probe asks instead; a lost connection is found by its next user
      log.debug("{} does not tell what it has executed: {}", node, Node.said(e));
    }
  }

  private static @Nullable String switchOn(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(SWITCH_ON);
      String serverUuid = null;
      try (ResultSet row = statement.executeQuery(WHO)) {
        if (row.next() && row.getLong(2) <= LONGEST) {
          serverUuid = row.getString(1);
        }
      }
      if (serverUuid == null) {
        statement.execute(SWITCH_OFF);
      }
      return serverUuid;
    }
  }

  @Override
  public void handleSessionStateChanges(ServerSessionStateChanges changes) {
    for (SessionStateChange change : changes.getSessionStateChangesList()) {
      if (change.getType() == ServerSessionStateController.SESSION_TRACK_GTIDS
          && !change.getValues().isEmpty()
          && serverUuid.equals(node.serverUuid())) {
        node.holdings().overheard(change.getValues().get(0), term);
      }
    }
  }
}
