package io.github.rwsplit.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Hands every event to its listeners. Off, and free of cost, where there is none. Safe for use by
 * many threads.
 */
public final class Audit {

  private static final Logger log = LoggerFactory.getLogger(Audit.class);

  private final List<StatementListener> listeners;

  /**
   * Makes an audit.
   *
   * @param listeners who is told; may be empty
   */
  public Audit(List<StatementListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  /**
   * Whether anybody listens.
   *
   * @return false: events need not be made
   */
  public boolean on() {
    return !listeners.isEmpty();
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
    if (key == null) {
      return null;
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
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

  /**
   * The id of the trace that the current thread works for, as tracing libraries put it into the
   * MDC.
   *
   * @return the id; null without a trace
   */
  public static @Nullable String currentTrace() {
    return MDC.get("traceId");
  }
}
