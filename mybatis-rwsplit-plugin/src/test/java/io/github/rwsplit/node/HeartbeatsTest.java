package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeartbeatsTest {

  private final Heartbeats heartbeats = new Heartbeats();

  @Test
  void lagOf_rowThatThePrimaryShows_isProvedUpToTheLookBeforeIt() {
    look(1_000, 7, beat(1));
    look(1_250, 7, beat(1));
    look(2_250, 7, beat(2));
    look(2_500, 7, beat(2));

    assertThat(heartbeats.lagOf(beat(2))).isEqualTo(new Lag(1_250L, 2_500L));
    assertThat(heartbeats.lagOf(beat(3))).as("later than our look").isEqualTo(lagOf(2));
  }

  @Test
  void lagOf_writerThatHasStopped_growsThoughBothServersShowTheSame() {
    look(1_000, 7, beat(1));
    look(2_000, 7, beat(2));
    look(60_000, 7, beat(2));

    assertThat(lagOf(2).behind()).isEqualTo(59_000);
  }

  @Test
  void lagOf_rowFromBeforeAllLooks_isUnknown() {
    look(1_000, 7, beat(2));

    assertThat(lagOf(1)).isEqualTo(Lag.unknown(1_000));
    assertThat(lagOf(2)).as("nobody knows when it was written").isEqualTo(Lag.unknown(1_000));
  }

  @Test
  void lagOf_beforeThePrimaryHasShownAnything_isUntold() {
    assertThat(lagOf(1)).isEqualTo(Lag.UNTOLD);
    assertThat(heartbeats.serverId()).isNull();
  }

  @Test
  void primaryShowed_anotherPrimary_beginsAnew() {
    look(1_000, 7, beat(1));
    look(2_000, 7, beat(2));
    look(3_000, 8, beat(1));

    assertThat(heartbeats.serverId()).isEqualTo(8);
    assertThat(lagOf(2)).isEqualTo(Lag.unknown(3_000));
  }

  private void look(long at, long server, String beat) {
    heartbeats.primaryShowed(new LagReading.Beat(at, "percona.heartbeat", server, beat));
  }

  private Lag lagOf(int number) {
    return heartbeats.lagOf(beat(number));
  }

  private static String beat(int second) {
    return "2026-01-01T00:00:%02d.000100".formatted(second);
  }
}
