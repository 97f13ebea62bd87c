package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GtidClockTest {

  private static final long STEP = Duration.ofMillis(25).toNanos();

  /** Of 70 minutes. */
  private static final int LOOKS = 70 * 60 * 40;

  private static final String NEW = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

  private final GtidClock clock = new GtidClock(newer -> {});

  @Test
  void upTo_replicaThatHasAll_isTheNewestLook() {
    saw(5, 1_000);
    saw(9, 2_000);

    assertThat(clock.upTo(set(9))).isEqualTo(2_000);
  }

  @Test
  void upTo_replicaThatIsBehind_isTheNewestLookThatItContains() {
    saw(5, 1_000);
    saw(9, 2_000);
    saw(12, 3_000);

    assertThat(clock.upTo(set(10))).isEqualTo(2_000);
  }

  @Test
  void upTo_idlePrimary_movesOnWithEachLook() {
    saw(5, 1_000);
    saw(5, 2_000);
    saw(5, 3_000);

    assertThat(clock.upTo(set(5))).isEqualTo(3_000);
  }

  @Test
  void upTo_furtherBehindThanAnyLook_isNotKnown() {
    saw(5, 1_000);

    assertThat(clock.upTo(set(4))).isNull();
  }

  @Test
  void upTo_beforeTheFirstLook_isNotKnown() {
    assertThat(clock.upTo(set(4))).isNull();
    assertThat(clock.newest()).isNull();
  }

  @Test
  void primaryHad_answerThatComesAfterALaterOne_changesNothing() {
    saw(9, 2_000);
    saw(5, 1_000);

    assertThat(clock.upTo(set(5))).isNull();
    assertThat(clock.newest()).isEqualTo(new Look(2_000, set(9), true));
  }

  @Test
  void upTo_halfASecondAgo_isExact() {
    sawForHours();

    for (int looksAgo = 0; looksAgo < 20; looksAgo++) {
      int last = LOOKS - looksAgo;
      assertThat(clock.upTo(set(last))).isEqualTo(last * STEP);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 29, 60, 600, 3_000})
  void upTo_longerAgo_isTooOldByASixteenthAtMost(int seconds) {
    sawForHours();
    long age = Duration.ofSeconds(seconds).toNanos();
    long exact = LOOKS * STEP - age;

    assertThat(clock.upTo(set((int) (exact / STEP)))).isBetween(exact - age / 16 - STEP, exact);
  }

  @Test
  void upTo_longerAgoThanAnHour_isNotKnown() {
    sawForHours();

    assertThat(clock.upTo(set(LOOKS - 3_900 * 40))).isNull();
  }

  @Test
  void primaryHad_looksOfHours_fewAreKept() {
    sawForHours();

    assertThat(clock.size()).isLessThan(350);
  }

  @Test
  void upTo_oldPrimarysLastTransactionsWereLost_isALookThatTheReplicaHas() {
    for (int i = 1; i <= 20; i++) {
      saw(i, i * STEP);
    }
    GtidSet kept = set(10);
    for (int i = 1; i <= 5; i++) {
      clock.primaryHad(new Look((20 + i) * STEP, kept.union(promoted(i)), true));
    }

    assertThat(clock.upTo(kept.union(promoted(5)))).isEqualTo(25 * STEP);
    assertThat(clock.upTo(kept.union(promoted(3)))).isEqualTo(23 * STEP);
    assertThat(clock.upTo(kept)).isIn(null, 10 * STEP);
    assertThat(clock.upTo(set(9))).isIn(null, 9 * STEP, 8 * STEP);
  }

  @Test
  void primaryHad_newestLook_isTold() {
    List<Look> told = new ArrayList<>();
    GtidClock listening = new GtidClock(clock -> told.add(clock.newest()));
    Look first = new Look(STEP, set(1), true);
    Look again = new Look(2 * STEP, set(1), true);

    listening.primaryHad(first);
    listening.primaryHad(again);
    listening.primaryHad(first);

    assertThat(told).containsExactly(first, again);
  }

  @Test
  void caughtUpTo_nothingUnderWay_isTheNewestLook() {
    assertThat(clock.caughtUpTo()).isNull();
    saw(5, 1_000, "");
    saw(9, 2_000, "");

    assertThat(clock.caughtUpTo()).isEqualTo(2_000);
  }

  @Test
  void caughtUpTo_somethingUnderWay_isTheLookOfWhichALaterOneShowsAll() {
    saw(5, 1_000, "");
    saw(7, 2_000, ":6-7");
    saw(8, 3_000, ":7-8");
    assertThat(clock.caughtUpTo()).isEqualTo(1_000);
    saw(9, 4_000, ":8-9");

    assertThat(clock.caughtUpTo()).isEqualTo(2_000);
    saw(9, 5_000, "");
    assertThat(clock.caughtUpTo()).isEqualTo(5_000);
  }

  @Test
  void caughtUpTo_whatWentWithItsServer_isNotWaitedForForEver() {
    saw(7, 1_000, ":7");
    long later = Duration.ofSeconds(2).toNanos();
    clock.primaryHad(new Look(later, promoted(4), promoted(4), true));
    clock.primaryHad(new Look(later + 1_000, promoted(5), GtidSet.parse(NEW + ":5"), true));

    assertThat(clock.caughtUpTo()).isEqualTo(later);
  }

  @Test
  void caughtUpTo_lookThatDoesNotSayWhatIsUnderWay_provesNothing() {
    saw(5, 1_000, "");
    saw(9, 2_000);
    assertThat(clock.caughtUpTo()).isEqualTo(1_000);
  }

  @Test
  void caughtUpTo_doesNotGoBack() {
    clock.primaryCaughtUp(3_000);
    clock.primaryCaughtUp(2_000);
    assertThat(clock.caughtUpTo()).isEqualTo(3_000);
  }

  private void sawForHours() {
    for (int i = 1; i <= LOOKS; i++) {
      saw(i, i * STEP);
    }
  }

  private void saw(int last, long time) {
    clock.primaryHad(new Look(time, set(last), true));
  }

  private void saw(int last, long time, String underWay) {
    GtidSet owned =
        GtidSet.parse(underWay.isEmpty() ? "" : "3e11fa47-71ca-11e1-9e33-c80aa9429562" + underWay);
    clock.primaryHad(new Look(time, set(last), owned, true));
  }

  private static GtidSet promoted(int last) {
    return GtidSet.parse(NEW + ":1-" + last);
  }

  private static GtidSet set(int last) {
    return GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-" + last);
  }
}
