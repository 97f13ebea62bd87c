package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_SESSION_CONTEXT;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * B39: a worker did not find the record whose id it was sent. The message takes the producer's
 * token along; the consumer reads with it, in another instance.
 */
@WithMySqlCluster(replicas = 2)
class CaseB39Test {

  private static final String HEADER = "rwsplit-token";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What a broker would carry. */
  private record Message(long orderId, Map<String, String> headers) {}

  @AfterEach
  void startAppliers(MySqlCluster servers) {
    servers.replicas().forEach(MySqlNode::startApplier);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "gtid", "window"})
  void consumer_withTheProducersToken_findsTheRecord(String strategy, MySqlCluster servers)
      throws Exception {
    try (Shop producer = instance(servers, strategy).open();
        Shop consumer = instance(servers, strategy).open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      Message message = produce(producer);
      String token = message.headers().get(HEADER);

      RwSplit.withToken(
          token,
          () -> {
            assertFoundOnThePrimary(consumer, message.orderId(), SESSION_MARKER);
            // not an own session: EVENTUAL reads follow what it brought as well
            assertThat(consumer.orders().selectById(message.orderId())).isNotNull();
            assertThat(consumer.lastEvent().reason()).isEqualTo(SESSION_MARKER);

            servers.replicas().forEach(MySqlNode::startApplier);
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .untilAsserted(
                    () -> {
                      assertThat(consumer.orders().selectByIdInSession(message.orderId()))
                          .isNotNull();
                      assertThat(consumer.lastEvent().reason()).isEqualTo(SESSION_REPLICA);
                    });
            return null;
          });
      assertFoundOnThePrimary(consumer, message.orderId(), NO_SESSION_CONTEXT);
    }
  }

  @Test
  void consumer_withoutToken_hasAnUnknownHistory(MySqlCluster servers) throws Exception {
    try (Shop producer = instance(servers, "auto").open();
        Shop consumer =
            instance(servers, "auto").property("session.eventual-follows-writes", "false").open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      Message message = produce(producer);

      for (String token : new String[] {null, " ", "forged", "A".repeat(500)}) {
        RwSplit.withToken(
            token,
            () -> {
              assertFoundOnThePrimary(consumer, message.orderId(), NO_SESSION_CONTEXT);
              assertThatCall(() -> consumer.orders().selectById(message.orderId()))
                  .ranOn(REPLICA)
                  .ranNothingOn(PRIMARY)
                  .because(EVENTUAL_REPLICA);
              return null;
            });
      }
      RwSplit.withToken(
          message.headers().get(HEADER),
          () ->
              assertThatCall(() -> consumer.orders().selectById(message.orderId()))
                  .ranOn(REPLICA)
                  .because(EVENTUAL_REPLICA));
    }
  }

  @Test
  void token_takenInAfterCommit_isGoodToo(MySqlCluster servers) throws Exception {
    try (Shop producer = instance(servers, "auto").open();
        Shop consumer = instance(servers, "auto").open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      Order order = new Order(7, "NEW");
      String[] token = new String[1];
      RwSplit.inSession(
          "producer",
          () ->
              producer
                  .required()
                  .execute(
                      status -> {
                        producer.orders().insert(order);
                        TransactionSynchronizationManager.registerSynchronization(
                            new TransactionSynchronization() {
                              @Override
                              public void afterCommit() {
                                token[0] = RwSplit.currentToken();
                              }
                            });
                        return null;
                      }));

      RwSplit.withToken(
          token[0],
          () -> {
            assertFoundOnThePrimary(consumer, order.getId(), SESSION_MARKER);
            return null;
          });
    }
  }

  @Test
  void consumer_thatWritesInItsTurn_tellsTheNext(MySqlCluster servers) throws Exception {
    try (Shop first = instance(servers, "auto").open();
        Shop second = instance(servers, "auto").open();
        Shop third = instance(servers, "auto").open()) {
      String fromFirst = RwSplit.inSession("first", RwSplit::currentToken);
      servers.replicas().forEach(MySqlNode::stopApplier);
      String fromSecond =
          RwSplit.withToken(
              fromFirst,
              () -> {
                second.orders().updateStatus(1, "SENT");
                return RwSplit.currentToken();
              });

      RwSplit.withToken(
          fromSecond,
          () ->
              assertThat(
                      assertThatCall(() -> third.orders().selectByIdInSession(1))
                          .ranOn(PRIMARY)
                          .because(SESSION_MARKER)
                          .returning()
                          .getStatus())
                  .isEqualTo("SENT"));
      assertThat(first.orders().selectByIdStrong(1).getStatus()).isEqualTo("SENT");
    }
  }

  private static void assertFoundOnThePrimary(Shop consumer, long id, RouteReason reason) {
    assertThat(
            assertThatCall(() -> consumer.orders().selectByIdInSession(id))
                .ranOn(PRIMARY)
                .ranNothingOn(REPLICA)
                .because(reason)
                .returning())
        .isNotNull();
  }

  private static Message produce(Shop producer) {
    Order order = new Order(7, "NEW");
    producer
        .required()
        .execute(
            status -> {
              producer.orders().insert(order);
              return null;
            });
    return new Message(order.getId(), Map.of(HEADER, RwSplit.currentToken()));
  }

  private static Shop.Builder instance(MySqlCluster servers, String strategy) {
    return Shop.on(servers)
        .anyLag()
        .property("session.strategy", strategy)
        .property("session.window", "1s")
        .property("session.token.enabled", "true")
        .property("session.token.secrets", "the secret of both services");
  }
}
