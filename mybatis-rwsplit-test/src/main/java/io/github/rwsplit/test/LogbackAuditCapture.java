package io.github.rwsplit.test;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Listens to the audit logger by an appender of its own. */
final class LogbackAuditCapture extends AppenderBase<ILoggingEvent> implements AuditCapture {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int MOST_LINES = 10_000;

  private final Logger logger;
  private final List<AuditLine> lines = new ArrayList<>();

  private LogbackAuditCapture(Logger logger) {
    this.logger = logger;
  }

  static LogbackAuditCapture attach() {
    Logger logger = (Logger) LoggerFactory.getLogger(LOGGER);
    LogbackAuditCapture capture = new LogbackAuditCapture(logger);
    capture.setContext(logger.getLoggerContext());
    capture.start();
    logger.addAppender(capture);
    return capture;
  }

  @Override
  protected void append(ILoggingEvent event) {
    synchronized (lines) {
      lines.add(new AuditLine(event.getFormattedMessage()));
      lines.notifyAll();
      if (lines.size() >= MOST_LINES) {
        // nobody asked for the reasons of this call, so nobody ended it
        end();
      }
    }
  }

  @Override
  public List<AuditLine> await(int wanted) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    synchronized (lines) {
      try {
        for (long left = PATIENCE.toMillis();
            lines.size() < wanted && left > 0;
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
