package io.github.rwsplit.mybatis;

import static io.github.rwsplit.route.RouteReason.READ_ONLY_MODE;
import static io.github.rwsplit.route.RouteReason.RETRY_EMPTY;
import static io.github.rwsplit.route.RouteReason.SCOPE_PINNED;

import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.connection.CursorConnection;
import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.connection.Refusals;
import io.github.rwsplit.connection.RoutingTransaction;
import io.github.rwsplit.connection.Write;
import io.github.rwsplit.route.Destination;
import io.github.rwsplit.route.RouteDecision;
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
 * <p>The one in the plugin chain has a {@link NestedExecutor} beside it, through which MyBatis
 * loads what a result map refers to: that never passes the chain. Both do the same with what is
 * below them, which is why the methods here are given that. Belongs to one thread at a time, as
 * every Executor does.
 */
@SuppressWarnings("rawtypes") // MyBatis' Executor is declared with a raw ResultHandler
final class InnerExecutor extends DelegatingExecutor {

  private final RoutingTransaction transaction;
  private final StatementRouting routing;

  /** Null: the executor keeps no statements. */
  private final @Nullable KeptStatements kept;

  /** Null: the executor queues no writes. */
  private final @Nullable BatchAudit queued;

  // replaced at the first cursor, since most sessions open none
  private List<RoutedCursor<?>> cursors = List.of();
  private int savepointRollbacks;

  private InnerExecutor(
      Executor delegate, Executor base, RoutingTransaction transaction, StatementRouting routing) {
    super(delegate);
    this.transaction = transaction;
    this.routing = routing;
    this.kept = KeptStatements.of(base, transaction);
    this.queued = base instanceof BatchExecutor ? new BatchAudit(transaction, routing) : null;
  }

  /** The one for the chain; the other one is made and set along with it. */
  static InnerExecutor chain(
      Executor delegate, Executor raw, RoutingTransaction transaction, StatementRouting routing) {
    Executor base = RawExecutor.base(raw);
    InnerExecutor chain = new InnerExecutor(delegate, base, transaction, routing);
    base.setExecutorWrapper(new NestedExecutor(raw, chain));
    return chain;
  }

  @Override
  public int update(MappedStatement ms, @Nullable Object parameter) throws SQLException {
    return update(delegate, false, ms, parameter);
  }

  int update(Executor below, boolean nested, MappedStatement ms, @Nullable Object parameter)
      throws SQLException {
    Looked looked = routing.write(ms, transaction);
    StatementAudit audit = StatementAudit.begin(routing, looked);
    refuse(looked, audit);
    Frame frame = transaction.beginStatement(looked.decision(), nested);
    routing.watch(frame, ms);
    Write write = transaction.beginWrite();
    try (write) {
      int rows = below.update(ms, parameter);
      write.ran(rows);
      if (queued != null) {
        queued.add(looked, frame);
      } else if (audit != null) {
        audit.ran(frame, 1, (long) rows);
        write.ifUnknown(ms.getId(), error -> StatementAudit.unknown(routing, looked, frame, error));
      }
      return rows;
    } catch (SQLException | RuntimeException e) {
      transaction.failed();
      write.failed(e, frame.connected());
      if (audit != null) {
        audit.failed(frame, e, transaction.outcomeUnknown(write));
      }
      transaction.tellDemotion(frame, ms.getId(), e);
      throw e;
    } finally {
      try {
        if (queued != null) {
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
    return query(delegate, false, ms, parameter, rowBounds, handler, key, boundSql);
  }

  <E> List<E> query(
      Executor below,
      boolean nested,
      MappedStatement ms,
      @Nullable Object parameter,
      RowBounds rowBounds,
      @Nullable ResultHandler handler,
      @Nullable CacheKey key,
      @Nullable BoundSql boundSql)
      throws SQLException {
    flushQueued(below);
    forgetWhatASavepointUndid(below);
    BoundSql sql = boundSql == null ? ms.getBoundSql(parameter) : boundSql;
    CacheKey given = key == null ? below.createCacheKey(ms, parameter, rowBounds, sql) : key;
    Looked looked = look(ms, sql.getSql(), nested);
    CountingHandler counting = handler == null ? null : new CountingHandler(handler);
    RouteDecision decision = looked.decision();
    List<E> empty = null;
    Set<String> tried = Set.of();
    for (int attempt = 1; ; attempt++) {
      StatementAudit audit = StatementAudit.begin(routing, looked);
      refuse(looked, audit);
      boolean part = nested || looked.profile().role() == Role.SELECT_KEY;
      // what a result handler runs would find the statements kept for the one around it, and giving
      // the replica back would close them
      boolean mixes = kept != null && !part && (counting != null || transaction.busy());
      Frame frame = begin(looked, decision, part, mixes, tried);
      Write write = mayWrite(looked) ? transaction.beginWrite() : null;
      try (write) {
        if (empty != null && !transaction.holdFallback(frame)) {
          return empty;
        }
        if (counting != null) {
          counting.beforeFirst(() -> transaction.hasRead(frame));
        }
        boolean strict = CacheKeys.strict(looked, frame.decision());
        CacheKey apart =
            frame.decision().toReplica()
                ? CacheKeys.onReplica(given, CacheKeys.apart(ms, frame, strict), key == null)
                : given;
        List<E> rows =
            through(below, ms, frame.decision(), strict)
                .query(ms, parameter, rowBounds, counting, apart, sql);
        if (counting != null && frame.connected() && transaction.lost(frame)) {
          throw RoutedCursor.cutOff(ms.getId(), counting.rows());
        }
        if (write != null) {
          write.ran(0);
        }
        if (frame.connected()) {
          transaction.hasRead(frame);
        } else if (ms.getCache() == null || looked.promisesNewest()) {
          // a second-level cache is the application's own business, where nobody says otherwise
          transaction.hasReadCached(frame);
        }
        if (audit != null) {
          audit.ran(frame, attempt, counting == null ? (long) rows.size() : counting.rows());
        }
        if (attempt > 1 || !asksAgain(looked, frame, counting, rows)) {
          return rows;
        }
        empty = rows;
        decision = frame.decision().onPrimary(RETRY_EMPTY);
      } catch (SQLException | RuntimeException e) {
        transaction.failed();
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
      if (key == null) {
        // the first attempt may have changed it
        given = below.createCacheKey(ms, parameter, rowBounds, sql);
      }
    }
  }

  private Looked look(MappedStatement ms, String sql, boolean nested) {
    boolean fillsAnother = nested && transaction.running() != null;
    return fillsAnother ? routing.select(ms, sql, transaction) : routing.late(ms, sql, transaction);
  }

  /**
   * A query begins.
   *
   * @param part whether it belongs to the statement around it
   * @param mixes whether others may run on statements that the executor keeps before its rows are
   *     read, which a replica cannot bear
   * @param tried nodes that have failed it already
   */
  private Frame begin(
      Looked looked, RouteDecision decided, boolean part, boolean mixes, Set<String> tried)
      throws SQLException {
    RouteDecision decision =
        mixes && decided.toReplica() ? decided.onPrimary(SCOPE_PINNED) : decided;
    if (kept != null) {
      kept.dropUnlessOf(decision);
    }
    Needed needed = looked.needed();
    Frame frame = transaction.beginStatement(decision, part);
    routing.watch(frame, looked.statement());
    frame.describe(looked, needed, tried);
    frame.onPrimary(looked.promisesNewest(), kept == null);
    return frame;
  }

  private void giveBack(Looked looked, Frame frame, @Nullable Write write) throws SQLException {
    try {
      if (frame.connected()) {
        leftBehind(looked, write);
      }
    } finally {
      try {
        if (kept != null) {
          kept.dropGivenBack(frame);
        }
      } finally {
        transaction.end(frame);
      }
    }
  }

  /** MyBatis keeps what a session has read; of a part that was undone it may have read too much. */
  private void forgetWhatASavepointUndid(Executor below) {
    int now = transaction.savepointRollbacks();
    if (now != savepointRollbacks && !transaction.busy()) {
      savepointRollbacks = now;
      below.clearLocalCache();
    }
  }

  private static boolean mayWrite(Looked looked) {
    return !looked.decision().toReplica()
        && (looked.profile().affectsData() || looked.traits().mayWrite());
  }

  /** What the statement leaves on its connection, or in the database, for those that follow. */
  private void leftBehind(Looked looked, @Nullable Write write) {
    if (write != null) {
      transaction.wrote(write);
    } else if (!looked.decision().toReplica() && looked.traits().connectionState()) {
      transaction.pinToPrimary();
    }
  }

  private boolean asksAgain(
      Looked looked, Frame frame, @Nullable CountingHandler counting, List<?> rows) {
    Declaration declaration = looked.profile().declaration();
    return declaration != null
        && declaration.onEmpty() == OnEmpty.PRIMARY
        && frame.decision().destination() == Destination.REPLICA
        && (counting == null ? rows.isEmpty() : counting.rows() == 0);
  }

  /** The executor to ask: without the second-level cache for reads that must by-pass it. */
  private Executor through(
      Executor below, MappedStatement ms, RouteDecision decision, boolean strict) {
    boolean bypass = strict && (routing.strongBypassesCaches() || decision.toReplica());
    return bypass && ms.getCache() != null && !ms.isFlushCacheRequired()
        ? RawExecutor.base(RawExecutor.below(below))
        : below;
  }

  /** The key under which a nested select finds what the statement around it may use. */
  CacheKey nestedKey(MappedStatement ms, CacheKey key) {
    Frame around = transaction.running();
    if (around == null || !around.decision().toReplica()) {
      return key;
    }
    boolean strict = CacheKeys.strictWithin(routing.catalog().profile(ms).declaration());
    return CacheKeys.onReplica(key, CacheKeys.apart(ms, around, strict), false);
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
    return queryCursor(delegate, false, ms, parameter, rowBounds);
  }

  <E> Cursor<E> queryCursor(
      Executor below,
      boolean nested,
      MappedStatement ms,
      @Nullable Object parameter,
      RowBounds rowBounds)
      throws SQLException {
    flushQueued(below);
    Looked looked = look(ms, ms.getBoundSql(parameter).getSql(), nested);
    StatementAudit audit = StatementAudit.begin(routing, looked);
    refuse(looked, audit);
    Frame frame = begin(looked, looked.decision(), nested, kept != null, Set.of());
    // a cursor may keep the connection busy, so that nothing can be asked on it
    Write write = mayWrite(looked) ? transaction.beginWrite() : null;
    try (write) {
      Cursor<E> rows = below.queryCursor(ms, parameter, rowBounds);
      transaction.hasRead(frame);
      CursorConnection connection = transaction.keepForCursor(frame, kept != null);
      RoutedCursor<E> cursor =
          new RoutedCursor<>(rows, ms.getId(), connection::lost, ending(frame, audit, connection));
      if (cursors.isEmpty()) {
        cursors = new ArrayList<>();
      }
      cursors.add(cursor);
      return cursor;
    } catch (SQLException | RuntimeException e) {
      transaction.failed();
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
      Frame frame, @Nullable StatementAudit audit, CursorConnection connection) {
    return (cursor, rows, error) -> {
      cursors.remove(cursor);
      connection.release();
      if (audit != null && error != null) {
        audit.failed(frame, 1, error);
      } else if (audit != null) {
        audit.ran(frame, 1, rows);
      }
    };
  }

  @Override
  public List<BatchResult> flushStatements() throws SQLException {
    return flush(delegate);
  }

  List<BatchResult> flush(Executor below) throws SQLException {
    return queued == null ? below.flushStatements() : queued.flush(below);
  }

  @Override
  public void commit(boolean required) throws SQLException {
    commit(delegate, required);
  }

  void commit(Executor below, boolean required) throws SQLException {
    flushQueued(below);
    below.commit(required);
  }

  /** Runs what a batch has queued, which MyBatis would else do where nobody sees it. */
  private void flushQueued(Executor below) throws SQLException {
    if (queued != null && queued.waiting()) {
      queued.flush(below);
    }
  }

  @Override
  public void rollback(boolean required) throws SQLException {
    rollback(delegate, required);
  }

  void rollback(Executor below, boolean required) throws SQLException {
    if (queued != null) {
      queued.discard();
    }
    below.rollback(required);
  }

  @Override
  public void close(boolean forceRollback) {
    close(delegate, forceRollback);
  }

  void close(Executor below, boolean forceRollback) {
    try {
      below.close(forceRollback);
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

  private void refuse(Looked looked, @Nullable StatementAudit audit) throws SQLException {
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
