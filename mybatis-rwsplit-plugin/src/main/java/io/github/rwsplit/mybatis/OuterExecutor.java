package io.github.rwsplit.mybatis;

import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.connection.RoutingTransaction;
import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.cache.CacheKey;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.keygen.SelectKeyGenerator;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.jspecify.annotations.Nullable;

/**
 * OUTER: around all other plugins. Opens one logical call, which a pager below may turn into
 * several statements that belong on one node. Decides nothing: only the INNER executor sees the SQL
 * that is really sent.
 */
@SuppressWarnings("rawtypes") // MyBatis' Executor is declared with a raw ResultHandler
final class OuterExecutor extends DelegatingExecutor {

  private final RoutingTransaction transaction;

  OuterExecutor(Executor delegate, RoutingTransaction transaction) {
    super(delegate);
    this.transaction = transaction;
  }

  @Override
  public int update(MappedStatement ms, @Nullable Object parameter) throws SQLException {
    Frame call = begin(ms);
    try {
      return delegate.update(ms, parameter);
    } finally {
      transaction.end(call);
    }
  }

  @Override
  public <E> List<E> query(
      MappedStatement ms,
      @Nullable Object parameter,
      RowBounds rowBounds,
      @Nullable ResultHandler handler,
      @Nullable CacheKey key,
      @Nullable BoundSql boundSql)
      throws SQLException {
    Frame call = begin(ms);
    try {
      return delegate.query(ms, parameter, rowBounds, handler, key, boundSql);
    } finally {
      transaction.end(call);
    }
  }

  @Override
  public <E> List<E> query(
      MappedStatement ms,
      @Nullable Object parameter,
      RowBounds rowBounds,
      @Nullable ResultHandler handler)
      throws SQLException {
    Frame call = begin(ms);
    try {
      return delegate.query(ms, parameter, rowBounds, handler);
    } finally {
      transaction.end(call);
    }
  }

  @Override
  public <E> Cursor<E> queryCursor(
      MappedStatement ms, @Nullable Object parameter, RowBounds rowBounds) throws SQLException {
    Frame call = begin(ms);
    try {
      return delegate.queryCursor(ms, parameter, rowBounds);
    } finally {
      transaction.end(call);
    }
  }

  private Frame begin(MappedStatement ms) {
    return transaction.beginCall(ms.getId().endsWith(SelectKeyGenerator.SELECT_KEY_SUFFIX));
  }
}
