package io.github.rwsplit.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.test.MySqlCluster;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** Replicas are killed under a running service and come back. */
@DemoTest
class LostReplicasTest {

  private static final String LIST = "io.github.rwsplit.demo.order.OrderMapper.ofUser";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  private final AuditLog audit = new AuditLog();
  Shop shop;

  @BeforeEach
  void openShop() {
    shop = new Shop(environment, servers);
  }

  @AfterEach
  void bringAllBack() {
    servers.replicas().stream().filter(node -> !node.isRunning()).forEach(node -> node.restart());
    servers.awaitReplication();
    await().atMost(PATIENCE).until(() -> status("/reports/sales") == 200);
    for (String replica : new String[] {"replica-1", "replica-2"}) {
      awaitListFrom(replica);
    }
  }

  @Test
  void list_bothReplicasDie_losesNoReadAndEndsOnThePrimary() {
    AtomicBoolean enough = new AtomicBoolean();
    Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(
            () -> {
              while (!enough.get()) {
                statuses.add(status("/users/1/orders"));
              }
            });
    try {
      awaitListFrom("replica-1");
      servers.node("replica-1").kill();
      awaitListFrom("replica-2");
      servers.node("replica-2").kill();
      awaitListFrom("primary");
    } finally {
      enough.set(true);
      reader.join();
    }

    assertThat(statuses).isNotEmpty().containsOnly(200);
    audit.skipToEnd();
    status("/users/1/orders");
    await()
        .untilAsserted(
            () ->
                assertThat(audit.of(LIST))
                    .hasSize(2)
                    .allSatisfy(
                        line -> assertThat(line).containsEntry("reason", "NO_ELIGIBLE_REPLICA")));
  }

  @Test
  void report_itsReplicaIsDead_isUnavailableAndNotRunOnThePrimary() {
    servers.node("report-1").kill();
    servers.clearStatements();

    await().atMost(PATIENCE).until(() -> status("/reports/sales") == 503);
    var response = shop.getAs("reader", "/reports/sales");
    response.expectStatus().isEqualTo(503);
    response.expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON);
    response.expectHeader().valueEquals(HttpHeaders.RETRY_AFTER, "1");
    assertThat(servers.primary().statements())
        .noneMatch(statement -> statement.text().contains("GROUP BY s.category"));
  }

  /** Reads until the newest line about the list names this node. */
  private void awaitListFrom(String node) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              status("/users/1/orders");
              var lines = audit.of(LIST);
              return !lines.isEmpty()
                  && lines.get(lines.size() - 1).getOrDefault("node", "").equals(node);
            });
  }

  private int status(String path) {
    return shop.getAs("reader", path).returnResult(Void.class).getStatus().value();
  }
}
