package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Losing replicas, one after the other, under a load of reads loses no read. */
@WithMySqlCluster(replicas = 2)
class ReplicaFailuresTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int READERS = 4;

  @Test
  void kill_oneReplicaThenTheOther_losesNoReadAndBothComeBack(MySqlCluster servers)
      throws Exception {
    losesNoRead(servers, MySqlNode::kill, MySqlNode::start);
  }

  @Test
  void pause_oneReplicaThenTheOther_losesNoReadAndBothComeBack(MySqlCluster servers)
      throws Exception {
    losesNoRead(servers, MySqlNode::pause, MySqlNode::resume);
  }

  private static void losesNoRead(
      MySqlCluster servers, Consumer<MySqlNode> lose, Consumer<MySqlNode> mend) throws Exception {
    MySqlNode r1 = servers.replica(1);
    MySqlNode r2 = servers.replica(2);
    try (Shop shop = Shop.open(servers);
        Readers readers = new Readers(shop)) {
      readers.awaitNodes("replica-1", "replica-2");

      lose.accept(r1);
      readers.awaitNodes("replica-2");
      lose.accept(r2);
      readers.awaitNodes("primary");
      readers.awaitReasons(NO_ELIGIBLE_REPLICA);

      mend.accept(r2);
      readers.awaitNodes("replica-2");
      mend.accept(r1);
      readers.awaitNodes("replica-1", "replica-2");
      readers.awaitReasons(EVENTUAL_REPLICA);

      readers.close();
      assertThat(readers.failures()).isEmpty();
      assertThat(readers.rows()).isPositive();
      List<StatementEvent> failed =
          shop.events().stream()
              .filter(event -> event.outcome() == StatementEvent.Outcome.ERROR)
              .toList();
      // each statement that was lost ran again, and no third time
      assertThat(shop.events())
          .filteredOn(event -> event.attempt() == 2)
          .hasSameSizeAs(failed)
          .allMatch(event -> event.reason() == RETRY_READ);
      assertThat(failed).allMatch(event -> event.attempt() == 1);
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .containsOnly(EVENTUAL_REPLICA, RETRY_READ, NO_ELIGIBLE_REPLICA);
      servers.clearStatements();
      // one that came back begins with a tenth of its weight
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                assertThatCall(() -> shop.orders().selectById(1))
                    .ranOn(REPLICA)
                    .ranNothingOn(PRIMARY)
                    .because(EVENTUAL_REPLICA);
                return !r1.statements().isEmpty() && !r2.statements().isEmpty();
              });
    } finally {
      for (MySqlNode replica : servers.replicas()) {
        replica.resume();
        if (!replica.isRunning()) {
          replica.start();
        }
      }
    }
  }

  /** Threads that read the same row again and again. */
  private static final class Readers implements AutoCloseable {

    private final Shop shop;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicLong rows = new AtomicLong();
    private final List<Throwable> failures = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    Readers(Shop shop) {
      this.shop = shop;
      for (int i = 0; i < READERS; i++) {
        Thread thread = new Thread(this::read, "reader-" + i);
        threads.add(thread);
        thread.start();
      }
    }

    private void read() {
      while (!ended.get()) {
        try {
          Order order = shop.orders().selectById(2);
          if (order == null || !order.getStatus().equals("PAID")) {
            throw new AssertionError("a read came back without its row");
          }
          rows.incrementAndGet();
        } catch (Throwable e) {
          synchronized (failures) {
            failures.add(e);
          }
        }
      }
    }

    /** Waits until the latest reads were served by exactly these nodes. */
    void awaitNodes(String... nodes) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(now().stream().map(StatementEvent::node).collect(Collectors.toSet()))
                      .isEqualTo(Set.copyOf(Arrays.asList(nodes))));
    }

    /** Those that hung on a node are let go a moment after the others have left it. */
    void awaitReasons(RouteReason only) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(reasonsNow()).containsOnly(only.name()));
    }

    Set<String> reasonsNow() {
      return now().stream().map(event -> event.reason().name()).collect(Collectors.toSet());
    }

    /** Reads that begin from now on. */
    private List<StatementEvent> now() {
      int before = shop.eventsSoFar().size() + READERS;
      await().atMost(PATIENCE).until(() -> shop.eventsSoFar().size() >= before + 40);
      List<StatementEvent> all = shop.eventsSoFar();
      return all.subList(before, all.size());
    }

    long rows() {
      return rows.get();
    }

    List<Throwable> failures() {
      synchronized (failures) {
        return List.copyOf(failures);
      }
    }

    @Override
    public void close() throws InterruptedException {
      ended.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }
}
