package io.github.rwsplit.test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A freshly initialized data directory of one version, made once and copied for every server. */
final class DataTemplate {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private DataTemplate() {}

  static Path of(Distribution distribution, CacheFolder cache) throws IOException {
    List<String> options = MysqldOptions.forTemplate(distribution);
    // another build of the same version, or other options, make other files
    String key = Integer.toHexString((distribution.mysqld() + " " + options).hashCode());
    Path folder =
        cache.once(
            "data-" + distribution.version() + "-" + key,
            draft -> initialize(distribution, options, draft));
    return folder.resolve("data");
  }

  private static void initialize(Distribution distribution, List<String> options, Path draft)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(distribution.mysqld().toString());
    command.addAll(options);
    command.add("--datadir=" + draft.resolve("data"));
    Commands.Outcome outcome = Commands.run(command, draft, distribution.environment(), PATIENCE);
    if (!outcome.succeeded()) {
      throw new IOException(
          "mysqld %s could not initialize a data directory: %s"
              .formatted(distribution.version(), outcome.output().strip()));
    }
  }
}
