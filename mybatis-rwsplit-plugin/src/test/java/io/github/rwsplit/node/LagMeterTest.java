package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.node.LagSettings.Source;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class LagMeterTest {

  private static final long SECOND = 1_000_000_000;

  private final Node node = NodeFixtures.replica("r1", 1);
  private final Heartbeats heartbeats = new Heartbeats();

  @Test
  void answered_withGtids_isToldByTheClockAndSaidOnce(CapturedOutput output) {
    LagMeter meter = meter(Source.AUTO);
    meter.answered(answer(true, null));
    meter.answered(answer(true, null));

    assertThat(node.holdings().isLagByClock()).isTrue();
    assertThat(output.getOut())
        .containsOnlyOnce(
            "Lag of replica r1 (jdbc:mysql://r1/shop) is told by gtid-clock, because it has GTIDs,"
                + " which need no table and no privilege");
  }

  @Test
  void answered_secondsBehind_countsTheSecondThatItDrops(CapturedOutput output) {
    meter(Source.AUTO).answered(answer(false, new LagReading.Seconds(100 * SECOND, 2L, "running")));

    assertThat(node.lag()).isEqualTo(new Lag(97 * SECOND, 100 * SECOND));
    assertThat(output.getOut())
        .contains("is told by seconds-behind, because nothing better is to be had; in whole");
  }

  @Test
  void answered_secondsBehindIsNull_isUnknownAndNeverZero() {
    meter(Source.SECONDS_BEHIND)
        .answered(answer(true, new LagReading.Seconds(SECOND, null, "applier No")));

    assertThat(node.lag()).isEqualTo(Lag.unknown(SECOND));
    assertThat(node.lagMillis()).isNull();
  }

  @Test
  void answered_heartbeat_isToldByTheTable(CapturedOutput output) {
    heartbeats.primaryShowed(new LagReading.Beat(10, "heartbeat", 1, "a"));
    heartbeats.primaryShowed(new LagReading.Beat(20, "heartbeat", 1, "b"));
    meter(Source.AUTO).answered(answer(false, new LagReading.Beat(25, "heartbeat", 1, "b")));

    assertThat(node.lag()).isEqualTo(new Lag(10L, 20L));
    assertThat(output.getOut())
        .contains("is told by heartbeat-table, because heartbeat has a row of the primary");
  }

  @Test
  void answered_nothingToBeHad_saysWhyAndWhatHappens(CapturedOutput output) {
    LagReading none = new LagReading.None(1, "no table, and no privilege");
    meter(Source.AUTO).answered(answer(false, none));
    meter(Source.SECONDS_BEHIND).answered(answer(true, none));
    meter(Source.GTID_CLOCK).answered(answer(false, null));

    assertThat(node.lag()).isEqualTo(Lag.UNTOLD);
    assertThat(output.getOut())
        .contains(
            "Nothing tells the lag of replica r1 (jdbc:mysql://r1/shop), because no table, and no"
                + " privilege: EVENTUAL reads go on (rwsplit.lag.when-unprovable is serve)")
        .contains("rwsplit.lag.source is seconds-behind, and no table, and no privilege;")
        .contains("rwsplit.lag.source is gtid-clock, and its gtid_mode is OFF;");
  }

  @Test
  void failed_primaryAwayAndBack_isSaidOnceEach(CapturedOutput output) {
    LagMeter ofPrimary =
        new LagMeter(
            NodeFixtures.primary(),
            new LagSettings(Source.AUTO, Duration.ofMillis(25), true),
            heartbeats);
    ofPrimary.failed();
    assertThat(output.getOut()).as("nothing was proved before").doesNotContain("proves");
    ofPrimary.answered(answer(true, null));
    ofPrimary.failed();
    ofPrimary.failed();
    ofPrimary.answered(answer(true, null));
    ofPrimary.answered(answer(true, null));

    assertThat(output.getOut())
        .containsOnlyOnce(
            "Nothing proves how fresh the replicas are while primary (jdbc:mysql://p/shop) does not"
                + " answer: it counts as late (rwsplit.lag.when-unprovable is refuse)")
        .containsOnlyOnce("shows again how fresh its replicas are");
  }

  private LagMeter meter(Source source) {
    return new LagMeter(node, new LagSettings(source, Duration.ofMillis(25), false), heartbeats);
  }

  private static Answer answer(boolean gtids, @Nullable LagReading reading) {
    return new Answer(
            "uuid",
            true,
            151,
            gtids ? GtidSet.parse("") : null,
            gtids ? "" : "its gtid_mode is OFF")
        .with(reading);
  }
}
