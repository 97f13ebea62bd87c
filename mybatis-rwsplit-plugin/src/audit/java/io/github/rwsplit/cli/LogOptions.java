package io.github.rwsplit.cli;

import io.github.rwsplit.cli.log.InputException;
import io.github.rwsplit.cli.log.LogReader;
import io.github.rwsplit.cli.log.LogSummary;
import io.github.rwsplit.cli.log.Progress;
import java.io.Console;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The logs that report and candidates read, and how they are read. */
final class LogOptions {

  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description = {
        "Logs with lines of the logger rwsplit.audit, as logfmt or JSON: plain, gzip, or - for"
            + " standard input. Other lines may stand between, and a layout before each line."
      })
  private List<String> logs = List.of();

  /** Reads them all, with a bar where somebody sits in front of a terminal. */
  LogSummary read(LogReader.Sink sink, PrintWriter err) throws InputException {
    Progress progress = new Progress(System.err, onTerminal(), System::nanoTime);
    LogSummary summary = new LogReader(logs, System.in, progress).read(sink);
    for (String problem : summary.problems()) {
      err.println("rwsplit-audit: " + problem);
    }
    if (summary.entries() == 0) {
      throw new InputException(
          "no audit line among "
              + summary.lines()
              + " lines ("
              + summary.broken()
              + " broken) of "
              + String.join(", ", summary.logs())
              + "; is rwsplit.audit.enabled true, and is this where the logger rwsplit.audit"
              + " writes?");
    }
    err.flush();
    return summary;
  }

  static int exitCode(LogSummary summary, boolean found) {
    if (found) {
      return ExitCode.FOUND;
    }
    return summary.problems().isEmpty() ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  /** Since Java 22 there is a console also where there is no terminal, and a way to ask. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean onTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException before22) {
      return true;
    }
  }
}
