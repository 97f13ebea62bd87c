package io.github.rwsplit.connection;

import java.sql.Connection;
import java.sql.SQLException;
import org.apache.ibatis.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * What everybody but MyBatis' own executors sees of a {@link RoutingTransaction}: plugins that look
 * for the dialect, and the caller of {@code SqlSession.getConnection()}. Its connection is the
 * primary's. While a replica may serve the running statement it is one that only turns into the
 * primary's when it is really used, so that looking for a dialect costs no connection.
 */
final class OutsideTransaction implements Transaction {

  private final RoutingTransaction inside;

  OutsideTransaction(RoutingTransaction inside) {
    this.inside = inside;
  }

  RoutingTransaction inside() {
    return inside;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return inside.mayBeOnReplica() ? DialectConnection.of(inside) : inside.outsideConnection();
  }

  @Override
  public void commit() throws SQLException {
    inside.commit();
  }

  @Override
  public void rollback() throws SQLException {
    inside.rollback();
  }

  @Override
  public void close() throws SQLException {
    inside.close();
  }

  @Override
  public @Nullable Integer getTimeout() throws SQLException {
    return inside.getTimeout();
  }
}
