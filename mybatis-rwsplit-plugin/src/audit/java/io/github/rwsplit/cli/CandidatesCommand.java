package io.github.rwsplit.cli;

import io.github.rwsplit.cli.candidates.CandidateFinder;
import io.github.rwsplit.cli.log.InputException;
import io.github.rwsplit.cli.log.LogSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code candidates LOG...}. */
@Command(
    name = "candidates",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    header = "Ranks undeclared selects by the time they take, and drafts their declarations.",
    description = {
      "",
      "Reads the log of an application that ran with rwsplit.mode=observe and says of each"
          + " undeclared select how often it ran after a write of its session, before a write of the"
          + " same transaction or thread, and in a transaction that wrote nothing. Then it prints a"
          + " block for the configuration, to be reviewed by a person: a log shows what happened,"
          + " not what a reader must see.",
      "",
      "What belongs together is told by the trace id, else by the thread that the logger's layout"
          + " writes in brackets before the line, with the session, else by the session; outside"
          + " transactions within one second. Set rwsplit.session.key"
          + " before observing.",
      "",
      "Examples:",
      "  candidates audit.log",
      "  candidates audit.log.gz --mappers target/classes --format yaml --out declarations.yml",
      ""
    },
    sortOptions = false)
final class CandidatesCommand implements Callable<Integer> {

  /** What is written. */
  enum Format {
    table,
    yaml
  }

  @Mixin private final LogOptions logs = new LogOptions();

  @Option(
      names = "--format",
      defaultValue = "table",
      description =
          "${COMPLETION-CANDIDATES}: the ranking and the block, or only the block;"
              + " ${DEFAULT-VALUE} unless given.")
  private Format format = Format.table;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write there and not to the terminal.")
  private @Nullable Path out;

  @Option(
      names = "--mappers",
      paramLabel = "PATH",
      description =
          "Where the mappers are, as for lint: leaves out selects that are declared, and"
              + " SQL that stays on the primary anyway. May be given several times.")
  private List<Path> mappers = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "YAML",
      description = "With --mappers: the configuration whose rwsplit.declarations count too.")
  private @Nullable Path config;

  @Option(
      names = "--window",
      paramLabel = "MS",
      defaultValue = "5000",
      description =
          "How long after a write of its session a read counts as following it; ${DEFAULT-VALUE} unless given, as"
              + " rwsplit.session.window.")
  private long window;

  @Option(
      names = "--replica-lag",
      paramLabel = "MS",
      defaultValue = "1000",
      description = "The lag of a replica where the log says none; ${DEFAULT-VALUE} unless given.")
  private long replicaLag;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      description = "How many selects the ranking shows; ${DEFAULT-VALUE} unless given.")
  private int top;

  /** Set before anything is called. */
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws InputException {
    if (top < 1 || window < 0 || replicaLag < 0) {
      throw new ParameterException(
          spec.commandLine(), "--top must be 1 or more, --window and --replica-lag 0 or more");
    }
    Set<String> undeclared =
        mappers.isEmpty() ? Set.of() : LintCommand.lint(mappers, config, false).undeclared();
    CandidateFinder finder =
        new CandidateFinder(
            window, replicaLag, new CandidateFinder.Known(!mappers.isEmpty(), undeclared));
    LogSummary read = logs.read(finder.sink(), spec.commandLine().getErr());
    Output.write(out, System.out, writer -> finder.write(read, format == Format.yaml, top, writer));
    return LogOptions.exitCode(read, false);
  }
}
