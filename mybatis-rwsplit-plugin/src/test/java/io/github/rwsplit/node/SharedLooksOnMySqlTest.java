package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RedisServer;
import io.github.rwsplit.boot.RedisStores;
import io.github.rwsplit.node.SharedLooks.Heard;
import io.github.rwsplit.node.SharedLooks.Told;
import io.github.rwsplit.node.SharedLooks.Wanted;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Instances that share their looks at real servers through a real Redis. Each write is read on a
 * replica as soon as that is said to have it; a read that misses it fails the test.
 */
@WithMySqlCluster(replicas = 2)
class SharedLooksOnMySqlTest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static RedisServer redis;
  private final MySqlCluster servers;
  private final List<LookingInstance> instances = new ArrayList<>();
  private final List<Future<Void>> sessions = new ArrayList<>();
  private final AtomicBoolean going = new AtomicBoolean(true);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  SharedLooksOnMySqlTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeAll
  static void startRedis() throws IOException {
    redis = RedisServer.running();
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @BeforeEach
  void createTable() throws Exception {
    try (Connection connection = servers.primary().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("drop table if exists looked");
      statement.execute("create table looked (id bigint primary key, version bigint not null)");
      for (int i = 0; i < 8; i++) {
        statement.execute("insert into looked values (" + i + ", 0)");
      }
    }
    servers.awaitReplication();
  }

  @AfterEach
  void end() throws Exception {
    going.set(false);
    threads.shutdownNow();
    for (LookingInstance instance : instances) {
      instance.close();
    }
    servers.primary().readOnly(false);
    servers.replicas().forEach(MySqlNode::startApplier);
  }

  private static RedisStores.Store store() {
    return RedisStores.open(new LettuceConnectionFactory("127.0.0.1", redis.port()), "looked");
  }

  private void start(int number) {
    for (int i = 0; i < number; i++) {
      instances.add(new LookingInstance(servers, i, number, store()));
    }
  }

  private void load(boolean waits) {
    for (LookingInstance instance : instances) {
      sessions.add(threads.submit(() -> instance.writesAndReads(going::get, waits)));
    }
  }

  /** So many more proofs on each instance; none of them was wrong. */
  private void awaitProofs(int more) throws Exception {
    List<Integer> goals = instances.stream().map(instance -> instance.proofs() + more).toList();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              for (Future<Void> session : sessions) {
                if (session.isDone()) {
                  return true;
                }
              }
              for (int i = 0; i < goals.size(); i++) {
                if (instances.get(i).proofs() < goals.get(i)) {
                  return false;
                }
              }
              return true;
            });
    for (Future<Void> session : sessions) {
      if (session.isDone()) {
        session.get();
      }
    }
  }

  private void endLoad() throws Exception {
    going.set(false);
    for (Future<Void> session : sessions) {
      session.get();
    }
  }

  @Test
  void proofs_goOn_whenRedisHangs_isGone_andLosesEverything() throws Exception {
    start(3);
    load(false);
    awaitProofs(10);
    redis.pause();
    try {
      awaitProofs(10);
    } finally {
      redis.resume();
    }
    awaitProofs(10);
    redis.say("FLUSHALL");
    awaitProofs(10);
    redis.kill();
    awaitProofs(10);
    redis.start();
    awaitProofs(10);
    endLoad();
  }

  @Test
  void proofs_goOn_whenSomebodyTakesEveryTurnAndNeverLooks() throws Exception {
    start(2);
    String primary = servers.primary().serverUuid();
    try (RedisStores.Store dead = store()) {
      load(false);
      threads.submit(
          () -> {
            while (going.get()) {
              Heard heard =
                  dead.looks()
                      .exchange(
                          new Told(
                              "", List.of(), List.of(new Wanted(primary, SharedLooks.NONE, 0))));
              assertThat(heard.yours()).containsOnly(primary);
              LockSupport.parkNanos(1_000_000);
            }
            return null;
          });
      awaitProofs(10);
      endLoad();
    }
  }

  @Test
  void proofs_goOn_whenTheInstanceThatLooksIsClosedAtAnyTime() throws Exception {
    start(3);
    load(false);
    awaitProofs(10);
    LookingInstance first = instances.remove(0);
    first.nodes().close();
    awaitProofs(20);
    going.set(false);
    first.close();
    endLoad();
  }

  @Test
  void writes_areNotMissed_whileAppliersStopAndStart_withReadsThatWait() throws Exception {
    start(3);
    load(true);
    for (int i = 0; i < 3; i++) {
      servers.replica(1).stopApplier();
      awaitProofs(10);
      servers.replica(1).startApplier();
      servers.replica(2).stopApplier();
      awaitProofs(10);
      servers.replica(2).startApplier();
    }
    endLoad();
  }

  @Test
  void primary_thatTakesNoWritesAnyMore_provesNothingToAnyInstance() throws SQLException {
    start(2);
    for (LookingInstance instance : instances) {
      awaitLookAfter(instance, System.nanoTime());
    }
    servers.primary().readOnly(true);
    long demoted = System.nanoTime();
    for (int i = 0; i < 400; i++) {
      for (LookingInstance instance : instances) {
        assertThat(instance.pickForNow()).isNull();
        assertThat(instance.newest().time() - demoted).isNegative();
      }
      LockSupport.parkNanos(1_000_000);
    }
    servers.primary().readOnly(false);
    for (LookingInstance instance : instances) {
      awaitLookAfter(instance, System.nanoTime());
    }
  }

  private static void awaitLookAfter(LookingInstance instance, long time) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(instance.pickForNow()).isNull();
              return instance.newest().time() - time > 0;
            });
  }
}
