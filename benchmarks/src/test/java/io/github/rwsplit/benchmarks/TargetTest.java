package io.github.rwsplit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run may say about a target. */
class TargetTest {

  private static final double THREE_PERCENT = 0.03;

  @ParameterizedTest
  @CsvSource({
    "1.00, 1.02, **met**",
    "1.04, 1.06, **missed**",
    "1.02, 1.04, not told",
    "0.90, 1.02, '**met**; the interval is wider than the target, 12.0 %'",
    "1.00, 1.20, 'not told; the interval is wider than the target, 20.0 %'"
  })
  void verdict_isToldFromTheWholeInterval(double low, double high, String verdict) {
    List<Double> half = Collections.nCopies(5, low);
    List<Double> ratios =
        Stream.concat(half.stream(), Collections.nCopies(5, high).stream()).toList();

    assertThat(Target.time("time", ratios, THREE_PERCENT).verdict()).isEqualTo(verdict);
  }

  @Test
  void verdict_ofFiveRounds_isNone() {
    assertThat(Target.time("time", Collections.nCopies(5, 1.0), THREE_PERCENT).verdict())
        .isEqualTo("too few rounds to tell");
  }

  /** The ranks that tables of the sign test have for 95 %. */
  @ParameterizedTest
  @CsvSource({"6, 1, 6", "8, 1, 8", "9, 2, 8", "10, 2, 9", "20, 6, 15"})
  void interval_reachesFromRankToRank(int count, int low, int high) {
    Median median = Median.of(IntStream.rangeClosed(1, count).mapToObj(i -> (double) i).toList());

    assertThat(median.low()).isEqualTo(low);
    assertThat(median.high()).isEqualTo(high);
    assertThat(median.value()).isEqualTo((count + 1) / 2.0);
    assertThat(median.told()).isTrue();
  }
}
