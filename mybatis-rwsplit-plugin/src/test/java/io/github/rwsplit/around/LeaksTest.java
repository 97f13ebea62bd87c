package io.github.rwsplit.around;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import io.github.rwsplit.Pools;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.Items;
import io.github.rwsplit.connection.Note;
import io.github.rwsplit.connection.TwoDatabases;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Whatever an application does, all connections go back, and none is waited for in vain. */
class LeaksTest {

  private static final int SEQUENCES = 200;

  private final AtomicInteger timeouts = new AtomicInteger();

  @ParameterizedTest
  @CsvSource({
    "SIMPLE, false, 1",
    "SIMPLE, true, 2",
    "REUSE, false, 3",
    "REUSE, true, 4",
    "BATCH, false, 5",
    "BATCH, true, 6"
  })
  void randomSequences_leaveNoConnectionOut_andWaitForNone(
      ExecutorType executor, boolean poolsOfOne, long seed) throws Exception {
    TwoDatabases.Builder builder = TwoDatabases.builder().executor(executor);
    if (poolsOfOne) {
      builder.poolsOfOne();
    }
    try (TwoDatabases both = builder.open()) {
      count(both.primaryPool());
      count(both.replicaPool());
      Random random = new Random(seed);
      // REUSE takes a read with a handler to the primary, and what the handler calls outside of any
      // scope opens a second session there, as it does without us
      boolean oneAtATime = poolsOfOne && executor == ExecutorType.REUSE;
      for (int i = 0; i < SEQUENCES; i++) {
        List<String> done = new ArrayList<>();
        run(both, random, executor, kind(random, poolsOfOne, oneAtATime), done);

        assertThat(both.leased()).as("replica, sequence %d: %s", i, done).isZero();
        if (active(both.primaryPool()) > 0) {
          // a probe, or a leak
          Pools.assertAllReturned(both.primaryPool());
        }
        assertThat(timeouts).as("sequence %d: %s", i, done).hasValue(0);
      }
      Pools.assertAllReturned(both.replicaPool());
      assertThat(both.items().eventual(1)).isEqualTo("R1");
    }
  }

  private static int kind(Random random, boolean poolsOfOne, boolean oneAtATime) {
    int first = oneAtATime ? 1 : 0;
    // a suspended transaction keeps the primary's only connection, as it does without us
    int end = poolsOfOne ? 5 : 6;
    return first + random.nextInt(end - first);
  }

  private void count(HikariDataSource pool) {
    Thread application = Thread.currentThread();
    MetricsTrackerFactory counting =
        (name, stats) ->
            new IMetricsTracker() {
              @Override
              public void recordConnectionTimeout() {
                // probes may have to wait
                if (Thread.currentThread() == application) {
                  timeouts.incrementAndGet();
                }
              }
            };
    pool.setMetricsTrackerFactory(counting);
  }

  private static int active(HikariDataSource pool) {
    return pool.getHikariPoolMXBean().getActiveConnections();
  }

  private static void run(
      TwoDatabases both, Random random, ExecutorType executor, int kind, List<String> done) {
    int steps = 1 + random.nextInt(6);
    switch (kind) {
      case 0 -> steps(both.items(), random, steps, done, "no scope");
      case 1 -> within(both, both.supports(), random, steps, done, "supports");
      case 2 -> within(both, both.required(), random, steps, done, "required");
      case 3 -> within(both, both.readOnly(), random, steps, done, "read only");
      case 4 -> {
        try (SqlSession session = both.factory().openSession(executor, random.nextBoolean())) {
          steps(session.getMapper(Items.class), random, steps, done, "session");
        }
      }
      default -> {
        done.add("suspended in required");
        both.required()
            .executeWithoutResult(
                status -> within(both, both.notSupported(), random, steps, done, "suspended"));
      }
    }
  }

  private static void within(
      TwoDatabases both,
      TransactionTemplate scope,
      Random random,
      int steps,
      List<String> done,
      String name) {
    try {
      scope.executeWithoutResult(
          status -> {
            steps(both.items(), random, steps, done, name);
            if (random.nextInt(4) == 0) {
              throw new Wanted();
            }
            if (random.nextInt(4) == 0) {
              status.setRollbackOnly();
            }
          });
    } catch (RuntimeException e) {
      // a batch fails when it is flushed, which may be the commit
      done.add(name + " ended with " + e.getClass().getSimpleName());
    }
  }

  private static void steps(
      Items items, Random random, int steps, List<String> done, String where) {
    done.add(where);
    for (int i = 0; i < steps; i++) {
      Step step = Step.values()[random.nextInt(Step.values().length)];
      done.add(step.name());
      try {
        step.work.on(items);
      } catch (Exception e) {
        done.add("failed with " + e.getClass().getSimpleName());
      }
    }
  }

  /** What one step does; those that fail, fail on purpose. */
  private enum Step {
    EVENTUAL(items -> items.eventual(1)),
    SESSION(items -> items.session(1)),
    STRONG(items -> items.strong(1)),
    UNDECLARED(items -> items.undeclared(2)),
    WRITE(items -> items.note("a")),
    RENAME(items -> items.rename(new Item(3, "new"))),
    GENERATED_KEY(items -> items.noteGenerated(new Note("b"))),
    KEY_BEFORE(items -> items.noteKeyBefore(new Note("c"))),
    FAILED_WRITE(
        items -> {
          items.rename(new Item(1, "a name that is much too long for its column"));
          items.flush();
        }),
    NESTED(Items::withChildren),
    NESTED_LOCKED(Items::withLockedChildren),
    LAZY(items -> items.lazy(1).getChildren()),
    HANDLER(items -> items.each(context -> {})),
    HANDLER_THAT_READS(items -> items.each(context -> items.strong(1))),
    HANDLER_THAT_WRITES(items -> items.each(context -> items.note("d"))),
    HANDLER_THAT_FAILS(
        items ->
            items.each(
                context -> {
                  throw new Wanted();
                })),
    HANDLER_THAT_STOPS(items -> items.each(context -> context.stop())),
    CURSOR(
        items -> {
          try (Cursor<String> cursor = items.stream()) {
            cursor.forEach(row -> {});
          }
        }),
    CURSOR_HALF(
        items -> {
          try (Cursor<String> cursor = items.stream()) {
            cursor.iterator().next();
          }
        }),
    CURSOR_AND_WRITE(
        items -> {
          try (Cursor<String> cursor = items.stream()) {
            Iterator<String> rows = cursor.iterator();
            rows.next();
            items.note("e");
            items.eventual(2);
            rows.forEachRemaining(row -> {});
          }
        }),
    CURSOR_LEFT_OPEN(items -> items.stream().iterator().next());

    private final Work work;

    Step(Work work) {
      this.work = work;
    }
  }

  private interface Work {
    void on(Items items) throws Exception;
  }

  private static final class Wanted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
