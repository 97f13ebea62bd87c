package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B16: a pager calls the six-argument query, which plugins around it never see. */
@WithMySqlCluster(replicas = 2)
class CaseB16Test {

  @ParameterizedTest(name = "pager added {0} the library")
  @ValueSource(strings = {"before", "after"})
  void pager_addedBeforeOrAfterUs_isOneDecisionWithTwoLines(String when, MySqlCluster servers)
      throws Exception {
    Shop.Builder wiring = Shop.on(servers);
    if (when.equals("before")) {
      wiring.plugin(CaseB14Test.pager());
    } else {
      wiring.latePlugin(CaseB14Test.pager());
    }
    try (Shop shop = wiring.open()) {
      Shop.sql(
          servers.primary(), "insert into orders (user_id, status) values (5, 'NEW'), (5, 'PAID')");
      servers.awaitReplication();
      long total =
          assertThatCall(() -> CaseB14Test.firstPage(shop).getTotal())
              .ranOn(REPLICA)
              .ranOnOneNode()
              .ranNothingOn(PRIMARY)
              .because(EVENTUAL_REPLICA)
              .returning();

      assertThat(total).isEqualTo(2);
      assertThat(shop.events())
          .extracting(StatementEvent::statement)
          .containsExactly(
              "io.github.rwsplit.cases.OrderMapper.selectList_COUNT",
              "io.github.rwsplit.cases.OrderMapper.selectList");
      assertThat(shop.events().stream().map(StatementEvent::decision).distinct()).hasSize(1);
    }
  }
}
