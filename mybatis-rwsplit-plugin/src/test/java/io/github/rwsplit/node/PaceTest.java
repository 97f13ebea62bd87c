package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

  /** Near the end of the numbers, since the zero of {@code System.nanoTime()} may be anywhere. */
  private static final long START = Long.MAX_VALUE - millis(2_000);

  private final Pace pace = new Pace(Duration.ofMillis(25), START);

  @ParameterizedTest
  @CsvSource({
    "0, 25",
    "999, 25",
    "1000, 50",
    "1999, 50",
    "2000, 100",
    "3000, 200",
    "4000, 400",
    "5000, 500",
    "60000, 500",
    "3600000000, 500"
  })
  void pause_quietFor_growsToHalfASecond(long quietMillis, long pauseMillis) {
    assertThat(pace.pause(NodeState.UP, START + millis(quietMillis)))
        .isEqualTo(millis(pauseMillis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DOWN", "REJECTED", "UNKNOWN", "SUSPECT"})
  void pause_nodeIsNotUp_isHalfASecond(NodeState state) {
    assertThat(pace.pause(state, START)).isEqualTo(millis(500));
  }

  @Test
  void pause_longIntervalGiven_staysAsGiven() {
    Pace slow = new Pace(Duration.ofSeconds(90), START);

    assertThat(slow.pause(NodeState.UP, START)).isEqualTo(millis(90_000));
    assertThat(slow.pause(NodeState.UP, START + millis(200_000))).isEqualTo(millis(90_000));
    assertThat(slow.routed(START + millis(200_000))).isFalse();
    assertThat(new Pace(Duration.ofDays(100_000), START).pause(NodeState.UP, START + millis(1)))
        .isEqualTo(Duration.ofDays(100_000).toNanos());
  }

  @Test
  void routed_oftenEnough_wakesNobody() {
    for (int at = 0; at < 5_000; at += 7) {
      assertThat(pace.routed(START + millis(at))).isFalse();
      assertThat(pace.pause(NodeState.UP, START + millis(at))).isEqualTo(millis(25));
    }
  }

  @Test
  void routed_firstAfterQuiet_wakesOnce() {
    long later = START + millis(1_500);

    assertThat(pace.routed(later)).isTrue();
    assertThat(pace.routed(later + 1)).isFalse();
    assertThat(pace.pause(NodeState.UP, later)).isEqualTo(millis(25));
  }

  @Test
  void mayPass_nodeThatWasAskedLately_untilHalfASecondHasPassed() {
    assertThat(pace.mayPass(NodeState.UP, START, START + millis(25))).isTrue();
    assertThat(pace.mayPass(NodeState.UP, START, START + millis(475))).isTrue();
    assertThat(pace.mayPass(NodeState.UP, START, START + millis(476))).isFalse();
  }

  @Test
  void mayPass_whileNothingIsRouted_neverLeavesANodeAloneForLonger() {
    long quiet = START + millis(60_000);

    assertThat(pace.mayPass(NodeState.UP, quiet - millis(1), quiet)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"DOWN", "REJECTED", "UNKNOWN", "SUSPECT"})
  void mayPass_nodeIsNotUp_isAsked(NodeState state) {
    assertThat(pace.mayPass(state, START, START)).isFalse();
  }

  @Test
  void wantsLook_onlyUntilALookThatBeganAfterTheWish() {
    Look first = look(START + millis(10));
    assertThat(pace.wantsLook(first)).isFalse();

    pace.wantLook(START + millis(20), first);
    assertThat(pace.wantsLook(first)).isTrue();

    Look second = look(START + millis(30));
    assertThat(pace.wantsLook(second)).isFalse();

    pace.wantLook(START + millis(25), second);
    assertThat(pace.wantsLook(second)).as("a wish from before the look").isFalse();
  }

  @Test
  void wantsLook_primaryWithoutGtids_neverDoes() {
    assertThat(pace.wantsLook(null)).isFalse();
  }

  @Test
  void lookFor_limitOfLag_noPauseIsLongerThanAQuarterOfTheSmallestOne() {
    pace.lookFor(Duration.ofSeconds(1));
    pace.lookFor(Duration.ofMinutes(1));

    assertThat(pace.pause(NodeState.UP, START + millis(60_000))).isEqualTo(millis(250));
    assertThat(pace.mayPass(NodeState.UP, START, START + millis(225))).isTrue();
    assertThat(pace.mayPass(NodeState.UP, START, START + millis(226))).isFalse();
    assertThat(pace.pause(NodeState.DOWN, START)).isEqualTo(millis(500));

    pace.lookFor(Duration.ofMillis(10));
    assertThat(pace.pause(NodeState.UP, START + millis(60_000)))
        .as("never shorter than the interval")
        .isEqualTo(millis(25));
  }

  private static Look look(long time) {
    return new Look(time, GtidSet.parse(""), true);
  }

  private static long millis(long millis) {
    return millis * 1_000_000;
  }
}
