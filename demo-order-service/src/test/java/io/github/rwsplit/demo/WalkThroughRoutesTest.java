package io.github.rwsplit.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.test.web.servlet.client.EntityExchangeResult;

/**
 * The steps of the walk-through run where the console says they do: the servers' own logs prove the
 * node, the audit lines say why, and both agree.
 */
@DemoTest
class WalkThroughRoutesTest {

  private static final String ORDERS = "io.github.rwsplit.demo.order.OrderMapper.";
  private static final String REPORTS = "io.github.rwsplit.demo.report.ReportMapper.";

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  private final AuditLog audit = new AuditLog();
  Shop shop;

  @BeforeEach
  void openShop() {
    shop = new Shop(environment, servers);
    servers.awaitReplication();
    forget();
  }

  @Test
  void order_allOfIt_runsOnThePrimary() {
    shop.placed("walk-order", 1, 1, 1);

    assertThat(received("INSERT INTO orders")).containsExactly("primary");
    assertThat(received("INSERT INTO payment")).containsExactly("primary");
    assertThat(received("UPDATE inventory")).containsExactly("primary");
    assertThat(received("SELECT price FROM sku")).containsExactly("primary");
    assertLines(ORDERS + "insert", 1, "primary", "WRITE");
    assertLines("io.github.rwsplit.demo.payment.PaymentMapper.insert", 1, "primary", "WRITE");
    assertLines("io.github.rwsplit.demo.inventory.InventoryMapper.take", 1, "primary", "WRITE");
    assertLines(ORDERS + "userExists", 1, "primary", "TX_READ_WRITE");
  }

  @Test
  void list_countAndPage_runOnOneReplicaInOneDecision() {
    shop.getAs("walk-list", "/users/1/orders?page=1&size=5").expectStatus().isOk();

    List<String> nodes = received("user_id = 1");
    assertThat(nodes).hasSize(2).containsAnyOf("replica-1", "replica-2");
    assertThat(nodes.get(0)).isEqualTo(nodes.get(1));
    List<Map<String, String>> lines =
        assertLines(ORDERS + "ofUser", 2, nodes.get(0), "EVENTUAL_REPLICA");
    assertThat(lines).extracting(line -> line.get("decision")).containsOnly(decision(lines));
  }

  @Test
  void report_anyUser_runsOnTheReportingReplica() {
    shop.getAs("walk-report", "/reports/sales").expectStatus().isOk();

    assertThat(received("GROUP BY s.category")).containsExactly("report-1");
    assertLines(REPORTS + "salesByCategory", 1, "report-1", "EVENTUAL_REPLICA");
  }

  @Test
  void find_anyOrder_runsOnThePrimary() {
    shop.getAs("walk-find", "/orders/1").expectStatus().isOk();

    assertThat(received("JOIN payment")).containsExactly("primary");
    assertLines(ORDERS + "find", 1, "primary", "STRONG");
  }

  @Test
  void status_afterOwnWrite_runsOnThePrimaryUntilAReplicaHasIt() {
    servers.replicas().forEach(MySqlNode::stopApplier);
    long id;
    try {
      id = shop.placed("walk-status", 1, 1, 1);
      shop.getAs("walk-status", "/orders/{id}/status", id).expectStatus().isOk();

      assertThat(received("SELECT id, status FROM orders")).containsExactly("primary");
      assertLines(ORDERS + "findState", 1, "primary", "SESSION_MARKER");
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              forget();
              shop.getAs("walk-status", "/orders/{id}/status", id).expectStatus().isOk();
              List<String> nodes = received("SELECT id, status FROM orders");
              assertThat(nodes).hasSize(1).containsAnyOf("replica-1", "replica-2");
              assertLines(ORDERS + "findState", 1, nodes.get(0), "SESSION_REPLICA");
            });
  }

  @Test
  void status_ofAnotherSession_runsOnAReplicaAtOnce() {
    long id = shop.placed("walk-writer", 1, 1, 1);
    servers.awaitReplication();
    shop.getAs("walk-other", "/orders/{id}/status", id).expectStatus().isOk();

    List<String> nodes = received("SELECT id, status FROM orders");
    assertThat(nodes).hasSize(1).containsAnyOf("replica-1", "replica-2");
    assertLines(ORDERS + "findState", 1, nodes.get(0), "SESSION_REPLICA");
  }

  @Test
  void status_withTheTokenOfTheOrder_needsNoUser() {
    servers.replicas().forEach(MySqlNode::stopApplier);
    try {
      EntityExchangeResult<String> placed =
          shop.place("{\"userId\":1,\"skuId\":1,\"quantity\":1}")
              .expectStatus()
              .isCreated()
              .expectBody(String.class)
              .returnResult();
      long id = JsonPath.<Number>read(placed.getResponseBody(), "$.id").longValue();
      String token = Objects.requireNonNull(placed.getResponseHeaders().getFirst("rwsplit-token"));
      assertThat(placed.getResponseHeaders().get("Set-Cookie"))
          .anyMatch(cookie -> cookie.startsWith("rwsplit-token=" + token + ";"));

      shop.http()
          .get()
          .uri("/orders/{id}/status", id)
          .header("rwsplit-token", token)
          .exchange()
          .expectStatus()
          .isOk();
      assertLines(ORDERS + "findState", 1, "primary", "SESSION_MARKER");
      forget();
      shop.get("/orders/{id}/status", id).expectStatus().isOk();
      assertLines(ORDERS + "findState", 1, "primary", "NO_SESSION_CONTEXT");
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  private void forget() {
    servers.clearStatements();
    audit.skipToEnd();
  }

  /** The names of the nodes that received such a statement, once for each time. */
  private List<String> received(String part) {
    return servers.nodes().stream()
        .flatMap(
            node ->
                node.statements().stream()
                    .filter(statement -> oneLine(statement.text()).contains(part))
                    .map(statement -> node.name()))
        .toList();
  }

  private static String oneLine(String sql) {
    return sql.replaceAll("\\s+", " ");
  }

  private List<Map<String, String>> assertLines(
      String statement, int count, String node, String reason) {
    await().untilAsserted(() -> assertThat(audit.of(statement)).hasSize(count));
    List<Map<String, String>> lines = audit.of(statement);
    MySqlNode expected = servers.node(node);
    assertThat(lines)
        .allSatisfy(
            line ->
                assertThat(line)
                    .containsEntry("node", node)
                    .containsEntry("reason", reason)
                    .containsEntry("server", expected.serverUuid())
                    .containsEntry("outcome", "ok"));
    return lines;
  }

  private static String decision(List<Map<String, String>> lines) {
    return lines.get(0).getOrDefault("decision", "");
  }
}
