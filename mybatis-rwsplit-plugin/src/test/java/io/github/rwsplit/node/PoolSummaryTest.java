package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.node.PoolSummary.Row;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolSummaryTest {

  private static final Row PRIMARY = new Row("primary", "uuid-p", 10, 0, 151);
  private static final Row R1 = new Row("r1", "uuid-1", 20, 1, 100);
  private static final Row R2 = new Row("r2", "uuid-2", 10, 1, 0);

  @Test
  void line_threeNodes_givesSumsTimesInstancesAndLimits() {
    assertThat(summary(4, PRIMARY, R1, R2).line())
        .isEqualTo(
            "Maximum pool sizes: primary 10 + r1 20 + r2 10 = 40 connections, and at most 6 probes per"
                + " second; times 4 instances 160 connections and at most 24 probes per second."
                + " max_connections: primary 151, r1 100, r2 unknown");
  }

  @Test
  void warnings_poolsFit_areNone() {
    assertThat(summary(4, PRIMARY, R1, R2).warnings()).isEmpty();
  }

  @Test
  void warnings_poolTimesInstancesAboveLimit_nameTheNode() {
    assertThat(summary(5, PRIMARY, R1, R2).warnings())
        .containsExactly(
            "r1: 21 connections (pool and probe) times 5 instances = 105 exceed max_connections 100"
                + " of the server; lower maximum-pool-size or raise max_connections");
  }

  @Test
  void warnings_twoNodesOnOneServer_areAddedUp() {
    Row again = new Row("r3", "uuid-1", 10, 1, 100);
    assertThat(summary(4, PRIMARY, R1, again).warnings())
        .containsExactly(
            "r1 and r3: 32 connections (pool and probe) times 4 instances = 128 exceed"
                + " max_connections 100 of the server; lower maximum-pool-size or raise"
                + " max_connections");
  }

  private static PoolSummary summary(int instances, Row... rows) {
    return new PoolSummary(List.of(rows), instances, Duration.ofMillis(500));
  }
}
