package io.github.rwsplit.test;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Listens to the audit logger by an appender of its own. */
final class LogbackAuditCapture extends AppenderBase<ILoggingEvent> implements AuditCapture {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Logger logger;
  private final Instant begun = Instant.now();
  private final Thread caller = Thread.currentThread();
  private final List<AuditLine> lines = new ArrayList<>();

  private LogbackAuditCapture(Logger logger) {
    this.logger = logger;
  }

  static LogbackAuditCapture attach() {
    Logger logger = (Logger) LoggerFactory.getLogger(LOGGER);
    endEarlierOnes(logger);
    LogbackAuditCapture capture = new LogbackAuditCapture(logger);
    capture.setContext(logger.getLoggerContext());
    capture.start();
    logger.addAppender(capture);
    return capture;
  }

  /**
   * Nobody may have asked for the reasons of the thread's last call, so nobody ended its capture.
   */
  private static void endEarlierOnes(Logger logger) {
    List<LogbackAuditCapture> earlier = new ArrayList<>();
    logger
        .iteratorForAppenders()
        .forEachRemaining(
            appender -> {
              if (appender instanceof LogbackAuditCapture capture
                  && capture.caller == Thread.currentThread()) {
                earlier.add(capture);
              }
            });
    earlier.forEach(LogbackAuditCapture::end);
  }

  @Override
  protected void append(ILoggingEvent event) {
    AuditLine line = new AuditLine(event.getFormattedMessage());
    if (line.isOlderThan(begun)) {
      // of a call before, written late
      return;
    }
    synchronized (lines) {
      lines.add(line);
      lines.notifyAll();
    }
  }

  @Override
  public List<AuditLine> await(int wanted, List<String> reasons) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    synchronized (lines) {
      try {
        for (long left = PATIENCE.toMillis();
            isStarted()
                && left > 0
                && (lines.size() < wanted || !AuditLine.reasons(lines).equals(reasons));
            left = (deadline - System.nanoTime()) / 1_000_000) {
          lines.wait(left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      end();
      return List.copyOf(lines);
    }
  }

  @Override
  public String whyEmpty() {
    return logger.isEnabledFor(Level.INFO)
        ? "Set rwsplit.audit.enabled=true, and see that the call really goes through the plugin."
        : "Its logger is off; set logging.level." + LOGGER + "=INFO.";
  }

  @Override
  public void end() {
    logger.detachAppender(this);
    stop();
  }
}
