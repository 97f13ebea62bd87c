package io.github.rwsplit.node;

import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what an error means for the node it came from. Decided by vendor code, then by SQLState, and
 * by class only where a driver gives neither: Connector/J throws "too many connections of this
 * user" as a syntax error and "server shuts down" as non-transient. Codes are those of the MySQL
 * manual, "Server Error Message Reference", as Connector/J 9.7 was seen to pass them on.
 *
 * <p>All methods look through causes and next exceptions, so an exception of Spring or MyBatis can
 * be given as it was caught. An interrupted thread and a timed-out or canceled query are never a
 * node's failure, whatever else stands in the chain.
 */
public final class ConnectionFailures {

  private ConnectionFailures() {}

  private enum Kind {
    /** The connection was lost while, or before, something was sent on it. */
    LOST,
    /** The server answered, but gives no connection now: too many, offline, blocked. */
    REFUSED,
    /** Wrong password, host not allowed, database unknown: configuration. */
    DENIED,
    /** All connections of the pool are in use. */
    EXHAUSTED,
    /** The server is read-only and refused a write or lock. */
    READ_ONLY_SERVER,
    /** The transaction is read-only and refused a write. */
    READ_ONLY_TRANSACTION,
    /** Everything else: the statement's own business. */
    OTHER
  }

  /**
   * Whether the connection is gone: closed by the server, by the network, or by a socket time-out.
   *
   * @param failure what was caught
   * @return true if nothing more can run on that connection
   */
  public static boolean connectionLost(Throwable failure) {
    return kind(failure) == Kind.LOST;
  }

  /**
   * Whether no connection could be had because of the server: not reachable, too many connections,
   * offline, access denied. A pool whose connections are all in use is not meant.
   *
   * @param failure what was caught while a connection was asked for
   * @return true if another node may well give one
   */
  public static boolean couldNotConnect(Throwable failure) {
    return switch (kind(failure)) {
      case LOST, REFUSED, DENIED -> true;
      default -> false;
    };
  }

  /**
   * Whether the server does not let this user or this host in.
   *
   * @param failure what was caught while a connection was asked for
   * @return true if waiting does not help
   */
  static boolean accessDenied(Throwable failure) {
    return kind(failure) == Kind.DENIED;
  }

  /**
   * Whether the pool had nothing left to give although its server may be well.
   *
   * @param failure what was caught while a connection was asked for
   * @return true if all connections of the pool were in use
   */
  public static boolean poolExhausted(Throwable failure) {
    return kind(failure) == Kind.EXHAUSTED;
  }

  /**
   * Whether a read that failed so may run once more on another node, provided that it delivered no
   * row and is in no transaction. Never true for writes' sake: a write with a lost connection has
   * an unknown outcome.
   *
   * @param failure what was caught
   * @return true if it never ran to its end and the node, not the statement, is to blame
   */
  public static boolean retryableRead(Throwable failure) {
    return switch (kind(failure)) {
      case LOST, REFUSED -> true;
      default -> false;
    };
  }

  /**
   * Whether a server refused a write or lock because it is read-only (1290, 1836): a statement that
   * is not the pure read it was taken for, or a primary that has been demoted. Nothing was done.
   *
   * @param failure what was caught
   * @return true if the server is read-only
   */
  public static boolean readOnlyServer(Throwable failure) {
    return kind(failure) == Kind.READ_ONLY_SERVER;
  }

  /**
   * Whether a <em>replica</em> refused a write: as a read-only server, or (1792) by the read-only
   * session that every replica connection of ours has. On the primary 1792 comes from the
   * application's own read-only transaction and means nothing about the route; do not ask there.
   *
   * @param failure what a statement on a replica failed with
   * @return true if the statement was not the pure read it was taken for; nothing was done
   */
  public static boolean writeRefusedByReplica(Throwable failure) {
    Kind kind = kind(failure);
    return kind == Kind.READ_ONLY_SERVER || kind == Kind.READ_ONLY_TRANSACTION;
  }

  /**
   * Whether the calling thread was interrupted while it waited, so that it wants to end rather than
   * to try another node.
   *
   * @param failure what was caught
   * @return true if an interruption is among the causes
   */
  public static boolean interrupted(Throwable failure) {
    return chain(failure).stream()
        .anyMatch(
            link ->
                link instanceof InterruptedException || link instanceof ClosedByInterruptException);
  }

  /**
   * Says a failure in one line: the driver's first line with its codes, and what is at the root.
   *
   * @param failure what was caught
   * @return a text without stack trace
   */
  public static String inOneLine(Throwable failure) {
    List<Throwable> chain = chain(failure);
    String root = OneLine.of(String.valueOf(chain.get(chain.size() - 1).getMessage()));
    String said = Node.said(failure);
    return said.contains(root) ? said : said + ", " + root;
  }

  private static Kind kind(Throwable failure) {
    List<Throwable> chain = chain(failure);
    for (Throwable link : chain) {
      if (link instanceof InterruptedException
          || link instanceof ClosedByInterruptException
          || link instanceof SQLTimeoutException) {
        return Kind.OTHER;
      }
    }
    for (Throwable link : chain) {
      if (link instanceof SQLException e) {
        Kind kind = byCode(e);
        if (kind != null) {
          return kind;
        }
      }
    }
    for (Throwable link : chain) {
      if (link instanceof SQLTransientConnectionException e) {
        boolean onlyWaited = e.getSQLState() == null && e.getCause() == null;
        return onlyWaited ? Kind.EXHAUSTED : Kind.DENIED;
      }
    }
    return Kind.OTHER;
  }

  private static @Nullable Kind byCode(SQLException e) {
    return switch (e.getErrorCode()) {
      case 1053 /* server shutdown in progress */,
          1927 /* MariaDB: connection was killed */,
          3169 /* session was killed */,
          4031 /* disconnected for inactivity */ ->
          Kind.LOST;
      case 1040 /* too many connections */,
          1129 /* host blocked after many connection errors */,
          1203 /* too many connections of this user */,
          1226 /* a resource limit of this user */,
          3032 /* server in offline mode */ ->
          Kind.REFUSED;
      case 1045 /* wrong user or password */, 1130 /* host not allowed */ -> Kind.DENIED;
      // the server runs with an option that forbids the statement
      case 1290 -> namesReadOnly(e.getMessage()) ? Kind.READ_ONLY_SERVER : Kind.OTHER;
      // running in read-only mode
      case 1836 -> Kind.READ_ONLY_SERVER;
      // read-only transaction
      case 1792 -> Kind.READ_ONLY_TRANSACTION;
      // packet too large: 08S01, but the statement's own fault
      case 1153 -> Kind.OTHER;
      default -> byStateOrClass(e);
    };
  }

  private static @Nullable Kind byStateOrClass(SQLException e) {
    String state = e.getSQLState();
    boolean lost =
        (state != null && state.startsWith("08"))
            || e instanceof SQLRecoverableException
            || e instanceof SQLNonTransientConnectionException;
    return lost ? Kind.LOST : null;
  }

  private static boolean namesReadOnly(@Nullable String message) {
    if (message == null) {
      return true;
    }
    String text = message.toLowerCase(Locale.ROOT);
    return text.contains("read-only") || text.contains("read_only");
  }

  private static List<Throwable> chain(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> chain = new ArrayList<>();
    Deque<Throwable> open = new ArrayDeque<>();
    open.add(failure);
    while (!open.isEmpty()) {
      Throwable link = open.remove();
      if (!seen.add(link)) {
        continue;
      }
      chain.add(link);
      if (link instanceof SQLException e && e.getNextException() != null) {
        open.add(e.getNextException());
      }
      if (link.getCause() != null) {
        open.add(link.getCause());
      }
    }
    return chain;
  }
}
