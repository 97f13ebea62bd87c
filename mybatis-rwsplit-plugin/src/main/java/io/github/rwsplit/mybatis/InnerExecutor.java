package io.github.rwsplit.mybatis;

import static io.github.rwsplit.route.RouteReason.HINT_OVERRIDE;
import static io.github.rwsplit.route.RouteReason.READ_ONLY_MODE;
import static io.github.rwsplit.route.RouteReason.RETRY_EMPTY;
import static io.github.rwsplit.route.RouteReason.SCOPE_PINNED;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.connection.Refusals;
import io.github.rwsplit.connection.RoutingTransaction;
import io.github.rwsplit.connection.Write;
import io.github.rwsplit.route.Destination;
import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.statement.Declaration;
import io.github.rwsplit.statement.StatementProfile.Role;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.cache.CacheKey;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.executor.BatchExecutor;
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
 * INNER: next to MyBatis' own executor, where each physical query passes with the SQL that is
 * really sent. Decides, keeps the caches apart, tries a read again, and tells the audit.
 *
 * <p>There are two for each session: one in the plugin chain, and one that MyBatis itself uses to
 * load what a result map refers to, which never passes the chain. Belongs to one thread at a time,
 * as every Executor does.
 */
@SuppressWarnings("rawtypes") // MyBatis' Executor is declared with a raw ResultHandler
final class InnerExecutor extends DelegatingExecutor {

  private final Executor base;
  private final RoutingTransaction transaction;
  private final StatementRouting routing;
  private final boolean nested;
  private final KeptStatements kept;
  private final boolean batch;
  private final List<RoutedCursor<?>> cursors = new ArrayList<>(0);
  private final BatchAudit queued;
  private int savepointRollbacks;

  private InnerExecutor(
      Executor delegate,
      Executor base,
      RoutingTransaction transaction,
      StatementRouting routing,
      BatchAudit queued,
      KeptStatements kept,
      boolean nested) {
    super(delegate);
    this.base = base;
    this.transaction = transaction;
    this.routing = routing;
    this.nested = nested;
    this.kept = kept;
    this.batch = base instanceof BatchExecutor;
    this.queued = queued;
  }

  /** The one for the chain; the other one is made and set along with it. */
  static InnerExecutor chain(
      Executor delegate, Executor raw, RoutingTransaction transaction, StatementRouting routing) {
    BatchAudit queued = new BatchAudit(transaction, routing);
    Executor base = RawExecutor.base(raw);
    KeptStatements kept = new KeptStatements(base, transaction);
    InnerExecutor chain =
        new InnerExecutor(delegate, base, transaction, routing, queued, kept, false);
    base.setExecutorWrapper(new InnerExecutor(raw, base, transaction, routing, queued, kept, true));
    return chain;
  }

  @Override
  public int update(MappedStatement ms, @Nullable Object parameter) throws SQLException {
    StatementRouting.Looked looked = routing.write(ms, transaction);
    StatementAudit audit = StatementAudit.begin(routing, looked);
    refuse(looked, audit);
    Frame frame = transaction.beginStatement(looked.decision(), nested);
    routing.watch(frame, ms);
    Write write = transaction.beginWrite();
    try (write) {
      int rows = delegate.update(ms, parameter);
      write.ran(rows);
      if (batch) {
        queued.add(looked, frame);
      } else if (audit != null) {
        audit.ran(frame, 1, (long) rows);
        write.ifUnknown(ms.getId(), error -> StatementAudit.unknown(routing, looked, frame, error));
      }
      return rows;
    } catch (SQLException | RuntimeException e) {
      write.failed(e, frame.connected());
      if (audit != null) {
        audit.failed(frame, e, transaction.outcomeUnknown(write));
      }
      transaction.tellDemotion(frame, ms.getId(), e);
      throw e;
    } finally {
      try {
        if (batch) {
          // it has only been queued; the session has written once it is flushed
          transaction.pinToPrimary();
        } else {
          // also after an error: a part of it may have been done
          transaction.wrote(write);
        }
      } finally {
        transaction.end(frame);
      }
    }
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
  public <E> List<E> query(
      MappedStatement ms,
      @Nullable Object parameter,
      RowBounds rowBounds,
      @Nullable ResultHandler handler,
      @Nullable CacheKey key,
      @Nullable BoundSql boundSql)
      throws SQLException {
    flushQueued();
    forgetWhatASavepointUndid();
    BoundSql sql = boundSql == null ? ms.getBoundSql(parameter) : boundSql;
    CacheKey given = key == null ? delegate.createCacheKey(ms, parameter, rowBounds, sql) : key;
    StatementRouting.Looked looked = look(ms, sql.getSql());
    CountingHandler counting = handler == null ? null : new CountingHandler(handler);
    return attempts(
        looked,
        sql.getSql(),
        counting,
        frame -> {
          boolean strict = strict(looked, frame.decision());
          CacheKey apart = frame.decision().toReplica() ? replicaKey(given, frame, strict) : given;
          return through(ms, frame.decision(), strict)
              .query(ms, parameter, rowBounds, counting, apart, sql);
        });
  }

  private StatementRouting.Looked look(MappedStatement ms, String sql) {
    boolean fillsAnother = nested && transaction.running() != null;
    return fillsAnother ? routing.select(ms, sql, transaction) : routing.late(ms, sql, transaction);
  }

  /** How a query is run once it is decided. */
  private interface Run<E> {
    List<E> in(Frame frame) throws SQLException;
  }

  private <E> List<E> attempts(
      StatementRouting.Looked looked, String sql, @Nullable CountingHandler counting, Run<E> run)
      throws SQLException {
    RouteDecision decision = looked.decision();
    List<E> empty = null;
    Set<String> tried = Set.of();
    for (int attempt = 1; ; attempt++) {
      StatementAudit audit = StatementAudit.begin(routing, looked);
      refuse(looked, audit);
      Frame frame = begin(looked, decision, sql, counting != null, tried);
      Write write = mayWrite(looked) ? transaction.beginWrite() : null;
      try (write) {
        if (empty != null && !transaction.holdFallback(frame)) {
          return empty;
        }
        if (counting != null) {
          counting.beforeFirst(() -> transaction.hasRead(frame));
        }
        List<E> rows = run.in(frame);
        if (write != null) {
          write.ran(0);
        }
        transaction.hasRead(frame);
        if (audit != null) {
          audit.ran(frame, attempt, counting == null ? (long) rows.size() : counting.rows());
        }
        if (attempt > 1 || !asksAgain(looked, frame, counting, rows)) {
          return rows;
        }
        empty = rows;
        decision = frame.decision().onPrimary(RETRY_EMPTY);
      } catch (SQLException | RuntimeException e) {
        if (audit != null) {
          audit.failed(frame, attempt, e);
        }
        RouteDecision second =
            attempt == 1 && (counting == null || counting.rows() == 0)
                ? SecondAttempt.after(e, frame, transaction, looked)
                : null;
        if (second == null) {
          transaction.tellDemotion(frame, looked.statement().getId(), e);
          throw e;
        }
        decision = second;
        tried = frame.tried();
      } finally {
        giveBack(looked, frame, write);
      }
    }
  }

  private Frame begin(
      StatementRouting.Looked looked,
      RouteDecision decided,
      String sql,
      boolean handler,
      Set<String> tried)
      throws SQLException {
    boolean part = nested || looked.profile().role() == Role.SELECT_KEY;
    boolean toReplica = decided.toReplica();
    // what a result handler runs would find the statements kept for the one around it, and giving
    // the replica back would close them
    boolean apart = kept.any() && toReplica && !part && (handler || transaction.busy());
    RouteDecision decision = apart ? decided.onPrimary(SCOPE_PINNED) : decided;
    kept.dropUnlessOf(decision);
    Needed needed = looked.needed();
    Frame frame = transaction.beginStatement(decision, part);
    routing.watch(frame, looked.statement());
    frame.describe(looked.session(), sql, needed, tried);
    frame.onPrimary(looked.promisesNewest(), !kept.any());
    return frame;
  }

  private void giveBack(StatementRouting.Looked looked, Frame frame, @Nullable Write write)
      throws SQLException {
    try {
      if (frame.connected()) {
        leftBehind(looked, write);
      }
    } finally {
      try {
        kept.dropGivenBack(frame);
      } finally {
        transaction.end(frame);
      }
    }
  }

  /** MyBatis keeps what a session has read; of a part that was undone it may have read too much. */
  private void forgetWhatASavepointUndid() {
    int now = transaction.savepointRollbacks();
    if (now != savepointRollbacks && !transaction.busy()) {
      savepointRollbacks = now;
      delegate.clearLocalCache();
    }
  }

  private static boolean mayWrite(StatementRouting.Looked looked) {
    return !looked.decision().toReplica()
        && (looked.profile().affectsData() || looked.traits().mayWrite());
  }

  /** What the statement leaves on its connection, or in the database, for those that follow. */
  private void leftBehind(StatementRouting.Looked looked, @Nullable Write write) {
    if (write != null) {
      transaction.wrote(write);
    } else if (!looked.decision().toReplica() && looked.traits().connectionState()) {
      transaction.pinToPrimary();
    }
  }

  private boolean asksAgain(
      StatementRouting.Looked looked,
      Frame frame,
      @Nullable CountingHandler counting,
      List<?> rows) {
    Declaration declaration = looked.profile().declaration();
    return declaration != null
        && declaration.onEmpty() == OnEmpty.PRIMARY
        && frame.decision().destination() == Destination.REPLICA
        && (counting == null ? rows.isEmpty() : counting.rows() == 0);
  }

  /** Whether the read must not be answered by what somebody else's read left in a cache. */
  private static boolean strict(StatementRouting.Looked looked, RouteDecision decision) {
    boolean declared = looked.profile().declaration() != null;
    return decision.reason() == HINT_OVERRIDE
        || (declared && decision.level() != null && decision.level() != ConsistencyLevel.EVENTUAL);
  }

  /** The executor to ask: without the second-level cache for reads that must by-pass it. */
  private Executor through(MappedStatement ms, RouteDecision decision, boolean strict) {
    boolean bypass = strict && (routing.strongBypassesCaches() || decision.toReplica());
    return bypass && ms.getCache() != null && !ms.isFlushCacheRequired() ? base : delegate;
  }

  private CacheKey replicaKey(CacheKey key, Frame frame, boolean strict) {
    return CacheKeys.onReplica(key, strict ? frame.outermost() : "replica");
  }

  private CacheKey nestedKey(MappedStatement ms, CacheKey key) {
    Frame around = transaction.running();
    if (around == null || !around.decision().toReplica()) {
      return key;
    }
    Declaration declaration = routing.catalog().profile(ms).declaration();
    // as query will find it: a level that is asked for around the call counts as well
    boolean strict =
        declaration != null
            && (declaration.level() != ConsistencyLevel.EVENTUAL
                || CallContext.current().hint() == ConsistencyLevel.SESSION);
    return replicaKey(key, around, strict);
  }

  @Override
  public boolean isCached(MappedStatement ms, CacheKey key) {
    return delegate.isCached(ms, nestedKey(ms, key));
  }

  @Override
  public void deferLoad(
      MappedStatement ms,
      MetaObject resultObject,
      String property,
      CacheKey key,
      Class<?> targetType) {
    delegate.deferLoad(ms, resultObject, property, nestedKey(ms, key), targetType);
  }

  @Override
  public <E> Cursor<E> queryCursor(
      MappedStatement ms, @Nullable Object parameter, RowBounds rowBounds) throws SQLException {
    flushQueued();
    String sql = ms.getBoundSql(parameter).getSql();
    StatementRouting.Looked looked = look(ms, sql);
    StatementAudit audit = StatementAudit.begin(routing, looked);
    refuse(looked, audit);
    RouteDecision decision =
        kept.any() && looked.decision().toReplica()
            ? looked.decision().onPrimary(SCOPE_PINNED)
            : looked.decision();
    kept.dropUnlessOf(decision);
    Needed needed = looked.needed();
    Frame frame = transaction.beginStatement(decision, nested);
    routing.watch(frame, ms);
    frame.describe(looked.session(), sql, needed, Set.of());
    frame.onPrimary(looked.promisesNewest(), !kept.any());
    // a cursor may keep the connection busy, so that nothing can be asked on it
    Write write = mayWrite(looked) ? transaction.beginWrite() : null;
    try (write) {
      Cursor<E> rows = delegate.queryCursor(ms, parameter, rowBounds);
      transaction.hasRead(frame);
      RoutedCursor<E> cursor =
          new RoutedCursor<>(
              rows, ending(frame, audit, transaction.keepForCursor(frame, kept.any())));
      cursors.add(cursor);
      return cursor;
    } catch (SQLException | RuntimeException e) {
      if (audit != null) {
        audit.failed(frame, 1, e);
      }
      transaction.tellDemotion(frame, ms.getId(), e);
      throw e;
    } finally {
      try {
        leftBehind(looked, write);
      } finally {
        transaction.end(frame);
      }
    }
  }

  private RoutedCursor.Ending ending(
      Frame frame, @Nullable StatementAudit audit, Runnable release) {
    return (cursor, rows, error) -> {
      cursors.remove(cursor);
      release.run();
      if (audit != null && error != null) {
        audit.failed(frame, 1, error);
      } else if (audit != null) {
        audit.ran(frame, 1, rows);
      }
    };
  }

  @Override
  public List<BatchResult> flushStatements() throws SQLException {
    return batch ? queued.flush(delegate) : delegate.flushStatements();
  }

  @Override
  public void commit(boolean required) throws SQLException {
    flushQueued();
    delegate.commit(required);
  }

  /** Runs what a batch has queued, which MyBatis would else do where nobody sees it. */
  private void flushQueued() throws SQLException {
    if (queued.waiting()) {
      queued.flush(delegate);
    }
  }

  @Override
  public void rollback(boolean required) throws SQLException {
    queued.discard();
    delegate.rollback(required);
  }

  @Override
  public void close(boolean forceRollback) {
    try {
      delegate.close(forceRollback);
    } finally {
      if (!cursors.isEmpty()) {
        List.copyOf(cursors).forEach(RoutedCursor::end);
      }
    }
  }

  @Override
  public Transaction getTransaction() {
    return transaction.outside();
  }

  private void refuse(StatementRouting.Looked looked, @Nullable StatementAudit audit)
      throws SQLException {
    if (looked.decision().destination() != Destination.NOWHERE) {
      return;
    }
    String id = looked.statement().getId();
    SQLException refusal =
        looked.decision().reason() == READ_ONLY_MODE
            ? Refusals.readOnlyMode(id)
            : Refusals.readOnlyTransaction(id);
    if (audit != null) {
      audit.refused(refusal);
    }
    throw refusal;
  }
}
