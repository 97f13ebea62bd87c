package io.github.rwsplit.cli;

import io.github.rwsplit.cli.log.InputException;
import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The start of the executable jar. */
@Command(
    name = "rwsplit-audit",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      ReportCommand.class,
      CandidatesCommand.class,
      LintCommand.class,
      AutoComplete.GenerateCompletion.class,
      CommandLine.HelpCommand.class
    },
    header = "Says which statements hit which node, and whether that was right.",
    description = {
      "",
      "It reads what an application with mybatis-rwsplit leaves behind: its audit logs and its"
          + " mappers. It connects to nothing and changes nothing.",
      "",
      "The way to adopt the library without risk:",
      "  1. run the application with rwsplit.mode=observe and rwsplit.audit.enabled=true",
      "  2. @|bold candidates|@ audit.log          which selects could leave the primary",
      "  3. @|bold lint|@ src/main target/classes  whether the mappers declare what you mean",
      "  4. rwsplit.mode=route",
      "  5. @|bold report|@ audit.log              whether every statement went where it may",
      ""
    },
    footer = {
      "",
      "Completion for bash and zsh, when the jar is called by the name rwsplit-audit:",
      "  source <(java -jar mybatis-rwsplit-plugin-VERSION-audit.jar generate-completion)"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:done, and what --fail-on names was found",
      "2:the call is wrong",
      "3:something could not be read or written, in whole or in part",
      "70:a fault of this tool"
    })
final class Main implements Runnable {

  /** Set before anything is called. */
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param arguments what was typed
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.setUsageHelpAutoWidth(true);
    line.setExecutionExceptionHandler(Main::failed);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    return line;
  }

  /** One sentence for what a person can put right, a stack trace for what only we can. */
  private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    if (e instanceof InputException) {
      err.println("rwsplit-audit: " + e.getMessage());
      return ExitCode.INCOMPLETE;
    }
    err.println("rwsplit-audit: this is a fault of the tool; please report it with what follows");
    e.printStackTrace(err);
    return ExitCode.FAULT;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a command: report, candidates or lint");
  }

  /** The version that the jar was built as. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "mybatis-rwsplit " + text(), "Java " + System.getProperty("java.version")
      };
    }

    static String text() {
      String version = Main.class.getPackage().getImplementationVersion();
      return version == null ? "unknown" : version;
    }
  }
}
