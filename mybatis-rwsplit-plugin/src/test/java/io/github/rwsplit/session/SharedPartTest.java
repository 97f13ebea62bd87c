package io.github.rwsplit.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.session.SharedSessions.Known;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SharedPartTest {

  private static final long MILLI = 1_000_000;

  private final SharedPart part = new SharedPart();

  private static Known answer(String history, long storeMillis) {
    return new Known(
        history,
        storeMillis * 1_000,
        false,
        null,
        SharedSessions.NEVER,
        SharedSessions.NEVER,
        SharedSessions.NEVER,
        null,
        "");
  }

  private long heard(String history, long storeMillis, long ourMillis) {
    return part.heard(answer(history, storeMillis), (ourMillis - 1) * MILLI, ourMillis * MILLI)
        / MILLI;
  }

  @Test
  void floor_isTheArrivalOfTheFirstAnswerThatShowsALoss() {
    assertThat(heard("one", 1_000, 50)).isEqualTo(50);
    assertThat(heard("one", 2_000, 1_050)).isEqualTo(50);
    assertThat(heard("two", 3_000, 2_050)).isEqualTo(2_050);
    assertThat(heard("two", 4_000, 3_050)).isEqualTo(2_050);
  }

  @Test
  void floor_afterAnOutage_isItsEnd() {
    heard("one", 1_000, 50);
    part.missed(70 * MILLI);
    assertThat(heard("one", 1_100, 150)).isEqualTo(70);
  }

  @Test
  void floor_whenTheStoresClockWasSetForward_isTheAnswerThatShowsIt() {
    heard("one", 1_000, 50);
    assertThat(heard("one", 1_900, 950)).isEqualTo(50);
    assertThat(heard("one", 2_910, 1_950)).isEqualTo(1_950);
    assertThat(heard("one", 3_910, 2_950)).isEqualTo(1_950);
  }

  @Test
  void floor_whenTheClocksDriftApart_stays() {
    long store = 1_000_000;
    heard("one", store, 50);
    for (long ours = 1_050; ours < 500_000; ours += 1_000) {
      store += 1_000;
      // a ten-thousandth faster
      assertThat(heard("one", store + ours / 10_000, ours)).isEqualTo(50);
    }
  }

  @Test
  void ours_isNeverEarlierThanTheTimeWas() {
    Known known = answer("one", 10_000);
    assertThat(SharedPart.ours(9_000_000, known, 500 * MILLI))
        .isBetween(-500 * MILLI, -490 * MILLI);
    assertThat(SharedPart.ours(12_000_000, known, 500 * MILLI)).isGreaterThan(2_500 * MILLI);
  }

  @Test
  void untold_isForgottenOnlyWithAllThatItCounted() {
    part.notArrived();
    int words = part.untold();
    part.notArrived();
    part.toldOfLoss(words);
    assertThat(part.untold()).isEqualTo(2);
    part.toldOfLoss(2);
    assertThat(part.untold()).isZero();
  }

  @Test
  void circuit_afterAFailure_letsOneThreadTryItAfterARest() {
    AtomicLong clock = new AtomicLong();
    SharedCircuit circuit = new SharedCircuit(clock::get);
    assertThat(circuit.lets()).isTrue();
    assertThat(circuit.answered()).isFalse();

    circuit.failed(new IOException("gone"));
    assertThat(circuit.lets()).isFalse();
    clock.addAndGet(Duration.ofMillis(50).toNanos());
    assertThat(circuit.lets()).isTrue();
    assertThat(circuit.lets()).isFalse();
    assertThat(circuit.answered()).isTrue();
    assertThat(circuit.lets()).isTrue();
  }
}
