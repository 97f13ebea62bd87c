package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.SemiSynchronous;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * Semi-synchronous replication on real servers. The embedded ones come without the plugin, and show
 * that it does not apply there; those of the container lane have it.
 */
@WithMySqlCluster(replicas = 1)
@ExtendWith(OutputCaptureExtension.class)
class SemiSyncOnMySqlTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void primary_isToldAsItIs_andThatItFellBackIsSaidOnce(
      MySqlCluster servers, CapturedOutput output) {
    MySqlNode replica = servers.replica(1);
    try (LaggingReplica lagging = new LaggingReplica(servers)) {
      lagging.run("create table semi_t (id int auto_increment primary key)");
      servers.awaitReplication();
      try (SemiSynchronous replication = SemiSynchronous.on(servers, Duration.ofMillis(500));
          Nodes nodes =
              lagging.start(
                  new LagLimits(
                      Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1)),
                  NodeFixtures.LAG)) {
        if (!replication.isAvailable()) {
          awaitState(nodes, SemiSync.NOT_USED);
          assertThat(output.getOut()).doesNotContain("semi-synchronous");
          return;
        }
        awaitState(nodes, SemiSync.ACTIVE);
        replica.stopReceiver();
        // waits for its time-out, and for no replica after that
        lagging.run("insert into semi_t values ()");
        awaitState(nodes, SemiSync.FALLEN_BACK);
        replica.startReceiver();
        awaitState(nodes, SemiSync.ACTIVE);
        assertThat(output.getOut())
            .containsOnlyOnce("semi-synchronous replication has fallen back to asynchronous")
            .containsOnlyOnce("replication is semi-synchronous again");
      }
    }
  }

  private static void awaitState(Nodes nodes, SemiSync state) {
    await().atMost(PATIENCE).until(() -> nodes.primary().semiSync() == state);
  }
}
