package io.github.rwsplit.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.util.FileSystemUtils;

/** Gives servers clocks of their own, from their next start on. */
final class ServerClocks implements AutoCloseable {

  private final Path folder = Files.createTempDirectory("clocks");
  private final Map<String, SteppedClock> clocks = new ConcurrentHashMap<>();

  ServerClocks() throws IOException {}

  /** What a server is to be started with. */
  Map<String, String> environment(String server) {
    SteppedClock clock = clocks.get(server);
    return clock == null ? Map.of() : clock.environment();
  }

  /** A clock for a server, right at first. */
  SteppedClock give(String server) throws IOException {
    SteppedClock clock = new SteppedClock(folder.resolve(server));
    clocks.put(server, clock);
    return clock;
  }

  void take(String server) {
    clocks.remove(server);
  }

  @Override
  public void close() throws IOException {
    FileSystemUtils.deleteRecursively(folder);
  }
}
