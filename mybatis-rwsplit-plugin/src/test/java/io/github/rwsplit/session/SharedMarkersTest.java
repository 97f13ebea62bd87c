package io.github.rwsplit.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import io.github.rwsplit.session.SharedSessions.Known;
import io.github.rwsplit.session.SharedSessions.Read;
import io.github.rwsplit.session.SharedSessions.Told;
import io.github.rwsplit.session.SharedSessions.UnderWay;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an instance asks and tells a store, and what it makes of the answers. */
class SharedMarkersTest {

  private static final long REPLICA = 7;
  private static final long MILLI = 1_000_000;
  private static final Position P5 = Position.of("p", 5);
  private static final Known NOTHING = known(false, null, null, "");

  private final AtomicLong clock = new AtomicLong(1_000_000 * MILLI);
  private final List<Told> told = new ArrayList<>();
  private @Nullable Known answer = NOTHING;

  private final SharedSessions store =
      new SharedSessions() {
        @Override
        public Known exchange(String session, Told word) throws IOException {
          told.add(word);
          Known known = answer;
          if (known == null) {
            throw new IOException("gone");
          }
          return known;
        }

        @Override
        public void close() {
          throw new AssertionError("sessions must not close what they were given");
        }
      };

  private final Servers servers =
      new Servers() {
        @Override
        public long number(String serverUuid) {
          return serverUuid.equals("r1") ? REPLICA : NONE;
        }

        @Override
        public @Nullable String serverUuid(long number) {
          return number == REPLICA ? "r1" : null;
        }
      };

  private final Sessions sessions =
      new Sessions(
              () -> "u1",
              new Markers(Duration.ofSeconds(5), 1_000, clock::get, Duration.ZERO),
              servers,
              SessionSettings.Strategy.AUTO,
              Duration.ZERO,
              null)
          .sharing(store);

  private final Writer writer = new Writer("u1", null);

  private static Known known(
      boolean underWay, @Nullable Long committedAt, @Nullable String readOn, String readId) {
    return new Known(
        "history",
        1_000_000_000L,
        underWay,
        committedAt == null ? null : P5,
        committedAt == null ? SharedSessions.NEVER : committedAt,
        SharedSessions.NEVER,
        readId.isEmpty() ? SharedSessions.NEVER : 1_000_000_000L,
        readOn,
        readId);
  }

  private StatementLook look() {
    return sessions.look(null);
  }

  private static Needed needed(StatementLook look) {
    return Objects.requireNonNull(look.needed(true));
  }

  @Test
  void look_asksOnceForAStatement_andNotForWhatNeedsNoAnswer() {
    StatementLook look = look();
    assertThat(look.known()).isTrue();
    assertThat(look.markerAgeMillis()).isNull();
    assertThat(told).isEmpty();

    assertThat(look.mayMissWrites()).isFalse();
    needed(look);
    look.needed(false);
    assertThat(told).hasSize(1);
  }

  @Test
  void look_whenTheStoreDoesNotAnswer_mayMissWrites_andLaterOnesDoNotWaitForIt() {
    answer = null;
    assertThat(look().mayMissWrites()).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(look().mayMissWrites()).isTrue();
    }
    assertThat(told).hasSize(1);

    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    answer = NOTHING;
    StatementLook look = look();
    assertThat(look.mayMissWrites()).isFalse();
    assertThat(needed(look).unprovenAt()).isEqualTo(clock.get());
  }

  @Test
  void look_ofWhatAnotherInstanceWrote_needsItsPosition() {
    answer = known(false, 1_000_000_000L - 2_000, null, "");
    StatementLook first = look();
    assertThat(first.mayMissWrites()).isFalse();
    assertThat(needed(first).position()).isEqualTo(P5);

    clock.addAndGet(1_000 * MILLI);
    answer =
        new Known(
            "history",
            1_001_000_000L,
            false,
            P5,
            1_000_900_000L,
            SharedSessions.NEVER,
            SharedSessions.NEVER,
            null,
            "");
    Needed needed = Objects.requireNonNull(look().needed(false));
    // a tenth of a second ago, and not earlier
    assertThat(needed.committedAt()).isBetween(clock.get() - 100 * MILLI, clock.get() - 90 * MILLI);
    assertThat(needed.unprovenAt()).isEqualTo(Needed.NEVER);
  }

  @Test
  void look_whileAnotherInstanceCommits_mayMissWrites() {
    answer = known(true, null, null, "");
    assertThat(look().mayMissWrites()).isTrue();
  }

  @Test
  void commit_isToldBeforeAndAfter_withItsPosition() {
    sessions.underWay(writer);
    long began = sessions.now();
    clock.addAndGet(MILLI);
    sessions.delivered(writer, P5);
    sessions.committed(writer, began);

    assertThat(told).hasSize(2);
    assertThat(told.get(0).underWay()).isEqualTo(new UnderWay(1, 1));
    assertThat(told.get(0).writes()).isNull();
    assertThat(told.get(1).underWay()).isEqualTo(new UnderWay(2, 0));
    SharedSessions.Writes writes = Objects.requireNonNull(told.get(1).writes());
    assertThat(writes.position()).isEqualTo(P5);
    assertThat(writes.unproven()).isNull();
  }

  @Test
  void write_outsideATransaction_isToldOnce() {
    long began = sessions.now();
    clock.addAndGet(MILLI);
    sessions.delivered(writer, P5);
    sessions.wrote(writer, began);
    assertThat(told).hasSize(1);
  }

  @Test
  void write_ofUnknownOutcome_isToldAsMissingUntilTheWindowIsOver() {
    sessions.outcomeUnknown(writer, false);
    SharedSessions.Writes writes = Objects.requireNonNull(told.get(0).writes());
    assertThat(writes.unproven()).isEqualTo(5_000_000L);
  }

  @Test
  void word_thatMayNotHaveArrived_isMadeUpForByTheNextThatDoes() {
    answer = null;
    assertDoesNotThrow(() -> sessions.wrote(writer, sessions.now()));
    answer = NOTHING;
    clock.addAndGet(Duration.ofSeconds(1).toNanos());

    look().mayMissWrites();
    assertThat(told.get(1).lost()).isTrue();
    look().mayMissWrites();
    assertThat(told.get(2).lost()).isFalse();
  }

  @Test
  void word_ofAnotherPart_isMadeUpForAsSoonAsTheStoreAnswers() {
    answer = null;
    for (int i = 0; i < 40; i++) {
      sessions.wrote(new Writer("somebody " + i, null), sessions.now());
    }
    answer = NOTHING;
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    look().mayMissWrites();
    assertThat(told.stream().filter(Told::lost).count()).isGreaterThan(10);
  }

  @Test
  void reads_ofOneReplica_areToldWhenItBecomesTheServer_andThenNoMore() {
    StatementLook first = look();
    Needed needed = needed(first);
    first.read(REPLICA, clock.get(), needed);
    assertThat(told.get(1).read()).isEqualTo(new Read.OnReplica("r1", ""));

    answer = known(false, null, "r1", "id");
    StatementLook second = look();
    Needed then = needed(second);
    assertThat(then.readTerm()).isEqualTo(REPLICA);
    assertThat(then.readAt()).isEqualTo(clock.get());
    second.read(REPLICA, clock.get(), then);
    assertThat(told).hasSize(3);
  }

  @Test
  void reads_thatTookLong_areToldAgain() {
    answer = known(false, null, "r1", "id");
    StatementLook look = look();
    Needed needed = needed(look);
    clock.addAndGet(SharedMarkers.TOLD_LATELY);
    look.read(REPLICA, clock.get(), needed);
    assertThat(told.get(1).read()).isEqualTo(new Read.OnReplica("r1", "id"));
  }

  @Test
  void reads_ofThePrimary_areToldOnceInAWhile_andHeededLonger() {
    look().read(Servers.PRIMARY, clock.get(), null);
    look().read(Servers.PRIMARY, clock.get(), null);
    assertThat(told).hasSize(1);
    assertThat(told.get(0).read()).isEqualTo(new Read.OnPrimary());

    clock.addAndGet(SharedMarkers.TOLD_LATELY);
    look().read(Servers.PRIMARY, clock.get(), null);
    assertThat(told).hasSize(2);

    answer = known(false, null, null, "id");
    assertThat(needed(look()).readAt()).isGreaterThanOrEqualTo(clock.get() + SharedMarkers.HEEDED);
  }

  @Test
  void write_afterReadsOfThePrimary_coversThem_andReadsAreToldAnew() {
    answer = known(false, null, null, "id");
    look().read(Servers.PRIMARY, clock.get(), null);
    clock.addAndGet(MILLI);
    sessions.underWay(writer);
    sessions.delivered(writer, Position.of("3e11fa47-71ca-11e1-9e33-c80aa9429562", 16));
    sessions.committed(writer, sessions.now());
    assertThat(told.get(2).read()).isEqualTo(new Read.Covered("id"));

    look().read(Servers.PRIMARY, clock.get(), null);
    assertThat(told.get(3).read()).isEqualTo(new Read.OnPrimary());
  }

  @Test
  void key_isNeverTold() {
    sessions.wrote(new Writer("a person's name", null), sessions.now());
    assertThat(told.toString()).doesNotContain("person");
  }

  @Test
  void rename_takesAlongWhatOtherInstancesKnow() {
    answer = known(false, 999_000_000L, "r1", "id");
    sessions.renamed("anonymous", "u1");
    SharedSessions.Writes writes = Objects.requireNonNull(told.get(1).writes());
    assertThat(writes.position()).isEqualTo(P5);
    assertThat(told.get(2).read()).isEqualTo(new Read.OnPrimary());
  }
}
