package io.github.rwsplit.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.statement.NormalizedSql;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/**
 * The audit log says of each node exactly the statements that its server says it received: none
 * more, none less, none elsewhere.
 */
@DemoTest
class AuditTruthTest {

  private static final int USERS = 6;
  private static final int ROUNDS = 15;

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  private final AuditLog audit = new AuditLog();

  @Test
  void audit_ofALoadByManyUsers_agreesWithEveryServerInFull() throws Exception {
    Shop shop = new Shop(environment, servers);
    // other tests buy the last ones
    shop.change("UPDATE inventory SET available = 5000");
    servers.awaitReplication();
    servers.clearStatements();
    audit.skipToEnd();

    ExecutorService users = Executors.newFixedThreadPool(USERS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int user = 1; user <= USERS; user++) {
        int id = user;
        all.add(users.submit(() -> shopAround(shop, id)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      users.shutdown();
    }

    long received = servers.nodes().stream().mapToLong(node -> node.statements().size()).sum();
    // the file is written by a thread of its own
    await().atMost(Duration.ofSeconds(20)).until(() -> ranOnNodes().count() >= received);
    assertThat(received).isGreaterThan(USERS * ROUNDS * 8L);
    for (MySqlNode node : servers.nodes()) {
      assertThat(audited(node)).as("what ran on %s", node.name()).isEqualTo(receivedBy(node));
    }
    assertThat(ranOnNodes())
        .allSatisfy(
            line -> {
              MySqlNode node = servers.node(line.getOrDefault("node", ""));
              assertThat(line)
                  .containsEntry("server", node.serverUuid())
                  .containsEntry("role", node.role().name().toLowerCase(Locale.ROOT));
            });
    assertThat(ranOnNodes().map(line -> line.getOrDefault("node", "")).distinct())
        .containsExactlyInAnyOrder("primary", "replica-1", "replica-2", "report-1");
  }

  private static void shopAround(Shop shop, int user) {
    String name = "truth-" + user;
    for (int round = 0; round < ROUNDS; round++) {
      long id = shop.placed(name, user, 1 + round, 1);
      shop.getAs(name, "/orders/{id}/status", id).expectStatus().isOk();
      shop.getAs(name, "/orders/{id}", id).expectStatus().isOk();
      shop.getAs(name, "/users/{user}/orders?page=1&size=5", user).expectStatus().isOk();
      shop.get("/catalog?category=garden").expectStatus().isOk();
      if (round % 3 == 0) {
        shop.post("/orders/{id}/cancel", id).expectStatus().isOk();
        shop.getAs(name, "/reports/sales").expectStatus().isOk();
      }
      // a mistake: no article of this number
      shop.place(name, user, 999_999, 1).expectStatus().is4xxClientError();
    }
  }

  /** Lines of statements that some server was asked for. */
  private Stream<Map<String, String>> ranOnNodes() {
    return audit.all().stream().filter(line -> line.containsKey("node"));
  }

  private Map<String, Long> audited(MySqlNode node) {
    return counted(
        ranOnNodes()
            .filter(line -> line.getOrDefault("node", "").equals(node.name()))
            .map(line -> line.getOrDefault("sql", "")));
  }

  private static Map<String, Long> receivedBy(MySqlNode node) {
    return counted(node.statements().stream().map(ReceivedStatement::text).map(NormalizedSql::of));
  }

  private static Map<String, Long> counted(Stream<String> texts) {
    return texts.collect(
        Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }
}
