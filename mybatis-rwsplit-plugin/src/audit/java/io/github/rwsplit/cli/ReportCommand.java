package io.github.rwsplit.cli;

import io.github.rwsplit.cli.log.InputException;
import io.github.rwsplit.cli.log.LogSummary;
import io.github.rwsplit.cli.report.Expected;
import io.github.rwsplit.cli.report.Reporter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code report LOG...}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    header = "Says which statement hit which node how often and why, and what broke the rules.",
    description = {
      "",
      "Reads logs of any size in one pass, with constant memory. Violations are never right: a"
          + " write, STRONG or primary-only SQL on a replica, a SESSION read behind its marker, a"
          + " call split over nodes, reads of a group on a foreign node. Advice may be as intended:"
          + " undeclared selects, skew, rising fallback, EVENTUAL statements that never leave the"
          + " primary.",
      "",
      "Examples:",
      "  report audit.log",
      "  report logs/audit.*.gz --format html --out audit.html --zone Asia/Shanghai",
      "  kubectl logs deploy/shop | ... report - --fail-on violations",
      "  report audit.log --config application.yml     (weights and groups of the replicas)",
      ""
    },
    sortOptions = false)
final class ReportCommand implements Callable<Integer> {

  /** What makes the command fail. */
  enum FailOn {
    violations,
    advice
  }

  @Mixin private final LogOptions logs = new LogOptions();

  @Option(
      names = "--format",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given.")
  private Reporter.Format format = Reporter.Format.table;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write there and not to the terminal.")
  private @Nullable Path out;

  @Option(
      names = "--fail-on",
      description =
          "End with 1 if there are ${COMPLETION-CANDIDATES} (which counts violations" + " too).")
  private @Nullable FailOn failOn;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description =
          "Time zone of days and times, such as UTC or Asia/Shanghai; this system's"
              + " unless given.")
  private ZoneId zone = ZoneId.systemDefault();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      description = "How many statements a table shows; ${DEFAULT-VALUE} unless given.")
  private int top;

  @Option(
      names = "--config",
      paramLabel = "YAML",
      description = "The application's configuration: weights and groups under rwsplit.replicas.")
  private @Nullable Path config;

  @Option(
      names = "--weight",
      paramLabel = "NODE=N",
      description = "The weight of a replica; 1 unless given.")
  private Map<String, Integer> weights = new LinkedHashMap<>();

  @Option(
      names = "--node-group",
      paramLabel = "NODE=GROUP[,GROUP]",
      description =
          "The groups of a replica; without any, a node that serves two groups is only"
              + " advice.")
  private Map<String, String> groups = new LinkedHashMap<>();

  @Option(
      names = "--lag-resolution",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "By how many milliseconds lag_ms may exceed marker_age_ms before a SESSION read"
              + " counts as stale; lag_ms is an upper bound to within a second.")
  private long lagMillis;

  /** Set before anything is called. */
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws InputException {
    if (top < 1 || lagMillis < 0) {
      throw new ParameterException(
          spec.commandLine(), "--top must be 1 or more, and --lag-resolution 0 or more");
    }
    Reporter reporter = new Reporter(zone, expected());
    LogSummary read = logs.read(reporter, spec.commandLine().getErr());
    reporter.finish(read);
    Output.write(out, System.out, writer -> reporter.write(format, top, writer));
    boolean found =
        failOn != null
            && (reporter.violations() > 0 || (failOn == FailOn.advice && reporter.advice() > 0));
    if (found) {
      spec.commandLine()
          .getErr()
          .println(
              "rwsplit-audit: "
                  + reporter.violations()
                  + " violations and "
                  + reporter.advice()
                  + " pieces of advice were found");
    }
    return LogOptions.exitCode(read, found);
  }

  private Expected expected() throws InputException {
    ConfigFile file = ConfigFile.read(config);
    Map<String, Integer> allWeights = new HashMap<>();
    Map<String, Set<String>> allGroups = new HashMap<>();
    file.replicas()
        .forEach(
            (name, replica) -> {
              allWeights.put(name, replica.weight());
              allGroups.put(name, replica.groups());
            });
    allWeights.putAll(weights);
    groups.forEach(
        (name, list) -> allGroups.put(name, new LinkedHashSet<>(ConfigFile.elements(list))));
    return new Expected(allWeights, allGroups, Duration.ofMillis(lagMillis).toMillis());
  }
}
