package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RedisServer;
import io.github.rwsplit.boot.RedisStores;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * How often servers are asked, as they themselves tell, and how long a write waits for its proof:
 * each instance for itself, and with shared looks. {@code -Drwsplit.looks=full} measures at length
 * and prints the table of docs/read-your-writes.md.
 */
@WithMySqlCluster(replicas = 2)
class SharedLooksCostTest {

  private static final boolean FULL = "full".equals(System.getProperty("rwsplit.looks"));
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String QUESTION = "SELECT @@server_uuid";

  private record Cost(
      int instances, boolean shared, double primary, double replica, double half, double most) {

    String row() {
      return String.format(
          Locale.ROOT,
          "| %d | %s | %.0f | %.0f | %.1f | %.1f |",
          instances,
          shared ? "shared" : "each its own",
          primary,
          replica,
          half,
          most);
    }
  }

  @Test
  void servers_areAskedLessWhereLooksAreShared(MySqlCluster servers) throws Exception {
    try (Connection connection = servers.primary().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table looked (id bigint primary key, version bigint not null)");
      for (int i = 0; i < 8; i++) {
        statement.execute("insert into looked values (" + i + ", 0)");
      }
    }
    servers.awaitReplication();
    try (RedisServer redis = RedisServer.running()) {
      for (boolean waits : FULL ? new boolean[] {false, true} : new boolean[] {false}) {
        List<String> table = new ArrayList<>();
        for (int instances : FULL ? new int[] {1, 2, 8} : new int[] {4}) {
          Cost own = cost(servers, redis, instances, false, waits);
          Cost shared = cost(servers, redis, instances, true, waits);
          table.add(own.row());
          table.add(shared.row());
          if (instances > 1 && !waits) {
            assertThat(shared.primary()).isPositive().isLessThan(own.primary());
            assertThat(shared.replica()).isPositive().isLessThan(own.replica());
          }
        }
        if (FULL) {
          System.out.printf(
              "%nreads %s%n%s%n", waits ? "wait" : "do not wait", String.join("\n", table));
        }
      }
    }
  }

  private static Cost cost(
      MySqlCluster servers, RedisServer redis, int number, boolean shared, boolean waits)
      throws Exception {
    int proofs = FULL ? 1_600 / number : 25;
    AtomicBoolean going = new AtomicBoolean(true);
    ExecutorService threads = Executors.newCachedThreadPool();
    List<LookingInstance> instances = new ArrayList<>();
    try {
      List<Future<Void>> sessions = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        LettuceConnectionFactory client = new LettuceConnectionFactory("127.0.0.1", redis.port());
        instances.add(
            new LookingInstance(
                servers,
                i,
                // one alone does not share; here it does, to show what that costs
                Math.max(2, number),
                shared ? RedisStores.open(client, "looked") : null));
      }
      for (LookingInstance instance : instances) {
        sessions.add(threads.submit(() -> instance.writesAndReads(going::get, waits)));
      }
      awaitProofs(instances, sessions, 10);
      instances.forEach(LookingInstance::forgetTimes);
      servers.clearStatements();
      long begun = System.nanoTime();
      awaitProofs(instances, sessions, proofs);
      double seconds = (System.nanoTime() - begun) / 1e9;
      double primary = looks(servers.primary()) / seconds;
      double replica =
          servers.replicas().stream().mapToLong(SharedLooksCostTest::looks).sum() / 2.0;
      going.set(false);
      for (Future<Void> session : sessions) {
        session.get();
      }
      List<Long> times =
          instances.stream().flatMap(one -> one.proofTimes().stream()).sorted().toList();
      return new Cost(
          number,
          shared,
          primary,
          replica / seconds,
          times.get(times.size() / 2) / 1e6,
          times.get(times.size() * 95 / 100) / 1e6);
    } finally {
      going.set(false);
      threads.shutdownNow();
      for (LookingInstance instance : instances) {
        instance.close();
      }
    }
  }

  private static long looks(MySqlNode server) {
    return server.everythingReceived().stream()
        .filter(statement -> statement.text().startsWith(QUESTION))
        .count();
  }

  private static void awaitProofs(
      List<LookingInstance> instances, List<Future<Void>> sessions, int more) {
    List<Integer> goals = instances.stream().map(one -> one.proofs() + more).toList();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              for (int i = 0; i < goals.size(); i++) {
                assertThat(sessions.get(i)).isNotDone();
                if (instances.get(i).proofs() < goals.get(i)) {
                  return false;
                }
              }
              return true;
            });
  }
}
