package io.github.rwsplit.audit;

/**
 * The part of the configuration that speaks of the audit.
 *
 * @param enabled {@code rwsplit.audit.enabled}
 * @param format {@code rwsplit.audit.format}
 */
public record AuditSettings(boolean enabled, Format format) {

  /** How an audit line is written. */
  public enum Format {
    /** {@code key=value}, blanks quoted. */
    LOGFMT,
    /** One JSON object a line. */
    JSON
  }
}
