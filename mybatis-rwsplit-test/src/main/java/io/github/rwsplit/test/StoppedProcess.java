package io.github.rwsplit.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a stop signal has taken effect on every thread of a process: a busy machine may run
 * some of them on for a while after the signal was sent, long enough to answer one more question.
 */
final class StoppedProcess {

  private static final Logger log = LoggerFactory.getLogger(StoppedProcess.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private StoppedProcess() {}

  /** Returns at once where the system does not show the states of threads. */
  static void await(long pid) {
    Path threads = Path.of("/proc", Long.toString(pid), "task");
    long start = System.nanoTime();
    try {
      while (Files.isDirectory(threads) && !allStopped(threads)) {
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
          throw new MySqlClusterException(
              "Process %d must be stopped within %s of the signal, but still runs"
                  .formatted(pid, PATIENCE));
        }
        Thread.sleep(1);
      }
    } catch (IOException e) {
      log.warn("It could not be seen whether process {} has stopped", pid, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MySqlClusterException("Interrupted while process " + pid + " was being stopped", e);
    }
  }

  private static boolean allStopped(Path threads) throws IOException {
    List<Path> all;
    try (Stream<Path> listed = Files.list(threads)) {
      all = listed.toList();
    }
    for (Path thread : all) {
      try {
        String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
        // the state follows the name, which is in parentheses and may contain anything
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      } catch (NoSuchFileException e) {
        log.trace("Thread {} has ended", thread, e);
      }
    }
    return true;
  }
}
