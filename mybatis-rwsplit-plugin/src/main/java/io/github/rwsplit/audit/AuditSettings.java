package io.github.rwsplit.audit;

/**
 * The part of the configuration that speaks of the audit.
 *
 * @param enabled {@code rwsplit.audit.enabled}
 * @param format {@code rwsplit.audit.format}
 * @param sql {@code rwsplit.audit.sql=normalized}: lines have the statement's text without its
 *     literals
 * @param sample {@code rwsplit.audit.sample}
 */
public record AuditSettings(boolean enabled, Format format, boolean sql, AuditSample sample) {

  /** How an audit line is written. */
  public enum Format {
    /** {@code key=value}, blanks quoted. */
    LOGFMT,
    /** One JSON object a line. */
    JSON
  }
}
