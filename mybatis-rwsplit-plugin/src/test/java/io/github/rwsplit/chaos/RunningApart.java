package io.github.rwsplit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Properties;
import org.springframework.util.FileSystemUtils;

/**
 * An application under load in a process of its own, which can be stopped as a long pause of its
 * garbage collector stops it, and whose clock can be set.
 */
final class RunningApart implements Running {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder = Files.createTempDirectory("chaos");
  private final SteppedClock clock;
  private final Process process;
  private final PrintStream orders;
  private final BufferedReader answers;

  RunningApart(Map<String, String> properties, boolean ownClock) throws IOException {
    clock = new SteppedClock(folder.resolve("clock"));
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
      builder.environment().putAll(clock.environment());
    }
    process = builder.start();
    orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
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
    clock.step(step);
    SteppedClock.awaitStep(step, before, () -> Long.parseLong(ask("clock")));
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
