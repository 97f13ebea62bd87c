package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.lost;
import static io.github.rwsplit.node.NodeFixtures.upReplica;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeTest {

  private final Node node = upReplica("r1", 1);
  private final AtomicInteger changes = new AtomicInteger();
  private final AtomicInteger wakes = new AtomicInteger();

  NodeTest() {
    node.connect(changes::incrementAndGet, wakes::incrementAndGet);
  }

  @Test
  void active_leasesAndReturns_countsWhatIsOut() throws Exception {
    Connection first = node.dataSource().getConnection();
    Connection second = node.dataSource().getConnection();
    node.leased(first);
    node.leased(second);
    assertThat(node.active()).isEqualTo(2);
    node.returned(first);
    node.returned(first);
    assertThat(node.active()).isEqualTo(1);
  }

  @Test
  void abortLeases_returnedConnection_isSpared() throws Exception {
    Connection back = node.dataSource().getConnection();
    Connection out = node.dataSource().getConnection();
    node.leased(back);
    node.leased(out);
    node.returned(back);
    assertThat(node.abortLeases(Runnable::run)).isEqualTo(1);
    assertThat(((StubPool) node.dataSource()).aborted).containsExactly(out);
  }

  @Test
  void failed_connectionLost_isSuspectAndWakesTheProbeOnce() {
    node.failed(lost());
    node.failed(lost());
    assertThat(node.state()).isEqualTo(NodeState.SUSPECT);
    assertThat(changes).hasValue(1);
    assertThat(wakes).hasValue(1);
  }

  @Test
  void failed_lockWait_changesNothing() {
    node.failed(new SQLException("Lock wait timeout exceeded", "40001", 1205));
    assertThat(node.state()).isEqualTo(NodeState.UP);
    assertThat(wakes).hasValue(0);
  }

  @Test
  void failed_poolAllInUse_changesNothing() {
    node.failed(new SQLTransientConnectionException("rwsplit-r1 - Connection is not available"));
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void failed_nodeIsDown_staysDown() {
    NodeFixtures.down(node);
    node.failed(lost());
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
  }
}
