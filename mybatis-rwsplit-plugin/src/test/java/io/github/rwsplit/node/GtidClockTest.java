package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GtidClockTest {

  private final GtidClock clock = new GtidClock();

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
  void upTo_anHourAgo_isToldByTheSecond() {
    long step = Duration.ofMillis(25).toNanos();
    int looks = 4 * 3600 * 40;
    for (int i = 1; i <= looks; i++) {
      saw(i, i * step);
    }
    long now = looks * step;
    long exact = now - Duration.ofSeconds(29).toNanos();
    assertThat(clock.upTo(set((int) (exact / step)))).isEqualTo(exact);

    long wanted = now - Duration.ofMinutes(59).toNanos();
    assertThat(clock.upTo(set((int) (wanted / step))))
        .isBetween(wanted - Duration.ofSeconds(1).toNanos(), wanted);

    long forgotten = now - Duration.ofMinutes(62).toNanos();
    assertThat(clock.upTo(set((int) (forgotten / step)))).isNull();
  }

  private void saw(int last, long time) {
    clock.primaryHad(new Look(time, set(last), true));
  }

  private static GtidSet set(int last) {
    return GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-" + last);
  }
}
