package ${package};

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import ${package}.item.ItemMapper;
import ${package}.order.Order;
import ${package}.order.OrderMapper;
import ${package}.order.OrderService;
import io.github.rwsplit.RwSplit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ContextConfiguration;

/** Which server each statement runs on: proved by what the servers themselves received. */
@SpringBootTest
@ContextConfiguration(initializers = Servers.class)
class RoutesTest {

  @Autowired OrderService service;
  @Autowired OrderMapper orders;
  @Autowired ItemMapper items;

  @BeforeEach
  void allReplicasHaveEverything() {
    Servers.cluster().awaitReplication();
  }

  @Test
  void place_itsReadsIncluded_runsOnThePrimary() {
    assertThatCall(() -> service.place(7, 1, 2))
        .ranOn(PRIMARY)
        .ranNothingOn(REPLICA)
        .because(TX_READ_WRITE, WRITE);
  }

  @Test
  void find_isStrong_runsOnThePrimary() {
    long id = service.place(7, 1, 1).getId();

    Order found = assertThatCall(() -> orders.find(id)).ranOn(PRIMARY).because(STRONG).returning();

    assertThat(found.getStatus()).isEqualTo("PAID");
  }

  @Test
  void status_afterAWriteOfItsSession_seesTheWrite() throws Exception {
    String status =
        RwSplit.inSession(
            "customer-7",
            () -> {
              long id = service.place(7, 1, 1).getId();
              service.cancel(id);
              return orders.status(id);
            });

    assertThat(status).isEqualTo("CANCELLED");
  }

  @Test
  void status_whenItsReplicaIsLate_isReadOnThePrimary() throws Exception {
    Servers.cluster().node("replica-1").stopApplier();
    try {
      RwSplit.inSession(
          "customer-8",
          () -> {
            long id = service.place(8, 1, 1).getId();
            return assertThatCall(() -> orders.status(id))
                .ranOn(PRIMARY)
                .because(SESSION_MARKER)
                .returning();
          });
    } finally {
      Servers.cluster().node("replica-1").startApplier();
    }
  }

  @Test
  void status_ofASessionThatWroteNothing_runsOnTheReplica() throws Exception {
    RwSplit.inSession(
        "customer-9",
        () ->
            assertThatCall(() -> orders.status(1))
                .ranOn("replica-1")
                .because(SESSION_REPLICA)
                .returning());
  }

  @Test
  void lists_areEventual_runOnTheReplica() {
    assertThatCall(() -> orders.ofCustomer(7, 20)).ranOn("replica-1").because(EVENTUAL_REPLICA);
    assertThatCall(() -> items.all()).ranOn("replica-1").because(EVENTUAL_REPLICA);
  }

  @Test
  void sales_isAReport_runsOnTheReplicaForReports() {
    assertThatCall(() -> orders.sales()).ranOn("report-1").because(EVENTUAL_REPLICA);
  }
}
