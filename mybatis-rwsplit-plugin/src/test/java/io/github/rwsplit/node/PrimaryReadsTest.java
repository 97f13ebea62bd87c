package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrimaryReadsTest {

  private static final long SECOND = 1_000_000_000;

  private long now = Long.MAX_VALUE - SECOND;
  private final PrimaryReads reads = new PrimaryReads(2, () -> now);

  private int letThrough(int asking) {
    int through = 0;
    for (int i = 0; i < asking; i++) {
      through += reads.tryRead() ? 1 : 0;
    }
    return through;
  }

  @Test
  void tryRead_noLimit_letsAllThrough() {
    assertThat(letThrough(1_000)).isEqualTo(1_000);
  }

  @Test
  void tryRead_limit_letsASecondsWorthThroughAndThenRefillsEvenly() {
    reads.limitRate(10);
    assertThat(letThrough(50)).isEqualTo(10);
    now += SECOND / 10;
    assertThat(letThrough(50)).isEqualTo(1);
    now += SECOND / 2;
    assertThat(letThrough(50)).isEqualTo(5);
    now += 60 * SECOND;
    assertThat(letThrough(50)).isEqualTo(10);
  }

  @Test
  void limitRate_sameAgain_givesNoNewSecond_anotherDoes_noneEnds() {
    reads.limitRate(3);
    assertThat(letThrough(5)).isEqualTo(3);
    reads.limitRate(3);
    assertThat(letThrough(5)).isZero();
    reads.limitRate(0);
    assertThat(letThrough(5)).isZero();
    assertThat(reads.rate()).isZero();
    reads.limitRate(null);
    assertThat(letThrough(5)).isEqualTo(5);
  }

  @Test
  void limitFallbacks_lower_keepsThoseThatAreThere() {
    assertThat(reads.tryFallback()).isTrue();
    assertThat(reads.tryFallback()).isTrue();
    assertThat(reads.tryFallback()).isFalse();
    reads.limitFallbacks(1);
    reads.endFallback();
    assertThat(reads.tryFallback()).isFalse();
    reads.endFallback();
    assertThat(reads.tryFallback()).isTrue();
  }
}
