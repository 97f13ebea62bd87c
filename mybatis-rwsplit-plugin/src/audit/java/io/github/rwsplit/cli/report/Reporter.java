package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.Entry;
import io.github.rwsplit.cli.log.LogReader;
import io.github.rwsplit.cli.log.LogSummary;
import io.github.rwsplit.cli.log.Place;
import java.io.IOException;
import java.io.Writer;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes the lines of logs, then shows what they add up to. Not for use by several threads. */
public final class Reporter implements LogReader.Sink {

  /** The forms a report has. */
  public enum Format {
    /** For a terminal. */
    table,
    /** One row for each statement, level, reason and node. */
    csv,
    /** All of it, for programs. */
    json,
    /** One page with charts. */
    html
  }

  private final Tally tally;
  private final Expected expected;
  private @Nullable Report report;

  /**
   * Makes one.
   *
   * @param zone the time zone of days and times
   * @param expected what is known of the nodes
   */
  public Reporter(ZoneId zone, Expected expected) {
    this.tally = new Tally(zone, expected);
    this.expected = expected;
  }

  @Override
  public void take(Entry entry, Place place) {
    tally.take(entry, place);
  }

  /**
   * All lines were read.
   *
   * @param read how that went
   */
  public void finish(LogSummary read) {
    report = new ReportMaker(tally, expected).make(read);
  }

  /**
   * How many violations there are, each counted once for its statement.
   *
   * @return the number
   */
  public long violations() {
    return report().violations();
  }

  /**
   * How many pieces of advice there are.
   *
   * @return the number
   */
  public long advice() {
    return report().findings().size() - violations();
  }

  /**
   * Writes the report.
   *
   * @param format its form
   * @param top how many statements a table shows
   * @param out where to; not closed
   * @throws IOException if that cannot be written
   */
  public void write(Format format, int top, Writer out) throws IOException {
    ReportWriter writer =
        switch (format) {
          case table -> new TableWriter(top);
          case csv -> new CsvWriter();
          case json -> new JsonWriter();
          case html -> new HtmlWriter();
        };
    writer.write(report(), out);
  }

  private Report report() {
    return Objects.requireNonNull(report, "finish() comes first");
  }
}
