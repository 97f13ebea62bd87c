package io.github.rwsplit.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.rwsplit.session.KeyHash;
import io.github.rwsplit.statement.NormalizedSql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Hands every event to its listeners: the log, and whoever else wants to know, such as meters. Off,
 * and free of cost, while there is none. Safe for use by many threads.
 */
public final class Audit implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Audit.class);

  private static final int REMEMBERED_TEXTS = 2_000;
  private static final int LONGEST_REMEMBERED_TEXT = 16 * 1024;

  private final @Nullable AuditLog lines;
  private final @Nullable Cache<String, String> texts;
  private volatile StatementListener[] listeners;
  private volatile Supplier<@Nullable String> trace = () -> MDC.get("traceId");

  private Audit(
      List<StatementListener> listeners,
      @Nullable AuditLog lines,
      @Nullable Cache<String, String> texts) {
    this.listeners = listeners.toArray(StatementListener[]::new);
    this.lines = lines;
    this.texts = texts;
  }

  /**
   * Makes an audit, with the log that the configuration asks for.
   *
   * @param settings what the configuration says
   * @param listeners who else is told; may be empty
   * @return the audit, to be closed
   */
  public static Audit of(AuditSettings settings, List<StatementListener> listeners) {
    if (!settings.enabled()) {
      return new Audit(listeners, null, null);
    }
    List<StatementListener> all = new ArrayList<>(listeners);
    AuditLog lines = AuditLog.start(settings);
    all.add(lines);
    return new Audit(
        all,
        lines,
        settings.sql() ? Caffeine.newBuilder().maximumSize(REMEMBERED_TEXTS).build() : null);
  }

  /**
   * Whether anybody listens.
   *
   * @return false: events need not be made
   */
  public boolean on() {
    return listeners.length > 0;
  }

  /**
   * Adds somebody who is told of every physical statement from now on.
   *
   * @param listener called on the statement's thread
   */
  public synchronized void listen(StatementListener listener) {
    List<StatementListener> all = new ArrayList<>(List.of(listeners));
    all.add(listener);
    listeners = all.toArray(StatementListener[]::new);
  }

  /**
   * Tells all listeners. A listener that throws is reported and harms neither the statement nor the
   * other listeners.
   *
   * @param event what happened
   */
  public void tell(StatementEvent event) {
    for (StatementListener listener : listeners) {
      try {
        listener.onStatement(event);
      } catch (RuntimeException e) {
        log.error(
            "A statement listener of class {} failed; the statement itself is not affected",
            listener.getClass().getName(),
            e);
      }
    }
  }

  /**
   * How many events the log had no room for.
   *
   * @return a number that only grows; 0 where there is no log
   */
  public long dropped() {
    return lines == null ? 0 : lines.dropped();
  }

  /**
   * Whether events have the text of their statements.
   *
   * @return {@code rwsplit.audit.sql=normalized}
   */
  public boolean showsSql() {
    return texts != null;
  }

  /**
   * A text as an event may have it.
   *
   * @param sql the text that was sent; null where it is not known
   * @return the same with {@code ?} in place of its literals; null where events have no text
   */
  public @Nullable String sql(@Nullable String sql) {
    if (texts == null || sql == null) {
      return null;
    }
    if (sql.length() > LONGEST_REMEMBERED_TEXT) {
      return NormalizedSql.of(sql);
    }
    String known = texts.getIfPresent(sql);
    if (known == null) {
      // outside of the cache's locks, as everything that takes a while
      known = NormalizedSql.of(sql);
      texts.put(sql, known);
    }
    return known;
  }

  /**
   * Says who knows the trace that a thread works for. Until then it is the MDC's {@code traceId}.
   *
   * @param source gives the id of the current thread's trace, or null where it has none; then the
   *     MDC is asked as before
   */
  public void traceBy(Supplier<@Nullable String> source) {
    trace =
        () -> {
          String id = source.get();
          return id == null ? MDC.get("traceId") : id;
        };
  }

  /**
   * The id of the trace that the current thread works for.
   *
   * @return the id; null without a trace
   */
  public @Nullable String currentTrace() {
    return trace.get();
  }

  /** Lets the log write what is waiting, and ends its thread. */
  @Override
  public void close() {
    if (lines != null) {
      lines.close();
    }
  }

  /**
   * A new id for the statements of one logical call.
   *
   * @return 16 hexadecimal digits
   */
  public static String newDecisionId() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  /**
   * What the audit shows of a session's key: the same for the same key on every instance, and no
   * way back to the key.
   *
   * @param key the key; null without a session
   * @return 12 hexadecimal digits of its SHA-256; null without a session
   */
  public static @Nullable String sessionHash(@Nullable String key) {
    return key == null ? null : KeyHash.hex(key, 6);
  }

  /**
   * What the audit shows of an error: its class, and of a SQLException in its causes the SQLState
   * and the vendor code. Never its text, which may carry parameter values.
   *
   * @param error the error
   * @return such as {@code CommunicationsException/08S01/0}
   */
  public static String describe(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return sql.getClass().getSimpleName() + "/" + sql.getSQLState() + "/" + sql.getErrorCode();
      }
    }
    return error.getClass().getSimpleName();
  }
}
