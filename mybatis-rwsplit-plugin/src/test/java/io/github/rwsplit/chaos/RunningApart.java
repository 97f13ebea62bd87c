package io.github.rwsplit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * An application under load in a process of its own, which can be stopped as a long pause of its
 * garbage collector stops it, and whose clock can be set.
 */
final class RunningApart implements Running {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder = Files.createTempDirectory("chaos");
  private final Path clock = folder.resolve("clock");
  private final Process process;
  private final PrintStream orders;
  private final BufferedReader answers;

  RunningApart(Map<String, String> properties, boolean ownClock) throws IOException {
    Path file = folder.resolve("application.properties");
    Properties all = new Properties();
    all.putAll(properties);
    try (var out = Files.newOutputStream(file)) {
      all.store(out, null);
    }
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Apart.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    if (ownClock) {
      setClock(Duration.ZERO);
      // the monotonic clock does not step on any machine
      builder
          .environment()
          .putAll(
              Map.of(
                  "LD_PRELOAD",
                  Objects.requireNonNull(clockLibrary()).toString(),
                  "FAKETIME_TIMESTAMP_FILE",
                  clock.toString(),
                  "FAKETIME_CACHE_DURATION",
                  "1",
                  "FAKETIME_DONT_FAKE_MONOTONIC",
                  "1",
                  "DONT_FAKE_MONOTONIC",
                  "1"));
    }
    process = builder.start();
    orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Debian's libfaketime; null where it is not. */
  static @Nullable Path clockLibrary() throws IOException {
    try (Stream<Path> found =
        Files.find(
            Path.of("/usr/lib"),
            4,
            (path, attributes) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
      return found.findFirst().orElse(null);
    }
  }

  private String ask(String order) throws IOException {
    orders.println(order);
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(Apart.ANSWER)) {
        String answer = line.substring(Apart.ANSWER.length());
        assertThat(answer).doesNotStartWith("failed");
        return answer;
      }
      System.out.println(line);
    }
    throw new IllegalStateException("the application ended at " + order);
  }

  @Override
  public void awaitBusy(List<String> servers) throws IOException {
    ask("busy " + String.join(" ", servers));
  }

  @Override
  public void mark(Chronicle.Mark mark) throws IOException {
    ask("mark " + mark);
  }

  @Override
  public void awaitRecovery(List<String> before, List<String> after) throws IOException {
    ask("recovered " + String.join(" ", before) + " " + String.join(" ", after));
  }

  void pause() throws Exception {
    signal("-STOP");
  }

  void resume() throws Exception {
    signal("-CONT");
  }

  private void signal(String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Steps the clock that the application sees, and makes sure that it sees it. */
  void stepClock(Duration step) throws IOException {
    long before = Long.parseLong(ask("clock"));
    setClock(step);
    // it looks at the file once a second
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(Duration.ofMillis(Long.parseLong(ask("clock")) - before))
                    .isBetween(step.minusMinutes(5), step.plusMinutes(5)));
  }

  private void setClock(Duration step) throws IOException {
    Files.writeString(clock, "%+d".formatted(step.toSeconds()));
  }

  @Override
  public Chronicle end() throws Exception {
    Path result = folder.resolve("chronicle");
    ask("end " + result);
    assertThat(process.waitFor()).isZero();
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(result))) {
      return (Chronicle) in.readObject();
    }
  }

  @Override
  public void close() throws InterruptedException, IOException {
    process.destroyForcibly().waitFor();
    FileSystemUtils.deleteRecursively(folder);
  }
}
