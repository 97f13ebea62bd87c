package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.RETRY_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.NetworkLine;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Calls fail on a replica whose probes are answered all the time: only calls can tell. */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class FailingCallsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void reads_oneReplicaLosesThemThoughItsProbesAreAnswered_restsAloneAndComesBack(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    MySqlNode first = servers.replica(1);
    try (NetworkLine line = NetworkLine.to(first);
        Shop shop =
            Shop.on(servers)
                .property("replicas.replica-1.url", line.through(first.jdbcUrl()))
                .open()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                line.loseAnswerTo("from orders");
                // no read is lost: it runs again on the other one
                assertThat(shop.orders().selectById(1)).isNotNull();
                assertThat(output.getOut())
                    .contains("replica-1", "answers its probes, but calls keep failing on it");
              });
      assertThat(shop.events())
          .filteredOn(event -> event.attempt() == 2)
          .isNotEmpty()
          .allMatch(event -> event.reason() == RETRY_READ);
      assertThat(output.getOut()).doesNotContain("is down");
      // at once: it rests for a second
      for (int i = 0; i < 3; i++) {
        shop.orders().selectById(1);
        assertThat(shop.lastEvent().node()).isEqualTo("replica-2");
        assertThat(shop.lastEvent().reason()).isEqualTo(EVENTUAL_REPLICA);
      }
      line.restore();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                shop.orders().selectById(1);
                assertThat(shop.lastEvent().node()).isEqualTo("replica-1");
              });
      assertThat(output.getOut()).contains("it begins with a tenth of its weight");
      assertThat(shop.events()).extracting(StatementEvent::node).doesNotContain("primary");
    }
  }

  /** B45 with a network instead of a process: nothing answers, and nobody closes a connection. */
  @Test
  void reads_lineToOneReplicaFallsSilent_noneIsLostAndItComesBack(MySqlCluster servers)
      throws Exception {
    MySqlNode first = servers.replica(1);
    try (NetworkLine line = NetworkLine.to(first);
        Shop shop =
            Shop.on(servers)
                .property("replicas.replica-1.url", line.through(first.jdbcUrl()))
                .open()) {
      await().atMost(PATIENCE).until(() -> nodeOfARead(shop).equals("replica-1"));
      line.silence();
      for (int i = 0; i < 20; i++) {
        assertThat(shop.orders().selectById(1)).isNotNull();
      }
      assertThat(shop.lastEvent().node()).isEqualTo("replica-2");
      line.restore();
      await().atMost(PATIENCE).until(() -> nodeOfARead(shop).equals("replica-1"));
    }
  }

  private static String nodeOfARead(Shop shop) {
    shop.orders().selectById(1);
    return String.valueOf(shop.lastEvent().node());
  }
}
