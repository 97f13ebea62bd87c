package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallFailuresTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final CallFailures circuit = new CallFailures();

  @Test
  void failed_threeTimesInTenSeconds_opens() {
    circuit.failed(0, 10, 1);
    circuit.failed(5 * SECOND, 11, 2);
    assertThat(circuit.isOpen()).isFalse();
    circuit.failed(10 * SECOND, 12, 3);
    assertThat(circuit.isOpen()).isTrue();
  }

  @Test
  void failed_threeTimesInLonger_staysClosed() {
    for (int i = 0; i < 20; i++) {
      circuit.failed(i * 6L * SECOND, i, i + 1L);
      assertThat(circuit.isOpen()).isFalse();
    }
  }

  /** Somebody ends long queries on a server that answers hundreds of others. */
  @Test
  void failed_amongManyThatGoWell_staysClosed() {
    for (int i = 0; i < 20; i++) {
      circuit.failed(i * SECOND, i * 300L, i + 1L);
      assertThat(circuit.isOpen()).isFalse();
    }
  }

  @Test
  void failed_manyCallsAtOnce_areOneEpisodeButCountAsFailures() {
    circuit.failed(0, 100, 1);
    circuit.failed(SECOND, 150, 40);
    circuit.failed(2 * SECOND, 200, 80);
    assertThat(circuit.isOpen()).isTrue();
  }

  @Test
  void failed_onTrial_opensAtOnceUntilItIsTrusted() {
    open();
    circuit.close();
    assertThat(circuit.isOpen()).isFalse();
    circuit.failed(100 * SECOND, 1_000, 4);
    assertThat(circuit.isOpen()).isTrue();

    circuit.close();
    circuit.trust();
    circuit.failed(200 * SECOND, 2_000, 5);
    assertThat(circuit.isOpen()).isFalse();
  }

  @Test
  void close_afterAFailureOfTheServerItself_isNoTrial() {
    circuit.close();
    circuit.failed(0, 1, 1);
    assertThat(circuit.isOpen()).isFalse();
  }

  private void open() {
    for (int i = 0; i < CallFailures.EPISODES; i++) {
      circuit.failed(i, i, i + 1L);
    }
    assertThat(circuit.isOpen()).isTrue();
  }
}
