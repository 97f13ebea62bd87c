package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.lost;
import static io.github.rwsplit.node.NodeFixtures.upReplica;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeTest {

  private final Node node = upReplica("r1", 1);
  private final AtomicInteger changes = new AtomicInteger();
  private final GtidClock clock = new GtidClock(newer -> {});
  private final AtomicInteger wakes = new AtomicInteger();

  NodeTest() {
    node.connect(this, changes::incrementAndGet, () -> {}, wakes::incrementAndGet);
  }

  @Test
  void active_leasesAndReturns_countsWhatIsOut() throws Exception {
    Connection first = node.dataSource().getConnection();
    Connection second = node.dataSource().getConnection();
    node.leased(first);
    node.leased(second);
    assertThat(node.active()).isEqualTo(2);
    node.returned(first);
    node.returned(first);
    assertThat(node.active()).isEqualTo(1);
  }

  @Test
  void active_moreLeasesThanPlacesByManyThreads_countsEachOfThem() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<List<Connection>>> leased = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        leased.add(threads.submit(() -> leaseAndReturnMany()));
      }
      List<Connection> out = new ArrayList<>();
      for (Future<List<Connection>> kept : leased) {
        out.addAll(kept.get());
      }
      assertThat(out).hasSize(160);
      assertThat(node.active()).isEqualTo(160);
      assertThat(node.abortLeases(Runnable::run)).isEqualTo(160);
      out.forEach(node::returned);
      assertThat(node.active()).isZero();
      assertThat(node.abortLeases(Runnable::run)).isZero();
    } finally {
      threads.shutdownNow();
    }
  }

  /** Keeps twenty and lets go of a thousand others. */
  private List<Connection> leaseAndReturnMany() throws SQLException {
    List<Connection> kept = new ArrayList<>();
    for (int i = 0; i < 1_020; i++) {
      Connection connection = node.dataSource().getConnection();
      node.leased(connection);
      if (i % 51 == 0) {
        kept.add(connection);
      } else {
        node.returned(connection);
      }
    }
    return kept;
  }

  @Test
  void abortLeases_returnedConnection_isSpared() throws Exception {
    Connection back = node.dataSource().getConnection();
    Connection out = node.dataSource().getConnection();
    node.leased(back);
    node.leased(out);
    node.returned(back);
    assertThat(node.abortLeases(Runnable::run)).isEqualTo(1);
    assertThat(((StubPool) node.dataSource()).aborted).containsExactly(out);
  }

  @Test
  void failed_connectionLost_isSuspectAndWakesTheProbeOnce() {
    node.failed(lost());
    node.failed(lost());
    assertThat(node.state()).isEqualTo(NodeState.SUSPECT);
    assertThat(changes).hasValue(1);
    assertThat(wakes).hasValue(1);
  }

  @Test
  void failed_lockWait_changesNothing() {
    node.failed(new SQLException("Lock wait timeout exceeded", "40001", 1205));
    assertThat(node.state()).isEqualTo(NodeState.UP);
    assertThat(wakes).hasValue(0);
  }

  @Test
  void failed_poolAllInUse_changesNothing() {
    node.failed(new SQLTransientConnectionException("rwsplit-r1 - Connection is not available"));
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void failed_nodeIsDown_staysDown() {
    NodeFixtures.down(node);
    node.failed(lost());
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
  }

  @Test
  void hear_setThatAReadBrought_isTakenInOnce() {
    node.holdings().executed(set(5), System.nanoTime(), clock);
    node.holdings().overheard(set(7).toString(), node.term());
    node.holdings().overheard(set(9).toString(), node.term());

    assertThat(node.holdings().hear(clock)).isTrue();
    assertThat(node.proof().executed()).isEqualTo(set(9));
    assertThat(node.holdings().heardWithin(Duration.ofMinutes(1))).isTrue();
    assertThat(node.holdings().hear(clock)).isFalse();
  }

  @Test
  void hear_setOfAnEarlierTerm_countsForNothing() {
    node.holdings().executed(set(9), System.nanoTime(), clock);
    long before = node.term();
    node.holdings().executed(set(5), System.nanoTime(), clock);
    assertThat(node.term()).as("its data went back").isNotEqualTo(before);

    node.holdings().overheard(set(9).toString(), before);

    assertThat(node.holdings().hear(clock)).isFalse();
    assertThat(node.proof().executed()).isEqualTo(set(5));
  }

  @Test
  void hear_setThatLacksWhatIsKnown_isLeftToTheProbe() {
    node.holdings().executed(set(9), System.nanoTime(), clock);
    long before = node.term();
    node.holdings().overheard(set(8).toString(), node.term());

    assertThat(node.holdings().hear(clock)).isFalse();
    assertThat(node.proof().executed()).isEqualTo(set(9));
    assertThat(node.term()).isEqualTo(before);
  }

  @Test
  void hear_beforeTheFirstProbe_andWhatIsNoSet_countsForNothing() {
    node.holdings().overheard(set(8).toString(), node.term());
    assertThat(node.holdings().hear(clock)).isFalse();

    node.holdings().executed(set(8), System.nanoTime(), clock);
    node.holdings().overheard("no set:at all", node.term());
    assertThat(node.holdings().hear(clock)).isFalse();
    assertThat(node.proof().executed()).isEqualTo(set(8));
  }

  @Test
  void executed_answerToAQuestionFromBeforeWhatWasHeard_takesNothingAway() {
    node.holdings().executed(set(5), System.nanoTime(), clock);
    long askedAt = System.nanoTime();
    long term = node.term();
    node.holdings().overheard(set(9).toString(), term);
    assertThat(node.holdings().hear(clock)).isTrue();

    node.holdings().executed(set(6), askedAt, clock);

    assertThat(node.proof().executed()).isEqualTo(set(9));
    assertThat(node.term()).isEqualTo(term);
  }

  @Test
  void proveAgain_newLookAtThePrimary_needsNoQuestionToTheReplica() {
    clock.primaryHad(new Look(1_000, set(5), true));
    node.holdings().executed(set(9), System.nanoTime(), clock);
    assertThat(node.proof().upTo()).isEqualTo(1_000);

    clock.primaryHad(new Look(2_000, set(9), true));
    node.holdings().proveAgain(clock);

    assertThat(node.proof().upTo()).isEqualTo(2_000);
    assertThat(Objects.requireNonNull(node.proof().primary()).time()).isEqualTo(2_000);
  }

  @Test
  void answered_anotherServerInItsPlace_provesNothingByItsWindowEither() {
    node.answered(new Answer("uuid-1", false, 0, set(5), ""));
    node.holdings().executed(set(5), System.nanoTime(), clock);
    long before = node.term();

    node.answered(new Answer("uuid-2", false, 0, set(3), ""));

    assertThat(node.proof()).isEqualTo(new Proof(null, true, null, null, node.term()));
    assertThat(node.term()).isNotEqualTo(before);
  }

  @Test
  void isWorthWaitingFor_afterAWaitInVain_untilItHasTheGoalOrASecondHasPassed() {
    node.holdings().executed(set(5), System.nanoTime(), clock);
    assertThat(isWorthIt(System.nanoTime())).isTrue();

    node.waiting().missed(set(9));
    long now = System.nanoTime();
    assertThat(isWorthIt(now)).isFalse();
    assertThat(isWorthIt(now + Duration.ofMillis(1_001).toNanos())).isTrue();

    node.holdings().executed(set(9), System.nanoTime(), clock);
    assertThat(isWorthIt(now)).isTrue();
  }

  @Test
  void isWorthWaitingFor_serverWithoutGtids_isFalse() {
    assertThat(isWorthIt(System.nanoTime())).isFalse();
  }

  private boolean isWorthIt(long now) {
    return node.waiting().isWorthIt(node.proof().executed(), now);
  }

  private static GtidSet set(int last) {
    return GtidSet.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-" + last);
  }
}
