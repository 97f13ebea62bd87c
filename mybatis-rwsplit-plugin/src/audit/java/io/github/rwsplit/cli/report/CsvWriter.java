package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.text.Shown;
import java.io.IOException;
import java.io.Writer;

/** Which statement hit which node how often and why, as comma-separated values (RFC 4180). */
record CsvWriter() implements ReportWriter {

  @Override
  public void write(Report report, Writer out) throws IOException {
    out.write(
        "statement,command,level,group,reason,node,role,count,errors,refused,rows,total_us,max_us"
            + "\r\n");
    for (Report.Cell cell : report.cells()) {
      String[] texts = {
        cell.statement(),
        cell.command(),
        cell.level(),
        cell.group(),
        cell.reason(),
        cell.node(),
        cell.role()
      };
      for (String text : texts) {
        out.write(Shown.csv(text));
        out.write(',');
      }
      out.write(
          cell.count()
              + ","
              + cell.errors()
              + ","
              + cell.refused()
              + ","
              + cell.rows()
              + ","
              + cell.totalMicros()
              + ","
              + cell.maxMicros()
              + "\r\n");
    }
  }
}
