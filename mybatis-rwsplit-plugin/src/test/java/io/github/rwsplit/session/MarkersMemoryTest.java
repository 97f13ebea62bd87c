package io.github.rwsplit.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MarkersMemoryTest {

  private static final int SESSIONS = 1_000_000;
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  @Test
  void aMillionSessions_takeLessThanTwoHundredMegabytes() {
    long before = usedAfterCollection();
    Markers markers =
        new Markers(Duration.ofMinutes(5), SESSIONS, Ticker.systemTicker(), Duration.ZERO);
    for (int i = 0; i < SESSIONS; i++) {
      int number = i + 1;
      markers.change(
          "user-" + i,
          marker ->
              marker
                  .delivered(Position.of(UUID, number), number, 1)
                  .committed(number, number, 1)
                  .read(7, number, Marker.NEVER));
    }
    long bytes = usedAfterCollection() - before;
    System.out.printf("Markers of %,d sessions: %,d MB%n", SESSIONS, bytes / 1_000_000);

    assertThat(markers.size()).isEqualTo(SESSIONS);
    assertThat(bytes).isLessThan(200_000_000);
    Reference.reachabilityFence(markers);
  }

  private static long usedAfterCollection() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
