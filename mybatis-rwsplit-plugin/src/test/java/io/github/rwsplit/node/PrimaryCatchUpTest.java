package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.node.PrimaryCatchUp.Outcome;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Servers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class PrimaryCatchUpTest {

  private static final String QUESTION = "SELECT @@server_uuid";
  private static final String WAIT = "SELECT WAIT_FOR_EXECUTED_GTID_SET";
  private static final String P = "11111111-1111-1111-1111-111111111111";
  private static final String OTHER = "22222222-2222-2222-2222-222222222222";
  private static final long TERM = 7;
  private static final long READ_AT = 1_000;

  private final ScriptedServer server = new ScriptedServer();
  private final Node primary = NodeFixtures.primary();
  private final Node replica = NodeFixtures.replica("replica-1", 1);
  private final GtidClock clock = new GtidClock(newer -> {});
  private long now = 2_000;
  private final PrimaryCatchUp catchUp =
      new PrimaryCatchUp(
          primary, clock, term -> term == TERM ? replica : null, () -> now, Duration.ofMillis(250));

  @Test
  void isDue_withoutGtids_never() {
    assertThat(catchUp.isDue(read(TERM))).isFalse();
  }

  @Test
  void isDue_untilALookThatBeganLaterShowsAll() {
    look(500, P + ":1-4", "");
    assertThat(catchUp.isDue(read(TERM))).isTrue();
    look(1_500, P + ":1-5", P + ":5");
    assertThat(catchUp.isDue(read(TERM))).isTrue();
    look(1_600, P + ":1-6", P + ":6");
    assertThat(catchUp.isDue(read(TERM))).isFalse();
  }

  @Test
  void await_nothingUnderWay_isOneQuestionForAllWhoReadBefore() throws Exception {
    look(500, P + ":1-4", "");
    underWay("");

    assertThat(await(TERM)).isEqualTo(Outcome.REACHED);

    assertThat(server.asked).hasSize(1);
    assertThat(catchUp.isDue(read(TERM))).isFalse();
  }

  @Test
  void await_somethingUnderWay_letsTheServerWaitForThat() throws Exception {
    underWay(P + ":5#31:7#44#45");
    reached("0");

    assertThat(await(TERM)).isEqualTo(Outcome.REACHED);

    assertThat(server.asked.get(1)).isEqualTo(WAIT + "(" + P + ":5:7, 0.1)");
  }

  @Test
  void await_whatComesFromAnotherServer_isNotWaitedFor() throws Exception {
    underWay(OTHER + ":9#12");
    assertThat(await(TERM)).isEqualTo(Outcome.REACHED);
    assertThat(server.asked).hasSize(1);
  }

  @Test
  void await_whatTheReplicaIsKnownNotToHave_isNotWaitedFor() throws Exception {
    replica.holdings().shown(GtidSet.parse(P + ":1-4"), READ_AT + 1);
    underWay(P + ":5#31");
    assertThat(await(TERM)).isEqualTo(Outcome.REACHED);
    assertThat(server.asked).hasSize(1);
  }

  @Test
  void await_ofWhatTheReplicaHadAtAnEarlierLook_nothingIsKnown() throws Exception {
    replica.holdings().shown(GtidSet.parse(P + ":1-4"), READ_AT);
    underWay(P + ":5#31");
    reached("0");
    assertThat(await(TERM)).isEqualTo(Outcome.REACHED);
    assertThat(server.asked).hasSize(2);
  }

  @Test
  void await_readsOfSeveralServers_waitForAllThatIsUnderWay() throws Exception {
    replica.holdings().shown(GtidSet.parse(P + ":1-4"), READ_AT + 1);
    underWay(P + ":5#31");
    reached("0");
    assertThat(await(Servers.NONE)).isEqualTo(Outcome.REACHED);
    assertThat(server.asked).hasSize(2);
  }

  @Test
  void await_neverReached_endsInTime_andLetsTheNextOneWait() throws Exception {
    underWay(P + ":5#31");
    reached("1");

    for (int i = 0; i < 10; i++) {
      now = 2_000;
      server.asked.clear();
      assertThat(await(TERM)).isEqualTo(Outcome.NOT_IN_TIME);
      assertThat(server.asked).hasSize(4).last().asString().endsWith(", 0.05)");
    }
  }

  @Test
  void await_whileHalfOfThePoolWaits_endsAtOnce() throws Exception {
    underWay(P + ":5#31");
    int waiting = 0;
    while (primary.waiting().begin()) {
      waiting++;
    }

    assertThat(waiting).isPositive();
    assertThat(await(TERM)).isEqualTo(Outcome.NOT_IN_TIME);
    primary.waiting().end();
    reached("0");
    assertThat(await(TERM)).isEqualTo(Outcome.REACHED);
  }

  @Test
  void await_refusedQuestion_isSaidOnce_andLetsTheReadRun(CapturedOutput output) throws Exception {
    server.refuses(QUESTION, new SQLException("sql injection violation", "HY000", 0));

    assertThat(await(TERM)).isEqualTo(Outcome.UNKNOWN);
    assertThat(await(TERM)).isEqualTo(Outcome.UNKNOWN);

    assertThat(output.getOut())
        .containsOnlyOnce(
            "The primary could not be asked whether it shows what a session has read");
  }

  @Test
  void await_lostConnection_fails() {
    SQLException lost = new SQLException("link failure", "08S01");
    server.refuses(QUESTION, lost);
    assertThatThrownBy(() -> await(TERM)).isSameAs(lost);
  }

  private Outcome await(long term) throws SQLException {
    return catchUp.await(read(term), server.connection());
  }

  private void underWay(String owned) {
    server.row(QUESTION, List.of("uuid", "owned"), List.of(P, owned));
  }

  /** What the server says when it has waited, after the time that it was to wait. */
  private void reached(String result) {
    server.row(WAIT, List.of("reached"), List.of(result));
    server.whenAsked(
        question -> {
          if (question.startsWith(WAIT)) {
            String seconds =
                question.substring(question.lastIndexOf(' ') + 1, question.length() - 1);
            now += Math.round(Double.parseDouble(seconds) * 1e9);
          }
        });
  }

  private void look(long time, String executed, String underWay) {
    clock.primaryHad(new Look(time, GtidSet.parse(executed), GtidSet.parse(underWay), true));
  }

  private static Needed read(long term) {
    return new Needed(Needed.NEVER, Needed.NEVER, null, READ_AT, term, 1);
  }
}
