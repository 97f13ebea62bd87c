package io.github.rwsplit.audit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes every event as a line of the logger {@code rwsplit.audit}, level INFO. Safe for use by
 * many threads.
 */
public final class AuditLog implements StatementListener {

  /** The name of the logger. */
  public static final String LOGGER = "rwsplit.audit";

  private static final Logger log = LoggerFactory.getLogger(LOGGER);

  private final AuditSettings.Format format;

  /**
   * Makes the log.
   *
   * @param format how a line is written
   */
  public AuditLog(AuditSettings.Format format) {
    this.format = format;
  }

  @Override
  public void onStatement(StatementEvent event) {
    if (log.isInfoEnabled()) {
      log.info(AuditLine.of(format, event));
    }
  }
}
