package io.github.rwsplit.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionsTest {

  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final long REPLICA = 7;

  private final AtomicLong clock = new AtomicLong(-5_000_000_000L);
  private final long start = clock.get();
  private final Sessions sessions = sessions(SessionSettings.Strategy.AUTO, 1_000);

  @Test
  void needed_sessionThatIsNotRemembered_isAllUpToTheStart() {
    advance(Duration.ofSeconds(1));

    Needed needed = needed("u1", true);
    assertThat(needed.committedAt()).isEqualTo(start);
    assertThat(needed.unprovenAt()).isEqualTo(start);
    assertThat(ageOf("u1")).isNull();
  }

  @Test
  void needed_sessionThatIsNotRemembered_isNoOlderThanMemoryGoesBack() {
    sessions.wrote(writer("u1"), clock.get());
    advance(Duration.ofSeconds(71));

    assertThat(needed("u1", true).committedAt())
        .isEqualTo(clock.get() - Duration.ofSeconds(70).toNanos());
  }

  @Test
  void needed_atTheStart_keepsTheWindowOfAWriteBeforeTheProcessBegan() {
    assertThat(needed("u1", true).windowNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());

    sessions.wrote(writer("u1"), clock.get());
    assertThat(needed("u1", true).windowNanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void needed_strategyGtid_neverGoesToServersThatProveNothing() {
    Sessions byPosition = sessions(SessionSettings.Strategy.GTID, 10);
    byPosition.wrote(writer("u1"), clock.get());

    assertThat(Objects.requireNonNull(look(byPosition, "u1", null).needed(true)).windowNanos())
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void needed_eventualReadOfASessionThatIsNotRemembered_isNothing() {
    assertThat(look("u1").needed(false)).isNull();
  }

  @Test
  void needed_writeWithoutPosition_isProvenOnlyByALookAfterIt() {
    sessions.wrote(writer("u1"), clock.get());

    Needed needed = needed("u1", true);
    assertThat(needed.unprovenAt()).isEqualTo(clock.get());
    assertThat(needed.position()).isNull();
  }

  @Test
  void needed_writeWithPosition_isProvenByIt() {
    sessions.delivered(writer("u1"), Position.of(UUID, 16));
    sessions.wrote(writer("u1"), clock.get());

    Needed needed = needed("u1", true);
    assertThat(needed.provenByPosition()).isTrue();
    assertThat(needed.position()).isEqualTo(Position.of(UUID, 16));
    assertThat(needed.committedAt()).isEqualTo(clock.get());
  }

  @Test
  void needed_positionOfAnEarlierWrite_doesNotProveTheNext() {
    sessions.delivered(writer("u1"), Position.of(UUID, 16));
    sessions.wrote(writer("u1"), clock.get());
    advance(Duration.ofSeconds(1));
    sessions.wrote(writer("u1"), clock.get());

    assertThat(needed("u1", true).unprovenAt()).isEqualTo(clock.get());
  }

  @Test
  void needed_commitWithoutPositionAfterOneThatWasDeliveredBeforeItBegan_isUnproven() {
    sessions.delivered(writer("u1"), Position.of(UUID, 16));
    sessions.underWay(writer("u1"));
    sessions.committed(writer("u1"), clock.get());

    assertThat(needed("u1", true).provenByPosition()).isFalse();
  }

  @Test
  void needed_positionOfAnotherThreadsCommit_doesNotProveThisOne() throws Exception {
    Thread other = new Thread(() -> sessions.delivered(writer("u1"), Position.of(UUID, 16)));
    other.start();
    other.join();
    sessions.wrote(writer("u1"), clock.get());

    assertThat(needed("u1", true).provenByPosition()).isFalse();
  }

  @Test
  void needed_severalCommits_isTheHighestOfEachSource() {
    sessions.delivered(writer("u1"), Position.parse(UUID + ":16-17"));
    sessions.delivered(writer("u1"), Position.parse(UUID + ":orders:3"));
    sessions.delivered(writer("u1"), Position.of(UUID, 12));

    assertThat(Objects.requireNonNull(needed("u1", true).position()).highest())
        .containsEntry(UUID, 17L)
        .containsEntry(UUID + ":orders", 3L)
        .hasSize(2);
  }

  @Test
  void needed_read_isTheSameServerOrALookAfterIt() {
    sessions.read(writer("u1"), REPLICA, clock.get(), null);

    Needed needed = needed("u1", true);
    assertThat(needed.readTerm()).isEqualTo(REPLICA);
    assertThat(needed.readAt()).isEqualTo(clock.get());
    assertThat(look("u1").needed(false)).isNull();
  }

  @Test
  void needed_readThatWasDecidedWithoutAnother_isOnlyALookAfterBoth() {
    sessions.read(writer("u1"), REPLICA, clock.get(), null);
    advance(Duration.ofMillis(1));
    // this one was sent before the other one had ended
    sessions.read(writer("u1"), REPLICA + 1, clock.get(), null);

    assertThat(needed("u1", true).readTerm()).isEqualTo(Servers.NONE);
    assertThat(needed("u1", true).readAt()).isEqualTo(clock.get());
  }

  @Test
  void needed_readThatWasDecidedByAnother_isTheNewServer() {
    sessions.read(writer("u1"), REPLICA, clock.get(), null);
    Needed before = needed("u1", true);
    advance(Duration.ofMillis(1));
    sessions.read(writer("u1"), REPLICA + 1, clock.get(), before);

    assertThat(needed("u1", true).readTerm()).isEqualTo(REPLICA + 1);
  }

  @Test
  void readOnReplicas_isTheLastReadUnlessThatWasOnThePrimary() {
    assertThat(look("u1").readOnReplicas()).isNull();
    sessions.read(writer("u1"), REPLICA, clock.get(), null);

    Needed read = Objects.requireNonNull(look("u1").readOnReplicas());
    assertThat(read.readAt()).isEqualTo(clock.get());
    assertThat(read.readTerm()).isEqualTo(REPLICA);
    advance(Duration.ofMillis(1));
    sessions.read(writer("u1"), Servers.PRIMARY, clock.get(), read);
    assertThat(look("u1").readOnReplicas()).isNull();
  }

  @Test
  void readOnReplicas_readOfThePrimaryThatDidNotKnowOfAnother_doesNotHideIt() {
    sessions.read(writer("u1"), REPLICA, clock.get(), null);
    sessions.read(writer("u1"), Servers.PRIMARY, clock.get(), null);
    assertThat(look("u1").readOnReplicas()).isNotNull();
  }

  @Test
  void readOnReplicas_behindAnOwnCommitThatTheServerToldOf_isNothing() {
    sessions.read(writer("u1"), REPLICA, clock.get(), null);
    advance(Duration.ofMillis(1));
    sessions.delivered(writer("u1"), Position.of(UUID, 16));
    sessions.wrote(writer("u1"), clock.get());
    assertThat(look("u1").readOnReplicas()).isNull();
    assertThat(needed("u1", true).readAt()).isEqualTo(Needed.NEVER);
  }

  @Test
  void readOnReplicas_behindAWriteThatMayHaveChangedNothing_isThereStill() {
    for (String user : List.of("u1", "u2")) {
      sessions.read(writer(user), REPLICA, clock.get(), null);
      advance(Duration.ofMillis(1));
      if (user.equals("u2")) {
        sessions.asked(writer(user), Position.of(UUID, 16));
      }
      sessions.wrote(writer(user), clock.get());
      assertThat(look(user).readOnReplicas()).as(user).isNotNull();
    }
    assertThat(needed("u2", true).provenByPosition()).isTrue();
  }

  @Test
  void carried_saysWhetherTheLastReadWasOnThePrimary() {
    sessions.read(writer("u1"), REPLICA, clock.get(), null);
    sessions.read(writer("u2"), Servers.PRIMARY, clock.get(), null);

    for (String user : List.of("u1", "u2")) {
      Carried carried = sessions.carried(user, null);
      Carrying work = arrived(sessions, carried.received(clock.get(), new OneReplica()));
      Needed read = inWork(work, () -> sessions.look(null).readOnReplicas());
      assertThat(read == null).as(user).isEqualTo(user.equals("u2"));
    }
  }

  @Test
  void needed_outcomeUnknown_isALookAfterTheWindow() {
    sessions.underWay(writer("u1"));
    sessions.outcomeUnknown(writer("u1"), true);

    assertThat(look("u1").mayMissWrites()).isFalse();
    assertThat(needed("u1", true).unprovenAt())
        .isEqualTo(clock.get() + Duration.ofSeconds(5).toNanos());
  }

  @Test
  void mayMissWrites_commitUnderWay_isTrueForHoweverLongItTakes() {
    sessions.underWay(writer("u1"));

    advance(Duration.ofSeconds(60));
    assertThat(look("u1").mayMissWrites()).isTrue();
    assertThat(look("u2").mayMissWrites()).isFalse();

    sessions.committed(writer("u1"), clock.get());
    assertThat(look("u1").mayMissWrites()).isFalse();
  }

  @Test
  void mayMissWrites_twoCommitsUnderWay_needsBothToEnd() {
    sessions.underWay(writer("u1"));
    sessions.underWay(writer("u1"));
    sessions.abandoned(writer("u1"));

    assertThat(look("u1").mayMissWrites()).isTrue();
  }

  @Test
  void abandoned_afterAnEarlierCommit_keepsTheEarlierMarker() {
    sessions.wrote(writer("u1"), clock.get());
    sessions.underWay(writer("u1"));
    sessions.abandoned(writer("u1"));

    assertThat(needed("u1", true).committedAt()).isEqualTo(clock.get());
  }

  @Test
  void mayMissWrites_byWindow_isTrueWithinItAndEndsWithIt() {
    Sessions byWindow = sessions(SessionSettings.Strategy.WINDOW, 1_000);
    byWindow.wrote(writer("u1"), clock.get());

    advance(Duration.ofMillis(4_999));
    assertThat(look(byWindow, "u1", null).mayMissWrites()).isTrue();
    assertThat(look(byWindow, "u1", null).markerAgeMillis()).isEqualTo(4_999);

    advance(Duration.ofMillis(1));
    assertThat(look(byWindow, "u1", null).mayMissWrites()).isFalse();
  }

  @Test
  void mayMissWrites_byWindowInASnapshotOlderThanTheWrite_isTrueLongAfterIt() {
    Sessions byWindow = sessions(SessionSettings.Strategy.WINDOW, 1_000);
    long snapshot = clock.get();
    advance(Duration.ofSeconds(1));
    byWindow.wrote(writer("u1"), clock.get());
    advance(Duration.ofMinutes(1));

    assertThat(look(byWindow, "u1", snapshot).mayMissWrites()).isTrue();
    assertThat(look(byWindow, "u1", null).mayMissWrites()).isFalse();
  }

  @Test
  void needed_othersForgottenForWantOfRoom_raiseTheFloor() {
    Sessions small = sessions(SessionSettings.Strategy.AUTO, 10);
    advance(Duration.ofSeconds(3));
    for (int i = 0; i < 10_000; i++) {
      small.wrote(writer("u" + i), clock.get());
    }

    Needed needed = look(small, "never seen", null).needed(true);
    assertThat(Objects.requireNonNull(needed).committedAt()).isEqualTo(clock.get());
  }

  @Test
  void renamed_login_keepsWhatWasWrittenAndRead() {
    sessions.delivered(writer("anonymous"), Position.of(UUID, 16));
    sessions.wrote(writer("anonymous"), clock.get());
    sessions.read(writer("anonymous"), REPLICA, clock.get(), null);

    sessions.renamed("anonymous", "u1");

    assertThat(needed("u1", true)).isEqualTo(needed("anonymous", true));
  }

  @Test
  void carried_toAnotherInstance_countsFromItsArrival() {
    Carrying here = Carrying.empty();
    sessions.delivered(new Writer(null, here), Position.of(UUID, 16));
    sessions.read(new Writer(null, here), REPLICA, clock.get(), null);
    Carried carried = sessions.carried(null, here);

    AtomicLong otherClock = new AtomicLong(77);
    Sessions there =
        new Sessions(
            () -> null,
            new Markers(Duration.ofSeconds(5), 10, otherClock::get, Duration.ZERO),
            new OneReplica(),
            SessionSettings.Strategy.AUTO,
            Duration.ZERO,
            null);
    Needed needed =
        inWork(
            arrived(there, carried.received(77, new OneReplica())),
            () -> Objects.requireNonNull(there.look(null).needed(true)));

    assertThat(needed)
        .isEqualTo(
            new Needed(
                77,
                Needed.NEVER,
                Position.of(UUID, 16),
                77,
                REPLICA,
                Duration.ofSeconds(5).toNanos()));
  }

  @Test
  void known_withoutKey_isTrueOnlyInWorkThatATokenCameWith() {
    assertThat(sessions.look(null).known()).isFalse();
    assertThat(inWork(Carrying.empty(), () -> sessions.look(null).known())).isFalse();
    assertThat(inWork(arrived(sessions, Marker.NONE), () -> sessions.look(null).known())).isTrue();
  }

  private static Carrying arrived(Sessions there, Marker brought) {
    Carrying work = Carrying.empty();
    work.receive(there, brought);
    return work;
  }

  private static <T extends @Nullable Object> T inWork(Carrying work, Callable<T> body) {
    try {
      return CallContext.current().carrying(work).call(body);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Sessions sessions(SessionSettings.Strategy strategy, long maximum) {
    return new Sessions(
        () -> null,
        new Markers(Duration.ofSeconds(5), maximum, clock::get, Duration.ofSeconds(2)),
        new OneReplica(),
        strategy,
        Duration.ZERO,
        null);
  }

  private Needed needed(String key, boolean strict) {
    return Objects.requireNonNull(look(key).needed(strict));
  }

  private @Nullable Long ageOf(String key) {
    return look(key).markerAgeMillis();
  }

  private StatementLook look(String key) {
    return look(sessions, key, null);
  }

  private static StatementLook look(Sessions sessions, String key, @Nullable Long asOf) {
    try {
      return CallContext.current()
          .inSession(key)
          .call(
              () -> {
                StatementLook look = sessions.look(asOf);
                look.key();
                return look;
              });
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Writer writer(String key) {
    return new Writer(key, null);
  }

  private void advance(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  /** Every uuid is that of one replica. */
  private static final class OneReplica implements Servers {

    @Override
    public long number(String serverUuid) {
      return serverUuid.equals("replica") ? REPLICA : Servers.NONE;
    }

    @Override
    public @Nullable String serverUuid(long number) {
      return number == REPLICA ? "replica" : null;
    }
  }
}
