package io.github.rwsplit.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Starts the executable jar as a person does. */
public final class AuditJar {

  /** How a run ended; {@code out} and {@code err} are all that it wrote. */
  public record Run(int exitCode, String out, String err) {}

  /** Writes to the process' standard input. */
  public interface Input {
    void write(OutputStream in) throws IOException;
  }

  private AuditJar() {}

  /** Runs it without input. */
  public static Run run(String... arguments) throws IOException, InterruptedException {
    return run(List.of(), in -> {}, arguments);
  }

  static Run run(List<String> jvm, Input input, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(List.of("-Dfile.encoding=UTF-8", "-jar", jar().toString()));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile("audit-out", ".txt");
    Path err = Files.createTempFile("audit-err", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      try (OutputStream in = process.getOutputStream()) {
        input.write(in);
      } catch (IOException closedByProcess) {
        // it may end without reading its input; its exit code tells why
      }
      int exitCode = process.waitFor();
      return new Run(
          exitCode,
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files
          .filter(file -> file.toString().endsWith("-audit.jar"))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      "target must have the executable jar, which process-classes makes"));
    }
  }
}
