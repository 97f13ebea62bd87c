package io.github.rwsplit.audit;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events as lines of the logger {@code rwsplit.audit}, level INFO, on a thread of its own: a
 * slow disk must not hold up statements. What finds no room meanwhile is dropped and counted. Safe
 * for use by many threads.
 *
 * <p>The lines of one thread are written in the order of its statements. A line has everything that
 * it shows from the event; the MDC and the thread's name are those of the writer.
 */
public final class AuditLog implements StatementListener, AutoCloseable {

  /** The name of the logger. */
  public static final String LOGGER = "rwsplit.audit";

  /** Some 3 MB of events, which is half a second of 16,000 statements a second. */
  static final int CAPACITY = 8_192;

  private static final Logger lines = LoggerFactory.getLogger(LOGGER);
  private static final Logger log = LoggerFactory.getLogger(AuditLog.class);
  private static final Duration LONGEST_FLUSH = Duration.ofSeconds(5);
  private static final long SAID_AGAIN_AFTER = Duration.ofMinutes(1).toNanos();

  private final AuditSettings settings;
  private final AuditQueue waiting;
  private final LongAdder dropped = new LongAdder();
  private final Thread writer;
  private volatile boolean closed;
  private long droppedWhenSaid;
  private long saidAt;

  private AuditLog(AuditSettings settings, int capacity) {
    this.settings = settings;
    this.waiting = new AuditQueue(capacity);
    this.writer = new Thread(this::write, "rwsplit-audit");
    this.writer.setDaemon(true);
  }

  /**
   * Makes the log and starts its thread.
   *
   * @param settings how a line is written, and which are
   * @return the log, to be closed
   */
  public static AuditLog start(AuditSettings settings) {
    return start(settings, CAPACITY);
  }

  static AuditLog start(AuditSettings settings, int capacity) {
    AuditLog started = new AuditLog(settings, capacity);
    started.writer.start();
    return started;
  }

  @Override
  public void onStatement(StatementEvent event) {
    if (lines.isInfoEnabled() && settings.sample().takes(event) && !waiting.offer(event)) {
      dropped.increment();
    }
  }

  /**
   * How many events found no room, or came after the end.
   *
   * @return a number that only grows
   */
  public long dropped() {
    return dropped.sum();
  }

  private void write() {
    try {
      for (StatementEvent next = waiting.take(); next != null; next = waiting.take()) {
        write(next);
        sayWhatWasDropped();
      }
    } catch (InterruptedException e) {
      // nobody but the end of the process does that
      Thread.currentThread().interrupt();
    }
  }

  private void write(StatementEvent event) {
    try {
      lines.info(AuditLine.of(settings.format(), event));
    } catch (RuntimeException e) {
      dropped.increment();
      log.error("An audit line could not be written; it counts as dropped", e);
    }
  }

  private void sayWhatWasDropped() {
    long now = System.nanoTime();
    long sum = dropped.sum();
    if (sum == droppedWhenSaid || (droppedWhenSaid > 0 && now - saidAt < SAID_AGAIN_AFTER)) {
      return;
    }
    log.warn(
        "{} audit lines were dropped, for the logger {} takes longer to write them than statements"
            + " to run, and {} are waiting at most; give it a faster appender, or lower"
            + " rwsplit.audit.sample. This is said once a minute at most",
        sum - droppedWhenSaid,
        LOGGER,
        waiting.capacity());
    droppedWhenSaid = sum;
    saidAt = now;
  }

  /** Writes what is waiting, for five seconds at most; the rest counts as dropped. */
  @Override
  public void close() {
    close(LONGEST_FLUSH);
  }

  void close(Duration longest) {
    if (closed) {
      return;
    }
    closed = true;
    waiting.end();
    try {
      writer.join(Math.max(1, longest.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int left = waiting.size();
    if (left > 0) {
      dropped.add(left);
      log.warn(
          "{} audit lines were dropped at the end, since the logger {} did not take them within {}"
              + " ms",
          left,
          LOGGER,
          longest.toMillis());
    }
  }
}
