package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
  private @Nullable Process process;

  private RedisServer(int port) {
    this.port = port;
  }

  public static RedisServer running() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    RedisServer server = new RedisServer(port);
    server.start();
    return server;
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
    process =
        new ProcessBuilder(
                EXECUTABLE.getPath(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await().atMost(PATIENCE).ignoreExceptions().until(() -> say("PING").equals("+PONG"));
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
