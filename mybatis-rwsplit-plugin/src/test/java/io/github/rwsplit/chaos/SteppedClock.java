package io.github.rwsplit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of one process, which can be stepped as time servers do it. The monotonic clock
 * does not step on any machine, nor here.
 */
final class SteppedClock {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path file;
  private final @Nullable Path library = library();
  private Duration fromRight = Duration.ZERO;

  /**
   * @param file made now, to be looked at by the process
   */
  SteppedClock(Path file) throws IOException {
    this.file = file;
    step(Duration.ZERO);
  }

  /** What the process has to be started with. */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        Objects.requireNonNull(library, "libfaketime is not installed").toString(),
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "DONT_FAKE_MONOTONIC",
        "1");
  }

  /** Debian's libfaketime; null where it is not. */
  static @Nullable Path library() throws IOException {
    try (Stream<Path> found =
        Files.find(
            Path.of("/usr/lib"),
            4,
            (path, attributes) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
      return found.findFirst().orElse(null);
    }
  }

  /** Steps the clock, forward or back; the process sees it within a second. */
  void step(Duration step) throws IOException {
    fromRight = fromRight.plus(step);
    Files.writeString(file, "%+d".formatted(fromRight.toSeconds()));
  }

  /**
   * Makes sure that the process has seen a step.
   *
   * @param before what its clock showed before, in milliseconds
   * @param now what it shows
   */
  static void awaitStep(Duration step, long before, Callable<Long> now) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(Duration.ofMillis(now.call() - before))
                    .isBetween(step.minusMinutes(5), step.plusMinutes(5)));
  }
}
