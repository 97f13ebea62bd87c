package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.PRIMARY_ONLY;
import static io.github.rwsplit.route.RouteReason.READ_ONLY_MODE;
import static io.github.rwsplit.route.RouteReason.REFUSED;
import static io.github.rwsplit.route.RouteReason.ROLLOUT;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.RwSplitOperator;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessException;

/** What an operator turns holds for the next statement, and is proved by the servers. */
@WithMySqlCluster(replicas = 2)
class SwitchesTest {

  private final AtomicReference<String> tenant = new AtomicReference<>();
  private final AtomicInteger tenantAsked = new AtomicInteger();
  private final MySqlCluster servers;
  private Shop shop;
  private OrderMapper orders;
  private RwSplitOperator operator;

  SwitchesTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @BeforeEach
  void openShop() throws Exception {
    shop =
        Shop.on(servers)
            .tenants(
                () -> {
                  tenantAsked.incrementAndGet();
                  return tenant.get();
                })
            .open();
    orders = shop.orders();
    operator = shop.cluster().switches().by("alice", "test");
  }

  @AfterEach
  void closeShop() {
    shop.close();
  }

  @Test
  void primaryOnly_onAndOff_movesTheNextRead() {
    assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
    operator.primaryOnly(true);
    assertThatCall(() -> orders.selectById(1)).ranOn(PRIMARY).because(PRIMARY_ONLY);
    operator.primaryOnly(false);
    assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
  }

  @Test
  void primaryOnlyForTenant_movesItsReadsOnly_andNobodyAsksForTenantsOtherwise() {
    tenant.set("acme");
    assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA);
    assertThat(tenantAsked).hasValue(0);

    operator.primaryOnlyForTenant("acme", true);
    assertThatCall(() -> orders.selectById(1)).ranOn(PRIMARY).because(PRIMARY_ONLY);
    assertThat(tenantAsked).hasValue(1);
    tenant.set("other");
    assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
    tenant.set(null);
    assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
  }

  @Test
  void primaryOnlyForStatements_movesWhatThePatternMatches() {
    operator.primaryOnlyForStatements("io.github.rwsplit.cases.OrderMapper.selectById", true);
    assertThatCall(() -> orders.selectById(1)).ranOn(PRIMARY).because(PRIMARY_ONLY);
    assertThatCall(() -> orders.findById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);

    operator.primaryOnlyForStatements("io.github.**", true);
    assertThatCall(() -> orders.findById(1)).ranOn(PRIMARY).because(PRIMARY_ONLY);
  }

  @Test
  void readOnly_refusesWritesBeforeTheyReachAnyServer() {
    operator.readOnly(true);
    assertThatFailingCall(RuntimeException.class, () -> orders.updateStatus(1, "PAID"))
        .ranNowhere()
        .because(READ_ONLY_MODE);
    assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA);
    operator.readOnly(false);
    assertThatCall(() -> orders.updateStatus(1, "PAID")).ranOn(PRIMARY);
  }

  @Test
  void drain_keepsReadsFromTheReplicaUntilItIsUndone() {
    operator.drain("replica-1", true);
    for (int i = 0; i < 20; i++) {
      assertThatCall(() -> orders.selectById(1)).ranOn("replica-2").because(EVENTUAL_REPLICA);
    }
    operator.drain("replica-2", true);
    assertThatCall(() -> orders.selectById(1)).ranOn(PRIMARY);

    operator.drain("replica-2", false);
    operator.drain("replica-1", false);
    servers.clearStatements();
    for (int i = 0; i < 40; i++) {
      orders.selectById(1);
    }
    assertThat(servers.replica(1).statements()).isNotEmpty();
    assertThat(servers.replica(2).statements()).isNotEmpty();
    assertThat(servers.primary().statements()).isEmpty();
  }

  @Test
  void drain_ofNoReplica_isRefused() {
    assertThatThrownBy(() -> operator.drain("primary", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("node must be one of the replicas [replica-1, replica-2], but was 'primary'");
  }

  @Test
  void replicaPercent_zero_keepsEveryReadOnThePrimary() {
    operator.replicaPercent(0);
    for (int i = 0; i < 10; i++) {
      assertThatCall(() -> orders.selectById(1)).ranOn(PRIMARY).because(ROLLOUT);
    }
    operator.reset();
    assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
  }

  @Test
  void limitPrimaryReads_holdsBackWhatAReplicaCouldServe_andNothingElse() {
    operator.primaryOnly(true);
    operator.limitPrimaryReads(0);

    assertThatFailingCall(TransientDataAccessException.class, () -> orders.selectById(1))
        .ranNowhere()
        .because(REFUSED);
    assertThatCall(() -> orders.selectByIdStrong(1)).ranOn(PRIMARY);
    assertThatCall(() -> orders.selectByIdUndeclared(1)).ranOn(PRIMARY);
    assertThatCall(() -> orders.updateStatus(1, "PAID")).ranOn(PRIMARY);
    assertThatCall(() -> shop.required().execute(status -> orders.selectById(1))).ranOn(PRIMARY);

    operator.primaryOnly(false);
    assertThatCall(() -> orders.selectById(1)).ranOn(REPLICA);
    // the second question to the primary is left out, as without a place in the budget
    assertThat(assertThatCall(() -> orders.findById(99)).ranOn(REPLICA).returning()).isNull();

    operator.drain("replica-1", true);
    operator.drain("replica-2", true);
    assertThatFailingCall(TransientDataAccessException.class, () -> orders.selectById(1))
        .ranNowhere()
        .because(REFUSED);
    operator.unlimitPrimaryReads();
    assertThatCall(() -> orders.selectById(1)).ranOn(PRIMARY);
  }
}
