package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/**
 * A Redis server of a test's own, without anything installed; {@code -Dredis.server=} names another
 * {@code redis-server}. It keeps nothing on disk, so that each start finds it empty.
 */
public final class RedisServer implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final File EXECUTABLE = executable();

  private final int port;
  private final List<String> options;
  private final Path folder;
  private @Nullable Process process;

  private RedisServer(int port, List<String> options) throws IOException {
    this.port = port;
    this.options = List.copyOf(options);
    // a copy for a replica of Redis goes by way of a file, which nobody else may find
    this.folder =
        Files.createTempDirectory(
            Files.createDirectories(Path.of("target", "redis").toAbsolutePath()), "data");
  }

  /** One that is as Redis is by itself. */
  public static RedisServer running() throws IOException {
    int port = freePort();
    return running(port, "--port", Integer.toString(port));
  }

  /**
   * One that is told more.
   *
   * @param port where it says that it is
   * @param options what is told, the port too; a file of settings comes first
   */
  public static RedisServer running(int port, String... options) throws IOException {
    RedisServer server = new RedisServer(port, List.of(options));
    server.start();
    return server;
  }

  /** A port that nobody has, and whose 10,000th neighbor, where clusters talk, nobody has. */
  public static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
          ServerSocket bus = new ServerSocket(port + 10_000, 1, InetAddress.getLoopbackAddress())) {
        return Math.min(free.getLocalPort(), bus.getLocalPort());
      } catch (BindException taken) {
        assertThat(port).isPositive();
      }
    }
  }

  /** Whether it is built with TLS: it names the first thing that it does not know, and ends. */
  public static boolean knowsTls() throws IOException {
    Process refusal =
        new ProcessBuilder(EXECUTABLE.getPath(), "--tls-replication", "no", "--no-such-thing", "1")
            .redirectErrorStream(true)
            .start();
    String said = new String(refusal.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return said.contains("no-such-thing") && !said.contains("tls-replication");
  }

  private static File executable() {
    String named = System.getProperty("redis.server");
    if (named != null) {
      return new File(named);
    }
    try {
      File folder = Files.createDirectories(Path.of("target", "redis")).toFile();
      File usual = ExecutableProvider.newJarResourceProvider(folder).get();
      if (runs(usual)) {
        return usual;
      }
      // it needs the libraries of OpenSSL 3; there is one that needs nothing
      return ExecutableProvider.newJarResourceProvider(
              () -> folder, Map.of(OsArchitecture.UNIX_x86_64, "/redis-server-6.2.7-linux-386"))
          .get();
    } catch (IOException e) {
      throw new AssertionError("no redis-server could be unpacked", e);
    }
  }

  private static boolean runs(File executable) throws IOException {
    Process version =
        new ProcessBuilder(executable.getPath(), "--version")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return version.onExit().join().exitValue() == 0;
  }

  public int port() {
    return port;
  }

  public void start() throws IOException {
    List<String> command = new ArrayList<>(List.of(EXECUTABLE.getPath()));
    command.addAll(options);
    if (!options.contains("--sentinel")) {
      command.addAll(List.of("--bind", "127.0.0.1", "--save", "", "--appendonly", "no"));
      command.addAll(List.of("--dir", folder.toString()));
    }
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (options.contains("--tls-port")) {
      await().atMost(PATIENCE).until(this::listens);
    } else {
      await().atMost(PATIENCE).ignoreExceptions().until(() -> say("PING").equals("+PONG"));
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }

  /** The process hangs, as a machine does that is out of memory. */
  public void pause() {
    signal("-STOP");
    Path state = Path.of("/proc", Long.toString(alive().pid()), "stat");
    if (Files.exists(state)) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(Files.readString(state)).contains(") T "));
    }
  }

  public void resume() {
    signal("-CONT");
  }

  public void kill() {
    alive().destroyForcibly().onExit().join();
  }

  /** Everything is lost that it was told. */
  public void restartEmpty() throws IOException {
    kill();
    start();
  }

  /** What it answers to a command; the first line of it. */
  public String say(String... words) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      StringBuilder command = new StringBuilder("*" + words.length + "\r\n");
      for (String word : words) {
        command.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
      }
      socket.getOutputStream().write(command.toString().getBytes(StandardCharsets.US_ASCII));
      byte[] answer = new byte[65_536];
      int length = socket.getInputStream().read(answer);
      return new String(answer, 0, Math.max(0, length), StandardCharsets.UTF_8).strip();
    }
  }

  private void signal(String name) {
    try {
      List<String> command = List.of("kill", name, Long.toString(alive().pid()));
      assertThat(new ProcessBuilder(command).start().onExit().join().exitValue()).isZero();
    } catch (IOException e) {
      throw new AssertionError("no signal could be sent", e);
    }
  }

  private Process alive() {
    Process known = process;
    if (known == null) {
      throw new AssertionError("the server was not started");
    }
    return known;
  }

  @Override
  public void close() {
    kill();
  }
}
