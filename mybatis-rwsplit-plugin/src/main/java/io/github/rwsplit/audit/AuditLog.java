package io.github.rwsplit.audit;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
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

  /** Stands behind the last event. */
  private static final Object END = new Object();

  private final AuditSettings settings;
  private final BlockingQueue<Object> waiting;
  private final LongAdder dropped = new LongAdder();
  private final Thread writer;
  private volatile boolean closed;
  private long droppedWhenSaid;
  private long saidAt;

  private AuditLog(AuditSettings settings, int capacity) {
    this.settings = settings;
    this.waiting = new ArrayBlockingQueue<>(capacity);
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
    if (lines.isInfoEnabled()
        && settings.sample().takes(event)
        && (closed || !waiting.offer(event))) {
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
      for (Object next = waiting.take(); next != END; next = waiting.take()) {
        write((StatementEvent) next);
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
        waiting.size() + waiting.remainingCapacity());
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
    long deadline = System.nanoTime() + longest.toNanos();
    try {
      if (waiting.offer(END, longest.toNanos(), TimeUnit.NANOSECONDS)) {
        writer.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int left = (int) waiting.stream().filter(event -> event != END).count();
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
