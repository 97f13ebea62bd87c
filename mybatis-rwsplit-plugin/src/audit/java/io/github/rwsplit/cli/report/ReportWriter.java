package io.github.rwsplit.cli.report;

import java.io.IOException;
import java.io.Writer;

/** Writes a report in one form. */
interface ReportWriter {

  /** Writes it; the writer is closed by the caller. */
  void write(Report report, Writer out) throws IOException;
}
