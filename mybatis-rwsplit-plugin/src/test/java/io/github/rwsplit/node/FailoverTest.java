package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.session.Position;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The conclusions, look by look, with stubs for servers and for the time. */
class FailoverTest {

  private static final Duration CONFIRM = Duration.ofSeconds(5);

  /** A server whose state a test says; {@code null}: it does not answer. */
  private static final class Server implements Prober {
    private @Nullable Answer answer;

    Server(String uuid, boolean writable, String executed) {
      is(uuid, writable, executed);
    }

    void is(String uuid, boolean writable, String executed) {
      answer = new Answer(uuid, writable, 100, GtidSet.parse(executed), "");
    }

    void isGone() {
      answer = null;
    }

    @Override
    public Answer ask() throws SQLException {
      Answer now = answer;
      if (now == null) {
        throw NodeFixtures.lost();
      }
      return now;
    }
  }

  private long now = 1;
  private final Server a = new Server("a", true, "a:1-10");
  private final Server b = new Server("b", false, "a:1-10");
  private final Server c = new Server("c", false, "a:1-10");
  private final PrimaryDataSource owned = owned(false);
  private final Node primary =
      new Node(Nodes.PRIMARY, NodeRole.PRIMARY, 1, Set.of(), owned, "jdbc:h2:mem:a");
  private final Node one = NodeFixtures.replica("one", 1);
  private final Node two = NodeFixtures.replica("two", 1);
  private Failover failover = failover(owned);
  private Prober ofPrimary = failover.watch(primary, a);
  private Prober ofOne = failover.watch(one, b);
  private Prober ofTwo = failover.watch(two, c);
  private @Nullable Answer verified;

  private static PrimaryDataSource owned(boolean acceptLoss) {
    return PrimaryDataSource.of(
        new PrimarySettings(
            "jdbc:h2:mem:a",
            null,
            null,
            Map.of("minimum-idle", "0"),
            Map.of(),
            new FailoverSettings(true, CONFIRM, acceptLoss)));
  }

  private Failover failover(PrimaryDataSource of) {
    return new Failover(
        of,
        primary,
        new GtidClock(clock -> {}),
        name -> "jdbc:h2:mem:" + name,
        () -> now,
        () -> {},
        pools -> verified == null ? b.ask() : verified);
  }

  @AfterEach
  void close() {
    owned.close();
  }

  /** Every server is asked once, the primary last, and so much time passes. */
  private void look(Duration passes) {
    if (owned.hasMoved()) {
      // from here on servers are compared with looks that only a monitor makes
      return;
    }
    for (Prober prober : new Prober[] {ofOne, ofTwo, ofPrimary}) {
      try {
        assertThat(prober.ask()).isNotNull();
      } catch (SQLException gone) {
        assertThat(gone.getSQLState()).isEqualTo("08S01");
      }
    }
    now += passes.toNanos();
  }

  private void look() {
    look(Duration.ofMillis(500));
  }

  private void assertAt(String address, boolean stopped) {
    assertThat(owned.address()).isEqualTo("jdbc:h2:mem:" + address);
    assertThat(owned.isStopped()).isEqualTo(stopped);
  }

  @Test
  void switchOver_isFollowedAfterTheTimeOfConfirmation_andNeverTakenForTwoPrimaries() {
    look();
    a.is("a", false, "a:1-12");
    look();
    b.is("b", true, "a:1-12,b:1");
    look();
    assertAt("a", false);
    look(CONFIRM.minusMillis(501));
    look(Duration.ofMillis(1));
    assertAt("a", false);
    look();
    assertAt("one", false);
    assertThat(owned.hasMoved()).isTrue();
  }

  @Test
  void candidate_thatTurnsReadOnlyAgain_beginsAnew() {
    look();
    a.isGone();
    b.is("b", true, "a:1-10");
    look();
    look(CONFIRM.minusSeconds(1));
    b.is("b", false, "a:1-10");
    look();
    b.is("b", true, "a:1-10");
    look(Duration.ofSeconds(4));
    look(Duration.ofMillis(1));
    assertAt("a", false);
    look(Duration.ofSeconds(1));
    look();
    assertAt("one", false);
  }

  @Test
  void primary_thatIsBackWithinTheTime_staysThePrimary_andBothStopIt() {
    look();
    a.isGone();
    b.is("b", true, "a:1-10");
    look();
    a.is("a", true, "a:1-10");
    look();
    assertAt("a", true);
    assertThat(catchThrowable(owned::getConnection))
        .hasMessageContaining("writes are stopped")
        .hasMessageContaining("server_uuid a")
        .hasMessageContaining("server_uuid b");
    // the one that was seen beside it may have been written: its silence changes nothing
    b.isGone();
    look(CONFIRM);
    look();
    assertAt("a", true);
    // nor does that of the primary
    b.is("b", true, "a:1-10");
    a.isGone();
    look(CONFIRM);
    look(CONFIRM);
    look();
    assertAt("a", true);
    // an operator who makes one of them read-only decides
    a.is("a", false, "a:1-10");
    look();
    look(CONFIRM);
    look();
    assertAt("one", false);
  }

  @Test
  void rival_thatTurnsReadOnly_letsWritesGoOn() {
    look();
    b.is("b", true, "a:1-10");
    look();
    assertAt("a", true);
    b.is("b", false, "a:1-10");
    look();
    assertAt("a", false);
  }

  @Test
  void twoCandidates_stop() {
    look();
    a.isGone();
    b.is("b", true, "a:1-10");
    c.is("c", true, "a:1-10");
    look();
    look(CONFIRM);
    look();
    assertAt("a", true);
    c.is("c", false, "a:1-10");
    look();
    look(CONFIRM);
    look();
    assertAt("one", false);
  }

  @Test
  void candidate_thatLacksWhatThePrimaryHadLast_isNotFollowed() {
    look();
    a.is("a", true, "a:1-11");
    look();
    a.isGone();
    b.is("b", true, "a:1-10,b:1-3");
    look();
    look(CONFIRM);
    look(CONFIRM);
    look();
    assertAt("a", true);
    assertThat(catchThrowable(owned::getConnection))
        .hasMessageContaining("it lacks transactions that the primary had: a:11");
  }

  @Test
  void reason_isTheOneOfNow() {
    look();
    a.isGone();
    b.is("b", true, "a:1-9");
    look();
    look();
    assertThat(catchThrowable(owned::getConnection)).hasMessageContaining("lacks transactions");
    a.is("a", true, "a:1-10");
    look();
    assertThat(catchThrowable(owned::getConnection)).hasMessageContaining("both take writes");
    b.is("b", false, "a:1-10");
    look();
    assertAt("a", false);
  }

  @Test
  void candidate_thatLacksACommitThatWasOnlyHeardOf_isNotFollowed() {
    look();
    failover.committed(Position.of("a", 12));
    failover.committed(Position.of("a", 11));
    a.isGone();
    b.is("b", true, "a:1-11");
    look();
    look(CONFIRM);
    look(CONFIRM);
    look();
    assertAt("a", true);
    assertThat(catchThrowable(owned::getConnection)).hasMessageContaining("had: a:12");

    b.is("b", true, "a:1-12");
    look();
    assertAt("a", true);
    look(CONFIRM);
    look();
    assertAt("one", false);
  }

  @Test
  void candidate_ofAPrimaryThatNeverAnswered_isNotFollowed() {
    a.isGone();
    b.is("b", true, "a:1-10");
    look();
    look(CONFIRM);
    look(CONFIRM);
    look();
    assertAt("a", true);
    assertThat(catchThrowable(owned::getConnection))
        .hasMessageContaining("nobody knows what the primary had");
  }

  /** What an old primary has replicated since is younger than what was last seen of the new one. */
  @Test
  void oldPrimary_thatReplicatesAlready_isNoReasonToDoubt() {
    look();
    a.is("a", false, "a:1-10");
    b.is("b", true, "a:1-10,b:1");
    look();
    for (int i = 2; i < 20; i++) {
      a.is("a", false, "a:1-10,b:1-" + i);
      look();
      b.is("b", true, "a:1-10,b:1-" + i);
    }
    assertAt("one", false);
  }

  @Test
  void server_thatAnswersOtherwiseThanToItsProbe_isNotFollowed() {
    look();
    a.isGone();
    b.is("b", true, "a:1-10");
    verified = new Answer("x", true, 100, GtidSet.parse("a:1-10"), "");
    look();
    look(CONFIRM);
    look(CONFIRM);
    look();
    assertAt("a", false);
    verified = null;
    look(CONFIRM);
    look(CONFIRM);
    look();
    assertAt("one", false);
  }

  @Test
  void loss_isAcceptedWhereThatIsSaid() {
    try (PrimaryDataSource accepting = owned(true)) {
      failover = failover(accepting);
      ofPrimary = failover.watch(primary, a);
      ofOne = failover.watch(one, b);
      ofTwo = failover.watch(two, c);
      look();
      a.isGone();
      b.is("b", true, "a:1-9");
      look();
      look(CONFIRM);
      look();
      assertThat(accepting.address()).isEqualTo("jdbc:h2:mem:one");
    }
  }
}
