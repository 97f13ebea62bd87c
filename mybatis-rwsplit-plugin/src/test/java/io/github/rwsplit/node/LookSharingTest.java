package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.primary;
import static io.github.rwsplit.node.NodeFixtures.upReplica;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.node.SharedLooks.Heard;
import io.github.rwsplit.node.SharedLooks.Seen;
import io.github.rwsplit.node.SharedLooks.Told;
import io.github.rwsplit.node.SharedLooks.Wanted;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one instance makes of the looks of others, step by step, at a time of the test's own. */
class LookSharingTest {

  private static final String P = "11111111-1111-1111-1111-111111111111";
  private static final String R = "22222222-2222-2222-2222-222222222222";
  private static final long MILLI = 1_000_000;

  private long now = 1_000 * MILLI;
  private final GtidClock clock = new GtidClock(clock -> {});
  private final Pace pace = new Pace(Duration.ofMillis(25), now);
  private final LookSharing sharing =
      new LookSharing(clock, pace, Duration.ofMillis(25), () -> now);
  private final Node primary = primary();
  private final Node replica = upReplica("r1", 1);
  private final SharedProber ofPrimary = sharing.before(() -> says(P), primary);
  private final SharedProber ofReplica = sharing.before(() -> says(R), replica);

  private final List<Told> told = new ArrayList<>();
  private Heard next = heard("a", 0);
  private boolean silent;
  private boolean writable = true;
  private int asked;
  private int woken;
  private String executed = P + ":1-10";

  private Answer says(String server) {
    asked++;
    return new Answer(server, writable, 151, GtidSet.parse(executed), "");
  }

  private static Heard heard(String history, long ticket, Seen... looks) {
    return new Heard(history, ticket, List.of(looks), Set.of());
  }

  private static Seen look(String server, long ticket, String executed) {
    return new Seen(server, ticket, true, executed);
  }

  private Heard answer(Told question) throws IOException {
    told.add(question);
    if (silent) {
      throw new IOException("no answer within 50 ms");
    }
    return next;
  }

  @BeforeEach
  void bothServersWereSeenAndASessionNeedsALook() {
    ofPrimary.wakes(() -> woken++);
    ofReplica.wakes(() -> woken++);
    primary.answered(new Answer(P, true, 151, GtidSet.parse(executed), ""));
    replica.answered(new Answer(R, false, 151, GtidSet.parse(executed), ""));
    clock.primaryHad(new Look(now, GtidSet.parse(executed), true));
    replica.holdings().executed(GtidSet.parse(executed), now, clock);
    now += MILLI;
    pace.wantLook(now, newest());
    sharing.shareIn(this::answer);
  }

  private Look newest() {
    return Objects.requireNonNull(clock.newest());
  }

  /** Waits for a look, asks the store, which answers so. */
  private void turn(Heard answer) {
    next = answer;
    now += 25 * MILLI;
    assertThat(ofPrimary.isCovered()).isTrue();
    sharing.exchange();
  }

  private @Nullable Wanted wantedLast(String server) {
    return told.get(told.size() - 1).wanted().stream()
        .filter(wanted -> wanted.server().equals(server))
        .findAny()
        .orElse(null);
  }

  @Test
  void look_withALaterTicket_countsFromWhenWeAskedForOurs() {
    turn(heard("a", 100));
    long asked = now;
    assertThat(pace.wantsLook(newest())).isTrue();

    turn(heard("a", 200, look(P, 150, P + ":1-12")));

    assertThat(newest()).isEqualTo(new Look(asked, GtidSet.parse(P + ":1-12"), true));
    assertThat(pace.wantsLook(newest())).isFalse();
    assertThat(this.asked).isZero();
  }

  @Test
  void look_withAnEarlierTicket_provesNothing() {
    turn(heard("a", 100));
    Look before = newest();
    turn(heard("a", 200, look(P, 99, P + ":1-12")));
    assertThat(newest()).isEqualTo(before);
  }

  @Test
  void look_ofAnotherServer_provesNothing() {
    turn(heard("a", 100));
    Look before = newest();
    turn(heard("a", 200, look("33333333-3333-3333-3333-333333333333", 150, P + ":1-12")));
    assertThat(newest()).isEqualTo(before);

    primary.answered(new Answer(R.replace('2', '4'), true, 151, GtidSet.parse(executed), ""));
    turn(heard("a", 300, look(P, 250, P + ":1-12")));
    assertThat(newest()).isEqualTo(before);
  }

  @Test
  void look_atAPrimaryThatTakesNoWrites_provesNothing() {
    turn(heard("a", 100));
    Look before = newest();
    turn(heard("a", 200, new Seen(P, 150, false, P + ":1-12")));
    assertThat(newest()).isEqualTo(before);
  }

  @Test
  void look_thatLacksWhatThePrimaryHad_provesNothing() {
    turn(heard("a", 100));
    Look before = newest();
    turn(heard("a", 200, look(P, 150, P + ":1-9")));
    assertThat(newest()).isEqualTo(before);
    turn(heard("a", 300, look(P, 250, "no set")));
    assertThat(newest()).isEqualTo(before);
  }

  @Test
  void look_ofAnotherEra_provesNothingByTicketsOfBefore() {
    turn(heard("a", 100));
    Look before = newest();
    turn(heard("b", 200, look(P, 150, P + ":1-12")));
    assertThat(newest()).isEqualTo(before);

    long asked = now;
    turn(heard("b", 300, look(P, 250, P + ":1-12")));
    assertThat(newest().time()).isEqualTo(asked);
  }

  @Test
  void wanted_isTheFirstLookAfterTheNewest_andWhatWasSeenIsNotToldAgain() {
    turn(heard("a", 100));
    assertThat(wantedLast(P)).isEqualTo(new Wanted(P, SharedLooks.NONE, 22_500));
    turn(heard("a", 200, look(P, 150, P + ":1-12")));
    assertThat(wantedLast(P)).isEqualTo(new Wanted(P, 100, 22_500));
    pace.wantLook(now, newest());
    turn(heard("a", 300));
    assertThat(wantedLast(P)).isEqualTo(new Wanted(P, 200, 22_500));
  }

  @Test
  void turn_thatTheStoreGivesToUs_asksTheServer_andTellsTheOthers() throws SQLException {
    turn(new Heard("a", 100, List.of(), Set.of(P)));
    assertThat(woken).isEqualTo(1);
    assertThat(ofPrimary.isCovered()).isFalse();

    executed = P + ":1-11";
    ofPrimary.ask();
    next = heard("a", 200);
    sharing.exchange();

    assertThat(told.get(told.size() - 1).history()).isEqualTo("a");
    assertThat(told.get(told.size() - 1).looks()).containsExactly(look(P, 100, P + ":1-11"));
    sharing.exchange();
    assertThat(told.get(told.size() - 1).looks()).isEmpty();
  }

  @Test
  void look_ofOursThatNobodyWaitsFor_isNotTold() throws SQLException {
    turn(heard("a", 100));
    now += 200 * MILLI;
    ofReplica.ask();
    sharing.exchange();
    assertThat(told.get(told.size() - 1).looks()).isEmpty();
  }

  @Test
  void look_ofOursInAnEraThatHasEnded_isNotTold() throws SQLException {
    turn(new Heard("a", 100, List.of(), Set.of(P)));
    LookSharing.Given before = Objects.requireNonNull(sharing.lastGiven());
    sharing.exchange();
    next = heard("b", 50);
    sharing.exchange();
    sharing.tell(before, look(P, before.ticket(), P + ":1-11"));
    sharing.exchange();
    assertThat(told.get(told.size() - 1).looks()).isEmpty();
  }

  @Test
  void wait_inVain_endsAfterThreeIntervalsWithALookOfOurs() throws SQLException {
    for (int i = 0; i < 4; i++) {
      turn(heard("a", 100 + i));
    }
    now += 25 * MILLI;
    assertThat(ofPrimary.isCovered()).isFalse();

    ofPrimary.ask();
    sharing.exchange();
    assertThat(told.get(told.size() - 1).looks()).hasSize(1);
    assertThat(ofPrimary.isCovered()).isTrue();
  }

  @Test
  void wait_thatLooksOfOthersEnd_neverAsksTheServer() {
    turn(heard("a", 100));
    for (int i = 1; i < 20; i++) {
      pace.wantLook(now, newest());
      turn(heard("a", 100 + 10 * i, look(P, 95 + 10 * i, P + ":1-" + (10 + i))));
    }
    assertThat(newest().executed()).isEqualTo(GtidSet.parse(P + ":1-29"));
  }

  @Test
  void store_thatIsSilent_leavesTheServersToEachInstance_untilItIsTriedAgain() {
    silent = true;
    turn(heard("a", 100));
    assertThat(ofPrimary.isCovered()).isFalse();
    assertThat(sharing.press(primary, MILLI)).isFalse();
    now += 51 * MILLI;
    assertThat(ofPrimary.isCovered()).isTrue();
    sharing.exchange();
    now += 51 * MILLI;
    assertThat(ofPrimary.isCovered()).isFalse();
    now += 50 * MILLI;
    silent = false;
    turn(heard("a", 100));
    assertThat(ofPrimary.isCovered()).isTrue();
  }

  @Test
  void read_thatWaits_letsTheServerBeAskedSooner() {
    assertThat(sharing.press(primary, 20 * MILLI)).isTrue();
    sharing.exchange();
    assertThat(wantedLast(P)).isEqualTo(new Wanted(P, SharedLooks.NONE, 5_000));
    now += 20 * MILLI;
    sharing.exchange();
    assertThat(wantedLast(P)).isEqualTo(new Wanted(P, 0, 22_500));
  }

  @Test
  void pool_thatIsBusy_leavesTheServerToOthers() {
    SharedProber busy =
        sharing.before(
            new Prober() {
              @Override
              public Answer ask() {
                return says(P);
              }

              @Override
              public boolean isInTheWay() {
                return true;
              }
            },
            primary);
    ofPrimary.close();
    assertThat(busy.isInTheWay()).isTrue();
    assertThat(busy.isCovered()).isTrue();
    sharing.exchange();
    assertThat(wantedLast(P)).isEqualTo(new Wanted(P, SharedLooks.NONE, SharedLooks.NONE));
  }

  @Test
  void replica_hasWhatAnotherInstanceSawOfItInItsPresentTerm() {
    assertThat(ofReplica.isCovered()).isTrue();
    next = heard("a", 100);
    sharing.exchange();
    next = heard("a", 200, look(R, 150, P + ":1-12"));
    sharing.exchange();
    assertThat(replica.proof().executed()).isEqualTo(GtidSet.parse(P + ":1-12"));

    replica.moveTo(NodeState.UP, NodeState.DOWN);
    replica.moveTo(NodeState.DOWN, NodeState.UP);
    next = heard("a", 300, look(R, 250, P + ":1-13"));
    sharing.exchange();
    assertThat(replica.proof().executed()).isEqualTo(GtidSet.parse(P + ":1-12"));
    next = heard("a", 400, look(R, 350, P + ":1-13"));
    sharing.exchange();
    assertThat(replica.proof().executed()).isEqualTo(GtidSet.parse(P + ":1-13"));
  }

  @Test
  void replica_thatIsSaidToHaveLessThanItHad_isLeftToItsProbe() {
    assertThat(ofReplica.isCovered()).isTrue();
    next = heard("a", 100);
    sharing.exchange();
    next = heard("a", 200, look(R, 150, P + ":1-9"));
    sharing.exchange();
    assertThat(replica.proof().executed()).isEqualTo(GtidSet.parse(P + ":1-10"));
  }
}
