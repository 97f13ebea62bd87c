package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.HINT_OVERRIDE;
import static io.github.rwsplit.route.RouteReason.NO_SESSION_CONTEXT;
import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B19: an explicit wish for the primary was overruled, and once reads and writes were swapped. */
@WithMySqlCluster(replicas = 2)
class CaseB19Test {

  @Test
  void forcePrimary_holdsForItsScopeAndNotBeyond(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      assertThatCall(
              () ->
                  RwSplit.forcePrimary(
                      () -> {
                        shop.orders().selectById(1);
                        RwSplit.withConsistency(EVENTUAL, () -> shop.orders().selectById(2));
                        return shop.orders().selectList(1);
                      }))
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(HINT_OVERRIDE);
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
    }
  }

  @Test
  void hint_weakerThanTheDeclaration_changesNothing(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      assertThatCall(
              () -> RwSplit.withConsistency(EVENTUAL, () -> shop.orders().selectByIdStrong(1)))
          .ranOn(PRIMARY)
          .because(STRONG);
      assertThatCall(
              () -> RwSplit.withConsistency(EVENTUAL, () -> shop.orders().selectByIdInSession(1)))
          .ranOn(PRIMARY)
          .because(NO_SESSION_CONTEXT);
      assertThatCall(() -> RwSplit.withConsistency(SESSION, () -> shop.orders().selectById(1)))
          .ranOn(PRIMARY)
          .because(NO_SESSION_CONTEXT);
      assertThatCall(
              () ->
                  RwSplit.withConsistency(
                      EVENTUAL,
                      () -> shop.required().execute(status -> shop.orders().selectById(1))))
          .ranOn(PRIMARY)
          .because(TX_READ_WRITE);
    }
  }

  @Test
  void writesAndReads_aHundredEach_areNeverSwapped(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.open(servers)) {
      assertThatCall(
              () -> {
                for (int i = 0; i < 25; i++) {
                  Order order = new Order(19, "NEW");
                  shop.orders().insert(order);
                  shop.orders().updateStatus(order.getId(), "PAID");
                  shop.orders().updateStatus(order.getId(), "SENT");
                  shop.orders().delete(order.getId());
                }
              })
          .ranOn(PRIMARY)
          .ranNothingOn(REPLICA)
          .because(WRITE);
      assertThat(servers.primary().statements()).hasSize(100);
      servers.clearStatements();

      assertThatCall(
              () -> {
                for (int i = 0; i < 100; i++) {
                  shop.orders().selectById(1);
                }
              })
          .ranOn(REPLICA)
          .ranNothingOn(PRIMARY)
          .because(EVENTUAL_REPLICA);
      assertThat(servers.replicas().stream().flatMap(node -> Stream.of(node.statements().size())))
          .doesNotContain(0, 100)
          .satisfies(counts -> assertThat(counts.stream().mapToInt(n -> n).sum()).isEqualTo(100));
    }
  }
}
