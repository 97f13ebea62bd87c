package io.github.rwsplit.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WriteMarkersTest {

  private final AtomicLong clock = new AtomicLong(-5_000_000_000L);
  private final WriteMarkers markers = new WriteMarkers(Duration.ofSeconds(5), 1_000, clock::get);

  @Test
  void open_sessionThatNeverWrote_isFalse() {
    assertThat(markers.open("u1", markers.now())).isFalse();
    assertThat(markers.age("u1")).isNull();
  }

  @Test
  void open_withinTheWindow_isTrueAndEndsWithIt() {
    markers.wrote("u1");

    advance(Duration.ofMillis(4_999));
    assertThat(markers.open("u1", markers.now())).isTrue();
    assertThat(markers.age("u1")).isEqualTo(Duration.ofMillis(4_999).toNanos());

    advance(Duration.ofMillis(1));
    assertThat(markers.open("u1", markers.now())).isFalse();
  }

  @Test
  void open_otherSession_isNotTouched() {
    markers.wrote("u1");

    assertThat(markers.open("u2", markers.now())).isFalse();
  }

  @Test
  void open_commitUnderWay_isTrueForHoweverLongItTakes() {
    markers.underWay("u1");

    advance(Duration.ofSeconds(60));
    assertThat(markers.open("u1", markers.now())).isTrue();

    markers.committed("u1");
    advance(Duration.ofSeconds(5));
    assertThat(markers.open("u1", markers.now())).isFalse();
  }

  @Test
  void open_rolledBack_leavesNothing() {
    markers.underWay("u1");
    markers.abandoned("u1");

    assertThat(markers.open("u1", markers.now())).isFalse();
  }

  @Test
  void open_rolledBackAfterAnEarlierCommit_keepsTheEarlierMarker() {
    markers.wrote("u1");
    markers.underWay("u1");
    markers.abandoned("u1");

    assertThat(markers.open("u1", markers.now())).isTrue();
  }

  @Test
  void open_twoCommitsUnderWay_needsBothToEnd() {
    markers.underWay("u1");
    markers.underWay("u1");
    markers.abandoned("u1");

    assertThat(markers.open("u1", markers.now())).isTrue();
  }

  @Test
  void open_snapshotOlderThanTheWrite_isTrueLongAfterTheWindow() {
    long snapshot = markers.now();
    advance(Duration.ofSeconds(1));
    markers.wrote("u1");
    advance(Duration.ofMinutes(1));

    assertThat(markers.open("u1", snapshot)).isTrue();
    assertThat(markers.open("u1", markers.now())).isFalse();
  }

  @Test
  void lastWrite_committed_isItsTime() {
    advance(Duration.ofSeconds(1));
    long committed = markers.now();
    markers.wrote("u1");
    advance(Duration.ofSeconds(30));

    assertThat(markers.lastWrite("u1")).isEqualTo(committed);
  }

  @Test
  void lastWrite_notRemembered_isNoLaterThanMemoryGoesBack() {
    markers.wrote("u1");
    advance(Duration.ofSeconds(71));

    assertThat(markers.age("u1")).isNull();
    assertThat(markers.lastWrite("u1")).isEqualTo(markers.now() - Duration.ofSeconds(70).toNanos());
  }

  @Test
  void open_forgottenForWantOfRoom_marksSessionsWithoutAnEntry() {
    WriteMarkers small = new WriteMarkers(Duration.ofSeconds(5), 10, clock::get);
    for (int i = 0; i < 10_000; i++) {
      small.wrote("u" + i);
    }

    assertThat(small.open("never seen", small.now())).isTrue();
    advance(Duration.ofSeconds(5));
    assertThat(small.open("never seen", small.now())).isFalse();
  }

  private void advance(Duration time) {
    clock.addAndGet(time.toNanos());
  }
}
