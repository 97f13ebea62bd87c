package io.github.rwsplit.cli;

import io.github.rwsplit.cli.lint.LintResult;
import io.github.rwsplit.cli.lint.Linter;
import io.github.rwsplit.cli.log.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lint PATH...}. */
@Command(
    name = "lint",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    header = "Says what every statement of mappers declares, and what is wrong with it.",
    description = {
      "",
      "Reads mapper XML, class files and jars, also executable jars of Spring Boot, without starting"
          + " the application or loading a class of it. SQL is judged by the library's own"
          + " recognizer; of dynamic SQL every branch is looked at.",
      "",
      "Errors are what the application would refuse to start with. Warnings are declarations that do"
          + " not do what they say.",
      "",
      "Examples:",
      "  lint src/main/resources target/classes",
      "  lint app.jar --config src/main/resources/application.yml --undeclared fail",
      "  lint src/main target/classes --format sarif --out lint.sarif     (for code review)",
      ""
    },
    sortOptions = false)
final class LintCommand implements Callable<Integer> {

  /** What makes the command fail. */
  enum FailOn {
    error,
    warning,
    note,
    none
  }

  /** As {@code rwsplit.undeclared}. */
  enum Undeclared {
    allow,
    fail
  }

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description =
          "Directories, jars, mapper files, class files. With sources among them, or"
              + " beside what was built, findings name the line in the source.")
  private List<Path> paths = List.of();

  @Option(
      names = "--format",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given.")
  private LintResult.Format format = LintResult.Format.table;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write there and not to the terminal.")
  private @Nullable Path out;

  @Option(
      names = "--fail-on",
      defaultValue = "error",
      description =
          "End with 1 if there is a finding as bad as this: ${COMPLETION-CANDIDATES};"
              + " ${DEFAULT-VALUE} unless given.")
  private FailOn failOn = FailOn.error;

  @Option(
      names = "--undeclared",
      defaultValue = "allow",
      description =
          "As rwsplit.undeclared: with fail an undeclared select is an error;"
              + " ${DEFAULT-VALUE} unless given.")
  private Undeclared undeclared = Undeclared.allow;

  @Option(
      names = "--config",
      paramLabel = "YAML",
      description = "The application's configuration: rwsplit.declarations and the groups.")
  private @Nullable Path config;

  /** Set before anything is called. */
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws InputException {
    LintResult result = lint(paths, config, undeclared == Undeclared.fail);
    Output.write(out, System.out, writer -> result.write(format, Main.Version.text(), writer));
    boolean found = failOn != FailOn.none && result.count(failOn.name()) > 0;
    if (found) {
      spec.commandLine()
          .getErr()
          .println(
              "rwsplit-audit: "
                  + result.count("error")
                  + " errors and "
                  + (result.count("warning") - result.count("error"))
                  + " warnings were found");
    }
    return found ? ExitCode.FOUND : ExitCode.OK;
  }

  /** Reads mappers; fails where there are none, since a wrong path must not look clean. */
  static LintResult lint(List<Path> paths, @Nullable Path config, boolean failUndeclared)
      throws InputException {
    ConfigFile file = ConfigFile.read(config);
    Linter.Settings settings =
        new Linter.Settings(
            file.declarations().stream()
                .map(d -> new Linter.Declared(d.statements(), d.level(), d.group()))
                .toList(),
            config == null ? Set.of() : file.groups(),
            failUndeclared,
            config == null ? "" : config.toString());
    LintResult result = new Linter(Path.of(""), settings).lint(paths);
    if (result.size() == 0 && result.count("error") == 0) {
      throw new InputException(
          "no mapped statement under "
              + paths
              + "; name the directories of mapper files and class files, or the application's jar");
    }
    return result;
  }
}
