package io.github.rwsplit.connection;

import java.sql.Connection;
import java.sql.SQLException;
import org.apache.ibatis.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * The connections that one SqlSession has: the primary's, which the application's own Transaction
 * keeps, and those of pools that were taken for single statements. A part of the session's
 * Transaction, not an object beside it, since every read would have to make one. Belongs to one
 * thread at a time.
 */
abstract class HeldConnections {

  private Transaction primary;
  private @Nullable Lease leases;
  private boolean tookPrimary;

  /**
   * @param primary the application's own Transaction, which gives the primary's connection, or what
   *     stands for one until it is needed
   */
  HeldConnections(Transaction primary) {
    this.primary = primary;
  }

  /** The application's own Transaction, which is made if it was not needed before. */
  Transaction primary() {
    Transaction known = primary;
    if (known instanceof UnusedTransaction unused) {
      known = unused.make();
      primary = known;
    }
    return known;
  }

  /** The same for what an unused one need not be made for: its end, and its timeout. */
  Transaction primaryAsItIs() {
    return primary;
  }

  /** The primary's connection, as without this library. */
  Connection primaryConnection() throws SQLException {
    Connection connection = primary().getConnection();
    tookPrimary = true;
    return connection;
  }

  /** Whether a statement has taken the primary's connection, which the session keeps. */
  boolean tookPrimary() {
    return tookPrimary;
  }

  /** The first of the connections taken for statements; the others are its {@link Lease#next}. */
  @Nullable Lease leases() {
    return leases;
  }

  /** A connection was taken for a statement. */
  void keep(Lease lease) {
    lease.next = leases;
    leases = lease;
  }

  /** One user less of such a connection. */
  void release(Lease lease) {
    try {
      lease.endUse();
    } finally {
      if (!lease.isOpen()) {
        drop(lease);
      }
    }
  }

  private void drop(Lease lease) {
    if (lease == leases) {
      leases = lease.next;
      return;
    }
    for (Lease before = leases; before != null; before = before.next) {
      if (before.next == lease) {
        before.next = lease.next;
        return;
      }
    }
  }

  /** The session ends: such connections go back, whoever uses them. */
  void closeLeases() {
    Lease lease = leases;
    leases = null;
    for (; lease != null; lease = lease.next) {
      lease.close();
    }
  }
}
