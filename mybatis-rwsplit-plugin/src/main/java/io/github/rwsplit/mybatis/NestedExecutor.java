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
 * The executor that MyBatis itself uses to load what a result map refers to, and shows to handlers
 * and key generators: below all plugins. What passes here is a part of the statement that runs, or
 * a lazy property that is loaded late.
 */
@SuppressWarnings("rawtypes") // MyBatis' Executor is declared with a raw ResultHandler
final class NestedExecutor extends DelegatingExecutor {

  private final InnerExecutor chain;

  /**
   * @param raw MyBatis' own executor
   * @param chain the session's executor in the plugin chain
   */
  NestedExecutor(Executor raw, InnerExecutor chain) {
    super(raw);
    this.chain = chain;
  }

  @Override
  public int update(MappedStatement ms, @Nullable Object parameter) throws SQLException {
    return chain.update(delegate, true, ms, parameter);
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
    return chain.query(delegate, true, ms, parameter, rowBounds, handler, key, boundSql);
  }

  @Override
  public <E> List<E> query(
      MappedStatement ms,
      @Nullable Object parameter,
      RowBounds rowBounds,
      @Nullable ResultHandler handler)
      throws SQLException {
    return query(ms, parameter, rowBounds, handler, null, null);
  }

  @Override
  public <E> Cursor<E> queryCursor(
      MappedStatement ms, @Nullable Object parameter, RowBounds rowBounds) throws SQLException {
    return chain.queryCursor(delegate, true, ms, parameter, rowBounds);
  }

  @Override
  public boolean isCached(MappedStatement ms, CacheKey key) {
    return delegate.isCached(ms, chain.nestedKey(ms, key));
  }

  @Override
  public void deferLoad(
      MappedStatement ms,
      MetaObject resultObject,
      String property,
      CacheKey key,
      Class<?> targetType) {
    delegate.deferLoad(ms, resultObject, property, chain.nestedKey(ms, key), targetType);
  }

  @Override
  public List<BatchResult> flushStatements() throws SQLException {
    return chain.flush(delegate);
  }

  @Override
  public void commit(boolean required) throws SQLException {
    chain.commit(delegate, required);
  }

  @Override
  public void rollback(boolean required) throws SQLException {
    chain.rollback(delegate, required);
  }

  @Override
  public void close(boolean forceRollback) {
    chain.close(delegate, forceRollback);
  }

  @Override
  public Transaction getTransaction() {
    return chain.getTransaction();
  }
}
