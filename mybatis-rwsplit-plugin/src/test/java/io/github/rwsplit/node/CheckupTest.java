package io.github.rwsplit.node;

import static io.github.rwsplit.node.ReplicaReport.Verdict.NO;
import static io.github.rwsplit.node.ReplicaReport.Verdict.UNKNOWN;
import static io.github.rwsplit.node.ReplicaReport.Verdict.YES;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.node.ReplicaReport.Finding;
import io.github.rwsplit.node.ReplicaReport.Verdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class CheckupTest {

  private static final String P = "11111111-0000-0000-0000-000000000001";
  private static final String S = "22222222-0000-0000-0000-000000000002";

  private final Node primary = NodeFixtures.primary();
  private final Node node = NodeFixtures.replica("r1", 1);
  private final GtidClock clock = new GtidClock(newer -> {});
  private final Checkup checkup = new Checkup(node, primary, clock);
  private long now;

  @BeforeEach
  void primaryAnswers() {
    primary.answered(new Answer(P, true, 151, GtidSet.parse(""), ""));
    NodeFixtures.up(primary);
  }

  @Test
  void directReplica_isOurs() {
    assertThat(ofOurs("1-5", running(P))).isEqualTo(YES);
    assertThat(refusal("1-5", running(P))).isNull();
  }

  @Test
  void noSource_isNotOurs_unlessItSharesItsFilesWithAnother() {
    assertThat(refusal("1-5", List.of())).contains("is no replica of primary", "from nobody");
    Standing reader =
        new Standing.OfReplica(++now, List.of(), "", Finding.no("innodb"), true, true);
    assertThat(checkup.refusal(answer("1-5", reader))).isNull();
    assertThat(node.report().ofOurPrimary().verdict()).isEqualTo(UNKNOWN);
  }

  @Test
  void chain_hasWhatThePrimaryHas_isOurs() {
    look(P + ":1-9");
    assertThat(ofOurs(P + ":1-9", running(S))).isEqualTo(YES);
  }

  /** The source was the primary once, or all members commit under one name. */
  @Test
  void chain_hasWhatOnlyALaterLookShows_isOurs() {
    look(P + ":1-9," + S + ":1-3");
    for (int i = 4; i < 20; i++) {
      assertThat(ofOurs(P + ":1-9," + S + ":1-" + i, running(S))).isEqualTo(YES);
      look(P + ":1-9," + S + ":1-" + i);
    }
  }

  @Test
  void stranger_hasTransactionsThatALaterLookLacks_isRefused() {
    look(P + ":1-9");
    assertThat(ofOurs(P + ":1-9," + S + ":1", running(S))).isEqualTo(YES);
    look(P + ":1-10");
    assertThat(refusal(P + ":1-9," + S + ":1-2", running(S)))
        .contains("has transactions of that server which the primary lacks");
  }

  @Test
  void stranger_getsNothingOfThePrimary_isRefusedAfterFiveSecondsUntilItGetsSome() {
    look(P + ":1-9");
    assertThat(ofOurs(P + ":1-4", running(S))).isEqualTo(UNKNOWN);
    now += Duration.ofSeconds(4).toNanos();
    assertThat(ofOurs(P + ":1-4", running(S))).isEqualTo(UNKNOWN);
    now += Duration.ofSeconds(2).toNanos();
    assertThat(refusal(P + ":1-4", running(S))).contains("gets nothing of what the primary");
    assertThat(refusal(P + ":1-5", running(S))).isNull();
    assertThat(node.report().ofOurPrimary().verdict()).isEqualTo(YES);
  }

  @Test
  void stranger_primaryTakesNoWrites_isNotJudgedAnew() {
    look(P + ":1-9");
    primary.answered(new Answer(P, false, 151, GtidSet.parse(""), ""));
    assertThat(ofOurs(P + ":1-9," + S + ":1", running(S))).isEqualTo(UNKNOWN);
    now += Duration.ofMinutes(1).toNanos();
    assertThat(ofOurs(P + ":1-9," + S + ":1-50", running(S))).isEqualTo(UNKNOWN);

    primaryAnswers();
    assertThat(ofOurs(P + ":1-9," + S + ":1-50", running(S))).isEqualTo(YES);
    look(P + ":1-10");
    assertThat(ofOurs(P + ":1-9," + S + ":1-51", running(S))).isEqualTo(NO);
    // what was found out stays so while nothing can be found out
    NodeFixtures.down(primary);
    assertThat(ofOurs(P + ":1-9," + S + ":1-51", running(S))).isEqualTo(NO);
  }

  @Test
  void sourceThatHasNotAnswered_isUnknown() {
    assertThat(ofOurs("1-5", List.of(source("", "Connecting", "Yes")))).isEqualTo(UNKNOWN);
    assertThat(node.report().receives().because()).isEqualTo("its receiver cannot connect to db:1");
  }

  @Test
  void receiverAndApplierStopped_isSaidOnceIfItLasts(CapturedOutput output) {
    List<Standing.Source> stopped = List.of(source(P, "No", "Yes"));
    ofOurs("1-5", stopped);
    ofOurs("1-5", running(P));
    assertThat(output.getOut()).doesNotContain("does not keep up");
    for (int i = 0; i < 5; i++) {
      ofOurs("1-5", stopped);
    }
    ofOurs("1-5", running(P));
    ofOurs("1-5", running(P));
    assertThat(output.getOut())
        .containsOnlyOnce("does not keep up: its receiver is stopped")
        .containsOnlyOnce("its receiver and its applier run again");
  }

  @Test
  void writable_isRefusedOnlyWhereSessionsAreNotReadOnly() {
    Finding writes = Finding.yes("read_only is off");
    Standing guarded = new Standing.OfReplica(++now, running(P), "", writes, true, false);
    assertThat(checkup.refusal(answer("1-5", guarded))).isNull();
    Standing open = new Standing.OfReplica(++now, running(P), "", writes, false, false);
    assertThat(checkup.refusal(answer("1-5", open))).startsWith("accepts writes: read_only is off");
  }

  private Verdict ofOurs(String executed, List<Standing.Source> sources) {
    refusal(executed, sources);
    return node.report().ofOurPrimary().verdict();
  }

  private @Nullable String refusal(String executed, List<Standing.Source> sources) {
    Standing told =
        new Standing.OfReplica(++now, sources, "", Finding.no("read_only is on"), true, false);
    return checkup.refusal(answer(executed, told));
  }

  private static Answer answer(String executed, Standing told) {
    String set = executed.contains(":") ? executed : P + ":" + executed;
    return new Answer("uuid-r", false, 151, GtidSet.parse(set), "").with(told);
  }

  private void look(String executed) {
    clock.primaryHad(new Look(++now, GtidSet.parse(executed), true));
  }

  private static List<Standing.Source> running(String uuid) {
    return List.of(source(uuid, "Yes", "Yes"));
  }

  private static Standing.Source source(String uuid, String receiver, String applier) {
    return new Standing.Source(uuid, "db:1", receiver, applier, "", "");
  }
}
