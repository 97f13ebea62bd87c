package io.github.rwsplit.histories;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.histories.History.Promise;
import io.github.rwsplit.histories.History.Read;
import io.github.rwsplit.histories.History.Token;
import io.github.rwsplit.histories.History.Write;
import io.github.rwsplit.histories.Violation.Rule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is planted is found, and what is right is not. */
class CheckerTest {

  private final History history = new History(1);

  private Write write(int mark, @Nullable String session, long begun) {
    Write write = new Write(mark, 0, session, "write", begun);
    history.add(write);
    return write;
  }

  /** A read of cell 0, outside of any scope. */
  private final class Seen {
    private int place;
    private Promise promise = Promise.SESSION;
    private @Nullable String session = "s";
    private List<Token> tokens = List.of();
    private Set<Integer> own = Set.of();
    private long since;
    private long ended;
    private String server = "replica-1";
    private @Nullable String primaryBecause;
    private int scope;
    private long total = -1;

    Seen between(long begun, long end) {
      since = begun;
      ended = end;
      return this;
    }

    void saw(Integer... marks) {
      history.add(
          new Read(
              place,
              promise,
              session,
              tokens,
              List.of(marks),
              own,
              own,
              since,
              since,
              ended,
              server,
              primaryBecause,
              scope,
              own.isEmpty(),
              total,
              "read"));
    }
  }

  private Seen read(long begun, long end) {
    return new Seen().between(begun, end);
  }

  private List<Rule> check(Integer... end) {
    return check(List.of(end), List.of(end));
  }

  private List<Rule> check(List<Integer> primary, List<Integer> replica) {
    Ending ending =
        new Ending(
            Map.of(0, primary, History.NOTES, List.of(8, 9)),
            Map.of("replica-1", Map.of(0, replica, History.NOTES, List.of(8, 9))),
            Map.of(80L, 8, 90L, 9));
    return Checker.check(history, ending).stream().map(Violation::rule).distinct().toList();
  }

  @Test
  void sessionThatSeesItsWrites_breaksNothing() {
    write(1, "s", 10).acknowledgedAt(20);
    read(30, 40).saw(1);
    write(2, "other", 35).acknowledgedAt(45);
    read(50, 60).saw(1);
    read(70, 80).saw(1, 2);
    assertThat(check(1, 2)).isEmpty();
  }

  @Test
  void acknowledgedWriteThatIsNotThere_isFound() {
    write(1, "s", 10).acknowledgedAt(20);
    assertThat(check()).containsExactly(Rule.ACKNOWLEDGED_WRITE_LOST);
  }

  @Test
  void writeOfUnknownOutcome_mayBeThereOnceOrNot() {
    write(1, "s", 10);
    assertThat(check()).isEmpty();
    assertThat(check(1)).isEmpty();
    assertThat(check(1, 1)).containsExactly(Rule.WRITE_TWICE);
  }

  @Test
  void writeThatWasRolledBack_andIsThere_isFound() {
    write(1, "s", 10).undone();
    assertThat(check(1)).containsExactly(Rule.UNDONE_WRITE_KEPT);
  }

  @Test
  void replicaThatLacksAWrite_orHasOneOfItsOwn_isFound() {
    write(1, "s", 10).acknowledgedAt(20);
    assertThat(check(List.of(1), List.of())).containsExactly(Rule.REPLICA_DIFFERS);
    assertThat(check(List.of(1), List.of(1, 5))).containsExactly(Rule.REPLICA_DIFFERS);
  }

  @Test
  void keyOfAnotherRow_isFound() {
    Write note = new Write(8, History.NOTES, "s", "note", 10);
    history.add(note.acknowledgedAt(20));
    note.key = 80;
    assertThat(check()).isEmpty();
    note.key = 90;
    assertThat(check()).containsExactly(Rule.KEY_OF_ANOTHER_ROW);
  }

  @Test
  void valueThatWasRolledBack_isNeverSeen() {
    write(1, "other", 10).undone();
    read(20, 30).saw(1);
    assertThat(check()).containsExactly(Rule.NEVER_COMMITTED_WAS_SEEN);
  }

  @Test
  void valueThatHasNotBegunYet_isNeverSeen() {
    read(20, 30).saw(1);
    write(1, "other", 40).acknowledgedAt(50);
    assertThat(check(1)).containsExactly(Rule.NEVER_COMMITTED_WAS_SEEN);
  }

  @Test
  void laterWriteWithoutAnEarlierOne_isFound() {
    write(1, "a", 10).acknowledgedAt(100);
    write(2, "b", 10).acknowledgedAt(100);
    read(20, 30).saw(2);
    assertThat(check(1, 2)).containsExactly(Rule.OUT_OF_ORDER);
  }

  @Test
  void transactionThatDoesNotSeeWhatItWrote_isFound() {
    write(1, "s", 10).acknowledgedAt(50);
    Seen seen = read(20, 30);
    seen.own = Set.of(1);
    seen.saw();
    assertThat(check(1)).containsExactly(Rule.OWN_TRANSACTION_UNSEEN);
  }

  @Test
  void transactionThatSeesWhatItWrote_andIsRolledBack_breaksNothing() {
    write(1, "other", 1).acknowledgedAt(5);
    write(2, "s", 10).undone();
    Seen seen = read(20, 30);
    seen.own = Set.of(2);
    seen.saw(1, 2);
    write(3, "other", 40).acknowledgedAt(50);
    assertThat(check(1, 3)).isEmpty();
  }

  @Test
  void strongReadThatMissesACommit_isFound_alsoOfAnotherSession() {
    write(1, "other", 10).acknowledgedAt(20);
    Seen seen = read(30, 40);
    seen.promise = Promise.STRONG;
    seen.saw();
    assertThat(check(1)).containsExactly(Rule.STRONG_MISSED_A_COMMIT);
  }

  @Test
  void strongReadBesideACommit_maySeeItOrNot() {
    write(1, "other", 10).acknowledgedAt(35);
    Seen seen = read(30, 40);
    seen.promise = Promise.STRONG;
    seen.saw();
    assertThat(check(1)).isEmpty();
  }

  @Test
  void sessionReadThatMissesItsOwnWrite_isFound_andOneOfAnotherSessionIsNot() {
    write(1, "s", 10).acknowledgedAt(20);
    Seen stranger = read(30, 40);
    stranger.session = "stranger";
    stranger.saw();
    assertThat(check(1)).isEmpty();
    read(30, 40).saw();
    assertThat(check(1)).containsExactly(Rule.OWN_WRITE_UNSEEN);
  }

  @Test
  void eventualReadThatMissesItsOwnWrite_isFound_andOneThatGoesBackIsNot() {
    write(1, "other", 10).acknowledgedAt(20);
    read(30, 40).saw(1);
    Seen back = read(50, 60);
    back.promise = Promise.EVENTUAL;
    back.saw();
    assertThat(check(1)).isEmpty();
    write(2, "s", 70).acknowledgedAt(80);
    Seen seen = read(90, 100);
    seen.promise = Promise.EVENTUAL;
    seen.saw(1);
    assertThat(check(1, 2)).containsExactly(Rule.OWN_WRITE_UNSEEN);
  }

  @Test
  void sessionReadThatGoesBack_isFound() {
    write(1, "other", 10).acknowledgedAt(20);
    read(30, 40).saw(1);
    read(50, 60).saw();
    assertThat(check(1)).containsExactly(Rule.WENT_BACK);
  }

  @Test
  void tokenBindsToWhatItsSessionWroteAndSaw_untilItWasTaken() {
    write(1, "giver", 10).acknowledgedAt(20);
    write(2, "giver", 50).acknowledgedAt(60);
    Seen seen = read(70, 80);
    seen.session = "work";
    seen.tokens = List.of(new Token(30, "giver", List.of(), ""));
    seen.saw(1);
    assertThat(check(1, 2)).isEmpty();
    seen.tokens =
        List.of(new Token(65, "other", List.of(new Token(65, "giver", List.of(), "")), ""));
    seen.saw(1);
    assertThat(check(1, 2)).containsExactly(Rule.OWN_WRITE_UNSEEN);
  }

  @Test
  void tokenOfNoSession_standsForAllThatWasCommitted() {
    write(1, "anybody", 10).acknowledgedAt(20);
    Seen seen = read(70, 80);
    seen.session = "work";
    seen.tokens = List.of(new Token(30, null, List.of(), ""));
    seen.saw();
    assertThat(check(1)).containsExactly(Rule.OWN_WRITE_UNSEEN);
  }

  @Test
  void readOnAReplicaThatMustNotBeThere_isFound() {
    Seen seen = read(30, 40);
    seen.primaryBecause = "in a transaction";
    seen.saw();
    assertThat(check()).containsExactly(Rule.NOT_ON_THE_PRIMARY);
  }

  @Test
  void countThatIsMoreThanThePage_isFound() {
    Seen seen = read(30, 40);
    seen.place = History.NOTES;
    seen.total = 2;
    seen.saw(8);
    assertThat(check()).containsExactly(Rule.COUNT_OF_ANOTHER_PAGE);
  }

  @Test
  void writesAndLocks_areNoPlainReads() {
    assertThat(Servers.isPlainRead("select 1 from cells")).isTrue();
    assertThat(Servers.isPlainRead("/* a */ (SELECT marks FROM cells)")).isTrue();
    for (String sql :
        List.of(
            "update cells set marks = ''",
            "{call append_mark(1, 2)}",
            "CALL append_mark(1, 2)",
            "select marks from cells where id = 1 for update",
            "select marks from cells for  share",
            "insert into notes select * from notes")) {
      assertThat(Servers.isPlainRead(sql)).as(sql).isFalse();
    }
  }
}
