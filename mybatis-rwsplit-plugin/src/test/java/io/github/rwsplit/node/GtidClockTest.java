package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GtidClockTest {

  private final GtidClock clock = new GtidClock();

  @Test
  void upTo_replicaThatHasAll_isTheNewestLook() {
    clock.primaryHad(set(5), 1_000);
    clock.primaryHad(set(9), 2_000);

    assertThat(clock.upTo(set(9))).isEqualTo(2_000);
  }

  @Test
  void upTo_replicaThatIsBehind_isTheNewestLookThatItContains() {
    clock.primaryHad(set(5), 1_000);
    clock.primaryHad(set(9), 2_000);
    clock.primaryHad(set(12), 3_000);

    assertThat(clock.upTo(set(10))).isEqualTo(2_000);
  }

  @Test
  void upTo_idlePrimary_movesOnWithEachLook() {
    clock.primaryHad(set(5), 1_000);
    clock.primaryHad(set(5), 2_000);
    clock.primaryHad(set(5), 3_000);

    assertThat(clock.upTo(set(5))).isEqualTo(3_000);
  }

  @Test
  void upTo_furtherBehindThanAnyLook_isNotKnown() {
    clock.primaryHad(set(5), 1_000);

    assertThat(clock.upTo(set(4))).isNull();
  }

  @Test
  void upTo_beforeTheFirstLook_isNotKnown() {
    assertThat(clock.upTo(set(4))).isNull();
  }

  @Test
  void upTo_manyChanges_forgetsTheOldestOnly() {
    for (int i = 1; i <= 5_000; i++) {
      clock.primaryHad(set(i), i);
    }

    assertThat(clock.upTo(set(5_000))).isEqualTo(5_000);
    assertThat(clock.upTo(set(4_000))).isEqualTo(4_000);
    assertThat(clock.upTo(set(1_000))).isNull();
  }

  private static GtidSet set(int last) {
    return GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-" + last);
  }
}
