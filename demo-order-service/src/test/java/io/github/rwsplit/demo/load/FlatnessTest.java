package io.github.rwsplit.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.demo.load.Samples.Sample;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is taken for a leak, and what for noise. */
class FlatnessTest {

  private static final int SAMPLES = 360;

  private final SplittableRandom random = new SplittableRandom(1);

  private static List<Sample> hour(LongUnaryOperator value) {
    return LongStream.range(0, SAMPLES)
        .mapToObj(i -> new Sample(10.0 * i, value.applyAsLong(i)))
        .toList();
  }

  @Test
  void noiseAroundOneValue_isFlat() {
    assertThat(Flatness.growth(Resources.THREADS, hour(i -> 60 + random.nextLong(6)))).isNull();
  }

  @Test
  void whatFillsInTheFirstQuarter_isFlat() {
    assertThat(Flatness.growth(Resources.HEAP, hour(i -> Math.min(i, 80) * 1_000))).isNull();
  }

  @Test
  void outliersAtTheEnd_areFlat() {
    assertThat(
            Flatness.growth(
                Resources.HANDLES, hour(i -> i > SAMPLES - 40 && i % 3 == 0 ? 10_000 : 200)))
        .isNull();
  }

  @Test
  void oneHandleInThreeMinutes_isFoundUnderNoise() {
    assertThat(Flatness.growth(Resources.HANDLES, hour(i -> 200 + i / 18 + random.nextLong(5))))
        .contains("file handles has grown");
  }

  @Test
  void fiveMegabytesOfHeap_areFoundUnderNoise() {
    assertThat(
            Flatness.growth(
                Resources.HEAP, hour(i -> 40_000 + i * 5_120 / 240 + random.nextLong(1_500))))
        .contains("heap KiB has grown");
  }

  @Test
  void oneEntryInSixMinutes_isFoundInWhatTheLibraryHolds() {
    assertThat(Flatness.growth(Resources.HELD + "X.y", hour(i -> 4 + i / 36)))
        .contains("has grown");
  }

  @Test
  void whatTheClockKeepsForAnHour_isFlatUntilItIsMoreThanThat() {
    String looks = Resources.HELD + "GtidClock.newestFirst";
    LongUnaryOperator asItFills = i -> Math.round(16 * Math.log(10.0 * i + 1)) + 60;

    assertThat(Flatness.growth(looks, hour(asItFills))).isNull();
    assertThat(Flatness.growth(looks, hour(i -> asItFills.applyAsLong(i) + i)))
        .contains("has grown");
  }

  @Test
  void tooFewSamples_areNotTakenForFlat() {
    assertThat(Flatness.growth(Resources.THREADS, hour(i -> 1).subList(0, 1))).contains("too few");
  }
}
