package io.github.rwsplit.mybatis;

import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.cache.CacheKey;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.apache.ibatis.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * An Executor that passes everything on. A plain decorator rather than MyBatis' reflective proxy,
 * which costs kilobytes on every call. The field is called {@code delegate} because plugins that
 * look for the executor below by reflection use that name.
 */
@SuppressWarnings("rawtypes") // MyBatis' Executor is declared with a raw ResultHandler
abstract class DelegatingExecutor implements Executor {

  final Executor delegate;

  DelegatingExecutor(Executor delegate) {
    this.delegate = delegate;
  }

  @Override
  public int update(MappedStatement ms, @Nullable Object parameter) throws SQLException {
    return delegate.update(ms, parameter);
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
    return delegate.query(ms, parameter, rowBounds, handler, key, boundSql);
  }

  @Override
  public <E> List<E> query(
      MappedStatement ms,
      @Nullable Object parameter,
      RowBounds rowBounds,
      @Nullable ResultHandler handler)
      throws SQLException {
    return delegate.query(ms, parameter, rowBounds, handler);
  }

  @Override
  public <E> Cursor<E> queryCursor(
      MappedStatement ms, @Nullable Object parameter, RowBounds rowBounds) throws SQLException {
    return delegate.queryCursor(ms, parameter, rowBounds);
  }

  @Override
  public List<BatchResult> flushStatements() throws SQLException {
    return delegate.flushStatements();
  }

  @Override
  public void commit(boolean required) throws SQLException {
    delegate.commit(required);
  }

  @Override
  public void rollback(boolean required) throws SQLException {
    delegate.rollback(required);
  }

  @Override
  public CacheKey createCacheKey(
      MappedStatement ms, @Nullable Object parameter, RowBounds rowBounds, BoundSql boundSql) {
    return delegate.createCacheKey(ms, parameter, rowBounds, boundSql);
  }

  @Override
  public boolean isCached(MappedStatement ms, CacheKey key) {
    return delegate.isCached(ms, key);
  }

  @Override
  public void clearLocalCache() {
    delegate.clearLocalCache();
  }

  @Override
  public void deferLoad(
      MappedStatement ms,
      MetaObject resultObject,
      String property,
      CacheKey key,
      Class<?> targetType) {
    delegate.deferLoad(ms, resultObject, property, key, targetType);
  }

  @Override
  public Transaction getTransaction() {
    return delegate.getTransaction();
  }

  @Override
  public void close(boolean forceRollback) {
    delegate.close(forceRollback);
  }

  @Override
  public boolean isClosed() {
    return delegate.isClosed();
  }

  @Override
  public void setExecutorWrapper(Executor executor) {
    delegate.setExecutorWrapper(executor);
  }
}
