package io.github.rwsplit.audit;

import org.jspecify.annotations.Nullable;

/**
 * Writes one event as one line. The keys and their order are a contract with whoever reads the log;
 * a key without a value is left out. Text is escaped so that no value can end its field or its
 * line.
 */
sealed interface AuditLine permits LogfmtLine, JsonLine {

  /** The version of the keys; the value of the key {@code v}. */
  int VERSION = 1;

  /** Adds a text. */
  void text(String key, @Nullable String value);

  /** Adds a number. */
  void number(String key, @Nullable Long value);

  /** Ends the line. */
  String end();

  /**
   * Writes an event.
   *
   * @param format how
   * @param event what
   * @return the line, without a line end
   */
  static String of(AuditSettings.Format format, StatementEvent event) {
    AuditLine line =
        switch (format) {
          case LOGFMT -> new LogfmtLine();
          case JSON -> new JsonLine();
        };
    line.number("v", (long) VERSION);
    line.text("ts", event.time().toString());
    line.text("decision", event.decision());
    line.text("statement", event.statement());
    line.text("command", event.command());
    line.text("level", event.level() == null ? null : event.level().name());
    line.text("group", event.group());
    line.text("reason", event.reason().name());
    line.text("target", event.target());
    line.text("node", event.node());
    line.text("server", event.server());
    line.text("role", event.role() == null ? null : event.role().word());
    line.number("lag_ms", event.lagMillis());
    line.number("marker_age_ms", event.markerAgeMillis());
    line.text("tx", event.transaction());
    line.text("session", event.session());
    line.number("attempt", (long) event.attempt());
    line.number("rows", event.rows());
    line.number("duration_us", event.durationMicros());
    line.text("outcome", event.outcome().word());
    line.text("error", event.error());
    line.text("trace", event.trace());
    line.text("sql", event.sql());
    return line.end();
  }
}
