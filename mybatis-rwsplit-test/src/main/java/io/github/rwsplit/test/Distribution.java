package io.github.rwsplit.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mysqld that starts on this machine.
 *
 * @param home the folder that is given to the server as {@code --basedir}
 * @param mysqld the server program
 * @param environment what it needs besides the environment of this JVM
 * @param version its version, such as {@code 8.0.31}
 */
record Distribution(Path home, Path mysqld, Map<String, String> environment, String version) {

  private static final Pattern VERSION = Pattern.compile("Ver (\\d+)\\.(\\d+)\\.(\\d+)\\S*(.*)");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Asks the program for its version, which also proves that it starts here. */
  static Distribution of(Path home, Path mysqld, Map<String, String> environment)
      throws IOException {
    Commands.Outcome outcome =
        Commands.run(
            List.of(mysqld.toString(), "--no-defaults", "--version"), null, environment, PATIENCE);
    Matcher matcher = VERSION.matcher(outcome.output());
    if (!outcome.succeeded() || !matcher.find()) {
      throw new IOException(
          "%s does not start here: %s".formatted(mysqld, outcome.output().strip()));
    }
    if (outcome.output().contains("MariaDB")) {
      throw new IOException(
          mysqld + " must be MySQL, but was MariaDB: " + outcome.output().strip());
    }
    // the release that calls replicas replicas, in options and in statements
    if (!isAtLeast8026(matcher)) {
      throw new IOException(
          mysqld + " must be MySQL 8.0.26 or later, but was " + outcome.output().strip());
    }
    String version = matcher.group(1) + "." + matcher.group(2) + "." + matcher.group(3);
    return new Distribution(home, mysqld, environment, version);
  }

  private static boolean isAtLeast8026(Matcher version) {
    int major = Integer.parseInt(version.group(1));
    int minor = Integer.parseInt(version.group(2));
    return major > 8 || (major == 8 && (minor > 0 || Integer.parseInt(version.group(3)) >= 26));
  }

  /**
   * Where its files lie, as options; a distribution that was moved finds none of them by itself.
   */
  List<String> locations() {
    List<String> options = new ArrayList<>();
    options.add("--basedir=" + home);
    // layouts: the vendor's archive, and Debian's packages
    addIfThere(
        options, "--plugin-dir=", home.resolve("lib/plugin"), home.resolve("lib/mysql/plugin"));
    addIfThere(options, "--lc-messages-dir=", home.resolve("share"), home.resolve("share/mysql"));
    addIfThere(
        options,
        "--character-sets-dir=",
        home.resolve("share/charsets"),
        home.resolve("share/mysql/charsets"));
    return options;
  }

  private static void addIfThere(List<String> options, String option, Path vendor, Path packaged) {
    boolean messages = option.startsWith("--lc-messages-dir");
    for (Path candidate : List.of(vendor, packaged)) {
      if (Files.isDirectory(messages ? candidate.resolve("english") : candidate)) {
        options.add(option + candidate);
        return;
      }
    }
  }
}
