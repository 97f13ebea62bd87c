package io.github.rwsplit.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesTest {

  private static final long SECOND = 1_000_000;

  @Test
  void timesThatDoNotFit_makeTheStepsWider_andLoseNothing() {
    Series series = new Series();
    for (int i = 0; i < 10_000; i++) {
      series.add(0, 1_000_000_000_000L + i * SECOND, 1);
    }

    assertThat(series.sum(0, 0, series.used())).isEqualTo(10_000);
    assertThat(series.widthMicros()).isEqualTo(32 * SECOND);
    assertThat(series.used()).isLessThanOrEqualTo(Series.STEPS);
  }

  @Test
  void timesInAnyOrder_eachIsCountedInItsStep() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      Series series = new Series();
      long span = 1L << random.nextInt(50);
      long[] times = random.longs(200, 0, span).toArray();
      for (long time : times) {
        series.add(3, time, 1);
      }
      assertThat(series.sum(3, 0, series.used())).isEqualTo(200);
      for (int step = 0; step < series.used(); step++) {
        long from = series.originMicros() + step * series.widthMicros();
        long due = 0;
        for (long time : times) {
          due += time >= from && time < from + series.widthMicros() ? 1 : 0;
        }
        assertThat(series.at(3, step)).isEqualTo(due);
      }
    }
  }
}
