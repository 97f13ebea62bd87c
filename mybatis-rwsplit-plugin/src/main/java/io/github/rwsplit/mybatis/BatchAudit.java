package io.github.rwsplit.mybatis;

import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.connection.RoutingTransaction;
import io.github.rwsplit.connection.Write;
import io.github.rwsplit.session.Writer;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.executor.BatchExecutorException;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.executor.Executor;

/**
 * The writes that a BATCH executor has queued. They run when they are flushed, on the connection
 * they were prepared on; that is when the sessions have written for which they were queued, and one
 * line each is due.
 */
final class BatchAudit {

  private final RoutingTransaction transaction;
  private final StatementRouting routing;
  private Map<String, Queued> waiting = Map.of();
  private Set<Writer> writers = Set.of();

  private record Queued(Looked looked, Frame frame) {}

  BatchAudit(RoutingTransaction transaction, StatementRouting routing) {
    this.transaction = transaction;
    this.routing = routing;
  }

  void add(Looked looked, Frame frame) {
    if (waiting.isEmpty()) {
      waiting = new LinkedHashMap<>();
      writers = new LinkedHashSet<>();
    }
    waiting.merge(
        looked.statement().getId(),
        new Queued(looked, frame),
        (first, next) -> first.frame().connected() ? first : next);
    // last, since the application's resolver of session keys may fail; the flush may come in
    // another session, or in none
    Writer writer = looked.session().reader();
    if (writer != null) {
      writers.add(writer);
    }
  }

  boolean waiting() {
    return !waiting.isEmpty();
  }

  void discard() {
    waiting = Map.of();
    writers = Set.of();
  }

  List<BatchResult> flush(Executor executor) throws SQLException {
    Map<String, Queued> flushed = new LinkedHashMap<>(waiting);
    Set<Writer> flushedFor = writers;
    Map<String, StatementAudit> audits = new LinkedHashMap<>();
    Write write = transaction.beginWrite();
    try (write) {
      flushed.forEach(
          (id, queued) -> {
            StatementAudit audit = StatementAudit.begin(routing, queued.looked());
            if (audit != null) {
              audits.put(id, audit);
              write.ifUnknown(
                  id,
                  error -> StatementAudit.unknown(routing, queued.looked(), queued.frame(), error));
            }
          });
      List<BatchResult> results = executor.flushStatements();
      write.ran(tell(results, flushed, audits));
      return results;
    } catch (BatchExecutorException e) {
      transaction.flushFailed(write, e);
      tell(e.getSuccessfulBatchResults(), flushed, audits);
      StatementAudit audit = audits.get(e.getFailingStatementId());
      Queued failed = flushed.get(e.getFailingStatementId());
      if (audit != null && failed != null) {
        audit.failed(failed.frame(), e, transaction.outcomeUnknown(write));
      }
      throw e;
    } catch (SQLException | RuntimeException e) {
      transaction.flushFailed(write, e);
      boolean unknown = transaction.outcomeUnknown(write);
      flushed.forEach(
          (id, queued) -> {
            StatementAudit audit = audits.get(id);
            if (audit != null) {
              audit.failed(queued.frame(), e, unknown);
            }
          });
      throw e;
    } finally {
      discard();
      if (!flushed.isEmpty()) {
        transaction.wrote(write, flushedFor);
      }
    }
  }

  /**
   * One line for each statement, however often MyBatis had to change between them. Returns the sum
   * of their rows.
   */
  private static long tell(
      List<BatchResult> results, Map<String, Queued> flushed, Map<String, StatementAudit> audits) {
    Map<String, Long> sums = new LinkedHashMap<>();
    for (BatchResult result : results) {
      sums.merge(result.getMappedStatement().getId(), rows(result), Long::sum);
    }
    sums.forEach(
        (id, rows) -> {
          StatementAudit audit = audits.get(id);
          Queued queued = flushed.get(id);
          if (audit != null && queued != null) {
            audit.ran(queued.frame(), 1, rows);
          }
        });
    return sums.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The driver may say "done" instead of a number; such a statement counts as one row. */
  private static long rows(BatchResult result) {
    long rows = 0;
    int[] counts = result.getUpdateCounts();
    if (counts != null) {
      for (int count : counts) {
        rows += count == Statement.SUCCESS_NO_INFO ? 1 : Math.max(0, count);
      }
    }
    return rows;
  }
}
