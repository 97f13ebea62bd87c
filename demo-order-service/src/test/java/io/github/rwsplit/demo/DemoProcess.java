package io.github.rwsplit.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The demo in a JVM of its own, as {@code run} starts it: what is tested is how it ends. */
public final class DemoProcess implements AutoCloseable {

  private static final String READY = "demo-order-service is ready at ";
  private static final int TERMINATED = 128 + 15;

  private final Process process;
  private final BufferedReader console;
  private final String url;

  private DemoProcess(Process process) throws IOException {
    this.process = process;
    this.console = process.inputReader(StandardCharsets.UTF_8);
    this.url = awaitReady();
  }

  /**
   * Starts it and waits until it is ready.
   *
   * @param arguments of the application
   */
  public static DemoProcess start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DemoOrderService.class.getName(),
                "--server.port=0",
                "--demo.orders=500",
                "--demo.logs=target/end-logs"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      return new DemoProcess(process);
    } catch (IOException | AssertionError e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private String awaitReady() throws IOException {
    List<String> said = new ArrayList<>();
    for (String line = console.readLine(); line != null; line = console.readLine()) {
      if (line.startsWith(READY)) {
        return line.substring(READY.length());
      }
      said.add(line);
    }
    throw new AssertionError("The demo must say that it is ready, but said " + said);
  }

  /** Where it serves. */
  public String url() {
    return url;
  }

  /** The processes that it has started. */
  public List<ProcessHandle> children() {
    return process.descendants().toList();
  }

  /**
   * SIGTERM, and then all that it said from when it was ready, its last words among it.
   *
   * @throws AssertionError if it does not end by itself, or otherwise than by the signal
   */
  public List<String> terminate() throws InterruptedException {
    // Process.destroy() would also close the console, whose last lines are to be read.
    process.toHandle().destroy();
    List<String> lastWords = console.lines().toList();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    if (!ended || process.exitValue() != TERMINATED) {
      throw new AssertionError(
          "The demo must end by SIGTERM, but %s; it said %s"
              .formatted(ended ? "gave " + process.exitValue() : "is there", lastWords));
    }
    return lastWords;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    console.close();
  }
}
