package io.github.rwsplit.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TrafficSeriesTest {

  private static final long START = 1_800_000_000L;

  private final TrafficSeries series = new TrafficSeries();

  @Test
  void before_secondThatIsNotOver_isLeftOut() {
    series.count("primary", true, START);

    assertThat(writes(START)).containsOnly(0);
    assertThat(writes(START + 1)).endsWith(0, 1);
  }

  @Test
  void before_readsAndWrites_areApart() {
    series.count("primary", true, START);
    series.count("primary", false, START);
    series.count("primary", false, START);

    TrafficSeries.Counts counts = Objects.requireNonNull(series.before(START + 1).get("primary"));
    assertThat(counts.reads()).hasSize(TrafficSeries.SECONDS).endsWith(2);
    assertThat(counts.writes()).hasSize(TrafficSeries.SECONDS).endsWith(1);
  }

  @Test
  void before_timePasses_movesOnAndForgets() {
    series.count("primary", true, START);

    assertThat(writes(START + TrafficSeries.SECONDS)).startsWith(1).contains(0);
    assertThat(writes(START + TrafficSeries.SECONDS + 1)).containsOnly(0);
    assertThat(writes(START + 10_000_000)).containsOnly(0);
  }

  @Test
  void count_clockIsSetBack_countsOn() {
    series.count("primary", true, START);
    series.count("primary", true, START - 3_600);

    assertThat(writes(START + 1)).endsWith(2);
  }

  @Test
  void count_moreNamesThanADemoHas_areNotKept() {
    for (int i = 0; i < 1_000; i++) {
      series.count("node-" + i, false, START);
    }

    assertThat(series.before(START + 1)).hasSizeLessThan(20);
  }

  private List<Integer> writes(long now) {
    TrafficSeries.Counts counts = series.before(now).get("primary");
    return counts == null ? Collections.emptyList() : counts.writes();
  }
}
