package io.github.rwsplit.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Short commands of the operating system. */
final class Commands {

  /** What a command said, on both streams, and how it ended. */
  record Outcome(int exitCode, String output) {
    boolean succeeded() {
      return exitCode == 0;
    }
  }

  private Commands() {}

  /**
   * Runs a command to its end; throws IOException where it cannot be started or does not end in
   * time.
   */
  static Outcome run(
      List<String> command,
      @Nullable Path directory,
      Map<String, String> environment,
      Duration timeout)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      CompletableFuture<String> output =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return new String(
                      process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException e) {
                  return "its output could not be read: " + e.getMessage();
                }
              });
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("%s did not end within %s".formatted(command, timeout));
      }
      return new Outcome(process.exitValue(), output.join());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for " + command, e);
    } finally {
      process.destroyForcibly();
    }
  }
}
