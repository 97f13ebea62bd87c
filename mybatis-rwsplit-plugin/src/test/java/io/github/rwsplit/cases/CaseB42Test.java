package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_ELIGIBLE_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B42: lag read 0 with a stopped receiver, and a lag that nobody knew passed as healthy. */
@WithMySqlCluster(replicas = 2)
class CaseB42Test {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  enum Fault {
    RECEIVER_STOPPED(MySqlNode::stopReceiver, MySqlNode::startReceiver),
    RECEIVER_CANNOT_CONNECT(
        node ->
            node.execute(
                "STOP REPLICA IO_THREAD",
                "CHANGE REPLICATION SOURCE TO SOURCE_PORT=1",
                "START REPLICA IO_THREAD"),
        MySqlNode::follow),
    APPLIER_STOPPED(MySqlNode::stopApplier, MySqlNode::startApplier),
    MONITOR_GETS_NO_ANSWER(MySqlNode::pause, MySqlNode::resume);

    private final Consumer<MySqlNode> inflict;
    private final Consumer<MySqlNode> heal;

    Fault(Consumer<MySqlNode> inflict, Consumer<MySqlNode> heal) {
      this.inflict = inflict;
      this.heal = heal;
    }
  }

  interface Fresh {

    @Consistency(value = EVENTUAL, maxLag = "500ms")
    @Select("select count(*) from orders")
    long count();
  }

  @ParameterizedTest
  @EnumSource
  void eventualRead_replicaOfWhichNobodyKnowsThatItIsFresh_isOnThePrimary(
      Fault fault, MySqlCluster servers) throws Exception {
    try (Shop shop = limited(servers);
        Writes writes = Writes.goOnAt(servers)) {
      assertThat(writes).isNotNull();
      servers.replica(2).stopReceiver();
      awaitReason(shop, EVENTUAL_REPLICA);
      fault.inflict.accept(servers.replica(1));
      try {
        awaitReason(shop, NO_ELIGIBLE_REPLICA);
        assertThatCall(() -> shop.orders().selectById(1))
            .ranOn(PRIMARY)
            .because(NO_ELIGIBLE_REPLICA);
      } finally {
        fault.heal.accept(servers.replica(1));
      }
      awaitReason(shop, EVENTUAL_REPLICA);
      assertThatCall(() -> shop.orders().selectById(1))
          .ranOn("replica-1")
          .because(EVENTUAL_REPLICA);
    } finally {
      servers.replica(2).startReceiver();
    }
  }

  @Test
  void eventualRead_idlePrimaryAndStoppedReceivers_isServedUntilTheNextWrite(MySqlCluster servers)
      throws Exception {
    try (Shop shop = limited(servers)) {
      servers.replicas().forEach(MySqlNode::stopReceiver);
      long begun = System.nanoTime();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                assertThatCall(() -> shop.orders().selectById(1))
                    .ranOn(REPLICA)
                    .because(EVENTUAL_REPLICA);
                return System.nanoTime() - begun > Duration.ofSeconds(2).toNanos();
              });
      shop.orders().updateStatus(1, "SENT");
      awaitReason(shop, NO_ELIGIBLE_REPLICA);
    } finally {
      servers.replicas().forEach(MySqlNode::startReceiver);
    }
  }

  @Test
  void eventualRead_maxLag_narrowsTheLimitOfItsGroup(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).mapper(Fresh.class).anyLag().open();
        Writes writes = Writes.goOnAt(servers)) {
      assertThat(writes).isNotNull();
      Runnable fresh = () -> shop.mapper(Fresh.class).count();
      awaitReason(shop, fresh, EVENTUAL_REPLICA);
      servers.replicas().forEach(MySqlNode::stopApplier);
      awaitReason(shop, fresh, NO_ELIGIBLE_REPLICA);
      assertThatCall(() -> shop.mapper(Fresh.class).count())
          .ranOn(PRIMARY)
          .because(NO_ELIGIBLE_REPLICA);
      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      assertThat(shop.lastEvent().lagMillis()).isGreaterThan(500);
    } finally {
      servers.replicas().forEach(MySqlNode::startApplier);
    }
  }

  private static Shop limited(MySqlCluster servers) throws Exception {
    return Shop.on(servers)
        .property("groups.online.eventual-only-above", "200ms")
        .property("groups.online.reduced-weight-above", "500ms")
        .property("groups.online.removed-above", "1s")
        .open();
  }

  private static void awaitReason(Shop shop, RouteReason reason) {
    awaitReason(shop, () -> shop.orders().selectById(1), reason);
  }

  private static void awaitReason(Shop shop, Runnable read, RouteReason reason) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              read.run();
              return shop.lastEvent().reason() == reason;
            });
  }
}
