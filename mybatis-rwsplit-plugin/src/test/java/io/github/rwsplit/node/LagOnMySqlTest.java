package io.github.rwsplit.node;

import static io.github.rwsplit.node.LaggingReplica.PATIENCE;
import static io.github.rwsplit.node.LaggingReplica.awaitNotServed;
import static io.github.rwsplit.node.LaggingReplica.awaitServed;
import static io.github.rwsplit.node.LaggingReplica.node;
import static io.github.rwsplit.node.NodeFixtures.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The faults of replication, each made on a server, and what is told of the replica's lag then. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class LagOnMySqlTest {

  private static final LagLimits LIMITS =
      new LagLimits(Duration.ofMillis(200), Duration.ofMillis(400), Duration.ofSeconds(1));

  private MySqlCluster servers;
  private MySqlNode replica;
  private LaggingReplica lagging;

  @BeforeEach
  void open(MySqlCluster cluster) {
    servers = cluster;
    lagging = new LaggingReplica(cluster);
    replica = lagging.server();
    lagging.run("create table if not exists lag_t (id int auto_increment primary key)");
    cluster.awaitReplication();
  }

  @AfterEach
  void close() {
    lagging.close();
  }

  @Test
  void receiverStopped_writesGoOn_isLateAndBackWhenItRuns(CapturedOutput output) {
    writeOnAndOn();
    isLateDuring(replica::stopReceiver, replica::startReceiver);
    assertThat(output.getOut())
        .contains("falls behind", "gets no reads of group online: its data are ");
  }

  @Test
  void applierStopped_writesGoOn_isLateAndBackWhenItRuns() {
    writeOnAndOn();
    isLateDuring(replica::stopApplier, replica::startApplier);
  }

  @Test
  void delayedReplica_isLateByTheDelayAndNoMore() {
    writeOnAndOn();
    try (Nodes nodes = started(false)) {
      Node node = node(nodes);
      replica.delay(Duration.ofSeconds(3));
      try {
        awaitNotServed(nodes);
        await().atMost(PATIENCE).until(() -> lagMillis(node) > 2_500);
        // it applies, three seconds later and a little more
        await().atMost(PATIENCE).until(() -> lagMillis(node) < 4_500);
        assertThat(nodes.pick(request("online"))).isNull();
      } finally {
        replica.delay(Duration.ZERO);
      }
      awaitServed(nodes);
    }
  }

  @Test
  void applierBlockedByALock_isLateUntilTheLockIsGone() throws Exception {
    writeOnAndOn();
    try (Nodes nodes = started(false);
        Connection blocker = replica.adminConnection();
        Statement statement = blocker.createStatement()) {
      statement.execute("lock tables lag_t read");
      awaitNotServed(nodes);
      statement.execute("unlock tables");
      awaitServed(nodes);
    }
  }

  @Test
  void resetReplica_forgetsItsSource_isLateFromTheNextWriteOn() {
    writeOnAndOn();
    isLateDuring(
        () -> replica.execute("STOP REPLICA", "RESET REPLICA ALL"), () -> replica.follow());
  }

  @Test
  void resetReplica_forgetsWhatItHasExecuted_isUnknownAndNeverZero() {
    try (Nodes nodes = started(false)) {
      Node node = node(nodes);
      String executed = replica.gtidExecuted();
      replica.execute("STOP REPLICA", resetSet());
      try {
        await().atMost(PATIENCE).until(() -> nodes.pick(request("online")) == null);
        assertThat(node.lagMillis()).isNull();
      } finally {
        replica.execute("SET GLOBAL gtid_purged='" + executed + "'", "START REPLICA");
      }
      awaitServed(nodes);
    }
  }

  @Test
  void idlePrimary_receiverStopped_isHarmlessUntilTheNextWrite() {
    try (Nodes nodes = started(false)) {
      replica.stopReceiver();
      try {
        long begun = System.nanoTime();
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  assertThat(nodes.pick(request("online"))).isNotNull();
                  return System.nanoTime() - begun > LIMITS.removedAbove().toNanos() * 2;
                });
        assertThat(lagMillis(node(nodes))).isLessThan(1_000);
        writeOnAndOn();
        awaitNotServed(nodes);
      } finally {
        replica.startReceiver();
      }
      awaitServed(nodes);
    }
  }

  @Test
  void primaryHangs_nothingCanBeProved_servesAndSaysSo(CapturedOutput output) {
    try (Nodes nodes = started(false)) {
      servers.primary().pause();
      try {
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  assertThat(nodes.pick(request("online"))).isNotNull();
                  return lagMillis(node(nodes)) > 3_000
                      && output.getOut().contains("EVENTUAL reads go on");
                });
        assertThat(output.getOut())
            .containsOnlyOnce("Nothing proves how fresh the replicas are while primary");
      } finally {
        servers.primary().resume();
      }
      await().atMost(PATIENCE).until(() -> lagMillis(node(nodes)) < 1_000);
      assertThat(output.getOut()).containsOnlyOnce("shows again how fresh its replicas are");
    }
  }

  @Test
  void primaryHangs_whatCannotBeProvedIsRefused_isLateUntilItAnswers() {
    try (Nodes nodes = started(true)) {
      servers.primary().pause();
      try {
        awaitNotServed(nodes);
        assertThat(nodes.pickStale(request("online"))).isSameAs(node(nodes));
      } finally {
        servers.primary().resume();
      }
      awaitServed(nodes);
    }
  }

  @Test
  void rest_nothingIsRouted_firstReadAfterItFindsAReplicaWithinItsLimit() {
    try (Nodes nodes = started(true)) {
      Node node = node(nodes);
      long begun = System.nanoTime();
      // the pauses of the probes are at their longest after five seconds
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                assertThat(node.lag().isAbove(LIMITS.removedAbove().toNanos(), now(), true))
                    .isFalse();
                return now() - begun > Duration.ofSeconds(6).toNanos();
              });
      assertThat(nodes.pick(request("online"))).isSameAs(node);
    }
  }

  private void isLateDuring(Runnable fault, Runnable end) {
    try (Nodes nodes = started(false)) {
      fault.run();
      try {
        awaitNotServed(nodes);
        assertThat(lagMillis(node(nodes))).isGreaterThan(1_000);
      } finally {
        end.run();
      }
      awaitServed(nodes);
    }
  }

  private static long lagMillis(Node node) {
    Long lag = node.lagMillis();
    return lag == null ? Long.MAX_VALUE : lag;
  }

  private static long now() {
    return System.nanoTime();
  }

  private String resetSet() {
    try (Connection connection = replica.adminConnection()) {
      int major = connection.getMetaData().getDatabaseMajorVersion();
      return major < 9 ? "RESET MASTER" : "RESET BINARY LOGS AND GTIDS";
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Twenty commits a second, so that what is missing grows. */
  private void writeOnAndOn() {
    lagging.runEach(50, "insert into lag_t values ()");
  }

  private Nodes started(boolean refuseUnprovable) {
    return lagging.start(
        LIMITS, new LagSettings(LagSettings.Source.AUTO, Duration.ofMillis(25), refuseUnprovable));
  }
}
