package io.github.rwsplit.node;

import static io.github.rwsplit.node.LagTier.ALL;
import static io.github.rwsplit.node.LagTier.REDUCED;
import static io.github.rwsplit.node.LagTier.REMOVED;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LagTest {

  /** Near the end of the numbers, since the zero of {@code System.nanoTime()} may be anywhere. */
  private static final long SEEN = Long.MAX_VALUE - millis(1_000);

  @ParameterizedTest
  @CsvSource({
    "0, ALL",
    "100, ALL",
    "101, EVENTUAL_ONLY",
    "1000, EVENTUAL_ONLY",
    "1001, REDUCED",
    "3000, REDUCED",
    "3001, REMOVED",
    "86400000, REMOVED"
  })
  void tier_ofAReplicaThatIsBehind_isThatOfTheLimitsBelowIt(long behind, LagTier tier) {
    assertThat(tier(behind(behind), SEEN, ALL)).isEqualTo(tier);
  }

  @ParameterizedTest
  @CsvSource({
    "3000, REMOVED, REMOVED",
    "2250, REMOVED, REDUCED",
    "751, REMOVED, REDUCED",
    "750, REDUCED, EVENTUAL_ONLY",
    "76, EVENTUAL_ONLY, EVENTUAL_ONLY",
    "75, REMOVED, ALL"
  })
  void tier_ofAReplicaThatCatchesUp_isLeftBelowThreeQuartersOfItsLimit(
      long behind, LagTier before, LagTier tier) {
    assertThat(tier(behind(behind), SEEN, before)).isEqualTo(tier);
  }

  @Test
  void unknown_whateverThePolicy_isNeverZero() {
    Lag stopped = Lag.unknown(SEEN);

    assertThat(tier(stopped, SEEN, ALL)).isEqualTo(REMOVED);
    assertThat(stopped.isAbove(Long.MAX_VALUE, SEEN, true)).isTrue();
    assertThat(stopped.at(SEEN)).isNull();
    assertThat(stopped.behind()).isNull();
  }

  @Test
  void untold_servesOrCountsAsLate() {
    assertThat(tier(Lag.UNTOLD, SEEN, ALL)).isEqualTo(ALL);
    assertThat(LagTier.of(Lag.UNTOLD, NodeFixtures.LIMITS, SEEN, true, ALL)).isEqualTo(REMOVED);
    assertThat(Lag.UNTOLD.at(SEEN)).isNull();
  }

  @Test
  void tier_whileNobodyLooks_growsToHalfOfTheLimitAndNoFurther() {
    Lag level = behind(0);
    Lag half = behind(1_600);

    assertThat(tier(level, SEEN + millis(3_600_000), ALL)).isEqualTo(ALL);
    assertThat(tier(half, SEEN + millis(1_400), ALL)).isEqualTo(REDUCED);
    assertThat(tier(half, SEEN + millis(1_401), ALL)).isEqualTo(REMOVED);
    assertThat(half.at(SEEN + millis(1_401))).isEqualTo(millis(3_001));
  }

  @Test
  void tier_whileNobodyLooksAndWhatIsUnprovableIsRefused_growsWithoutEnd() {
    Lag level = behind(0);

    assertThat(LagTier.of(level, NodeFixtures.LIMITS, SEEN + millis(3_000), true, ALL))
        .isEqualTo(REDUCED);
    assertThat(LagTier.of(level, NodeFixtures.LIMITS, SEEN + millis(3_001), true, ALL))
        .isEqualTo(REMOVED);
  }

  @Test
  void untilAbove_isTheFirstMomentAtWhichItIs() {
    for (boolean strict : new boolean[] {true, false}) {
      for (int behind : new int[] {0, 400, 500, 501, 900, 1_000}) {
        Lag lag = behind(behind);
        long until = lag.untilAbove(millis(1_000), SEEN + millis(10), strict);
        if (until == Lag.NEVER) {
          assertThat(lag.isAbove(millis(1_000), SEEN + millis(900_000), strict)).isFalse();
        } else if (behind < 1_000) {
          long crossed = SEEN + millis(10) + until;
          assertThat(lag.isAbove(millis(1_000), crossed, strict)).isTrue();
          assertThat(lag.isAbove(millis(1_000), crossed - 1, strict)).isFalse();
        } else {
          assertThat(until).isEqualTo(1);
        }
      }
    }
    assertThat(behind(500).untilAbove(millis(1_000), SEEN, false)).isEqualTo(Lag.NEVER);
    assertThat(behind(0).untilAbove(millis(1_000), SEEN, true)).isEqualTo(millis(1_000) + 1);
    assertThat(Lag.UNTOLD.untilAbove(1, SEEN, true)).isEqualTo(Lag.NEVER);
  }

  private static LagTier tier(Lag lag, long now, LagTier before) {
    return LagTier.of(lag, NodeFixtures.LIMITS, now, false, before);
  }

  private static Lag behind(long millis) {
    return new Lag(SEEN - millis(millis), SEEN);
  }

  private static long millis(long millis) {
    return millis * 1_000_000;
  }
}
