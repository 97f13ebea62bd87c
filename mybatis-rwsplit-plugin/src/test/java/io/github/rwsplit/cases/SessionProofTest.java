package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A window that has passed proves nothing about a replica that is later than the window. */
@WithMySqlCluster(replicas = 2)
class SessionProofTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void sessionRead_replicasLaterThanTheWindow_staysOnThePrimaryUntilOneHasTheWrite(
      MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).property("session.window", "100ms").anyLag().open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      RwSplit.inSession("writer", () -> shop.orders().updateStatus(1, "SENT"));

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                StatementEvent read = readIn(shop, "writer", "SENT");
                assertThat(read.reason()).isEqualTo(SESSION_MARKER);
                assertThat(read.role()).isEqualTo(NodeRole.PRIMARY);
                assertThat(read.markerAgeMillis()).isGreaterThan(1_000);
              });
      // a session that has written nothing lately does not wait for anybody's write
      assertThat(readIn(shop, "reader", "NEW").reason()).isEqualTo(SESSION_REPLICA);

      servers.replicas().forEach(MySqlNode::startApplier);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                StatementEvent read = readIn(shop, "writer", "SENT");
                assertThat(read.reason()).isEqualTo(SESSION_REPLICA);
                assertThat(read.role()).isEqualTo(NodeRole.REPLICA);
                assertThat(read.lagMillis()).isNotNull();
              });
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  private static StatementEvent readIn(Shop shop, String session, String expected)
      throws Exception {
    Order order = RwSplit.inSession(session, () -> shop.orders().selectByIdInSession(1));
    assertThat(order.getStatus()).isEqualTo(expected);
    return shop.lastEvent();
  }
}
