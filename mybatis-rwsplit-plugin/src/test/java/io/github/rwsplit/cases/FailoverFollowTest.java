package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.REFUSED;
import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Writes follow a promotion, and never go to two servers, nor to one that lacks something. */
@WithMySqlCluster(replicas = 2)
class FailoverFollowTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.rwsplit.node.Failover");
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private MySqlCluster servers;
  private MySqlNode old;
  private MySqlNode next;

  @BeforeEach
  void listen(MySqlCluster cluster) {
    servers = cluster;
    old = cluster.primary();
    next = cluster.replica(1);
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void mend() {
    logger.detachAppender(logged);
    servers.reset();
  }

  private static OwnedShop following(MySqlCluster servers, String... more) throws Exception {
    String[] all = new String[more.length + 4];
    System.arraycopy(
        new String[] {"failover.follow", "true", "failover.confirm", "500ms"}, 0, all, 0, 4);
    System.arraycopy(more, 0, all, 4, more.length);
    return OwnedShop.open(servers, all);
  }

  private List<String> errors() {
    return List.copyOf(logged.list).stream()
        .filter(event -> event.getLevel() == Level.ERROR)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private static <T> T inSession(Callable<T> work) {
    try {
      return RwSplit.inSession("u", work);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static int write(OwnedShop shop, String status) {
    return shop.orders().updateStatus(1, status);
  }

  private void awaitWritesOn(OwnedShop shop, MySqlNode node) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                write(shop, "ON-" + node.port()) >= 0
                    && node.serverUuid().equals(shop.lastUpdate().server()));
  }

  private void awaitRefusedWrite(OwnedShop shop, String... words) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Throwable failure = catchThrowable(() -> write(shop, "NOWHERE"));
              assertThat(failure).isNotNull();
              assertThat(failure).hasStackTraceContaining("writes are stopped");
              for (String word : words) {
                assertThat(failure).hasStackTraceContaining(word);
              }
            });
    assertThat(shop.lastUpdate())
        .extracting(StatementEvent::reason, StatementEvent::outcome)
        .containsExactly(REFUSED, StatementEvent.Outcome.REFUSED);
    await().atMost(PATIENCE).until(() -> !errors().isEmpty());
  }

  @Test
  void killedPrimary_withAPromotedReplicaThatHasEverything_isFollowed_andJoinsAgainLater()
      throws Exception {
    try (OwnedShop shop = following(servers);
        OrderWriters writers = new OrderWriters(shop.orders(), shop.required(), 4)) {
      await().atMost(PATIENCE).until(() -> writers.acknowledged() > 50);
      inSession(() -> write(shop, "BEFORE"));
      long[] killedAt = {0};
      writers.betweenWrites(
          () -> {
            servers.awaitReplication();
            old.kill();
            killedAt[0] = writers.lastNumber();
          });
      next.promote();
      awaitWritesOn(shop, next);
      int before = writers.acknowledged();
      await().atMost(PATIENCE).until(() -> writers.acknowledged() > before + 50);

      // what was written before is known to be there, and seen
      Order seen = inSession(() -> shop.orders().selectByIdInSession(1));
      assertThat(seen.getStatus()).isEqualTo("ON-" + next.port());
      assertThat(shop.orders().selectByIdStrong(1).getStatus()).isEqualTo("ON-" + next.port());
      assertThat(shop.events())
          .filteredOn(event -> event.reason() == STRONG)
          .last()
          .extracting(StatementEvent::server, StatementEvent::role)
          .containsExactly(next.serverUuid(), NodeRole.PRIMARY);

      // it comes back as it was: it takes writes, and so does the new one
      old.start();
      awaitRefusedWrite(shop, old.serverUuid(), next.serverUuid());
      assertThat(errors()).last().asString().contains("former-primary", "both take writes");
      assertThat(OrderWriters.highestOn(old)).isLessThanOrEqualTo(killedAt[0]);
      assertThat(writers.wrongOn(next)).isEmpty();

      // ... until it is what it should be
      old.follow();
      awaitWritesOn(shop, next);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                shop.orders().selectById(1);
                assertThat(shop.events())
                    .filteredOn(event -> event.reason() == EVENTUAL_REPLICA)
                    .last()
                    .extracting(StatementEvent::node, StatementEvent::server)
                    .containsExactly("former-primary", old.serverUuid());
              });
      writers.end();
      servers.awaitReplication();
      assertThat(writers.wrongOn(next)).isEmpty();
      assertThat(writers.wrongOn(old)).isEmpty();
      // nothing that was numbered by the old one since
      assertThat(shop.events())
          .filteredOn(event -> event.reason() == WRITE && event.outcome().name().equals("OK"))
          .last()
          .extracting(StatementEvent::server)
          .isEqualTo(next.serverUuid());
    }
  }

  private static long rowsOn(MySqlNode node) throws Exception {
    try (var connection = node.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery("select count(*) from orders")) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void plannedSwitchOver_underWriters_losesAndDoublesNothing() throws Exception {
    try (OwnedShop shop = following(servers);
        OrderWriters writers = new OrderWriters(shop.orders(), shop.required(), 4)) {
      for (MySqlNode promoted : List.of(next, servers.replica(2), old)) {
        int before = writers.acknowledged();
        await().atMost(PATIENCE).until(() -> writers.acknowledged() > before + 50);
        promoted.promote();
        awaitWritesOn(shop, promoted);
      }
      int before = writers.acknowledged();
      await().atMost(PATIENCE).until(() -> writers.acknowledged() > before + 50);
      writers.end();

      servers.awaitReplication();
      for (MySqlNode node : servers.nodes()) {
        assertThat(writers.wrongOn(node)).as(node.name()).isEmpty();
      }
    }
  }

  @Test
  void promotedReplica_withoutThePosition_isNotFollowed_andTheReasonIsSaid() throws Exception {
    try (OwnedShop shop = following(servers)) {
      next.stopReceiver();
      servers.replica(2).stopReceiver();
      write(shop, "LOST");
      old.kill();
      next.promote();

      awaitRefusedWrite(shop, next.serverUuid(), "lacks transactions", "accept-loss");
      assertThat(errors())
          .singleElement()
          .asString()
          .contains("Writes are stopped", "lacks transactions that the primary had: ");
      assertThat(Shop.statusOn(next, 1)).isEqualTo("NEW");
    }
  }

  @Test
  void acceptLoss_followsAllTheSame_andLosesTheMarkersOfWhatIsLost() throws Exception {
    try (OwnedShop shop = following(servers, "failover.accept-loss", "true")) {
      next.stopReceiver();
      servers.replica(2).stopReceiver();
      inSession(() -> write(shop, "LOST"));
      old.kill();
      next.promote();
      awaitWritesOn(shop, next);

      // its position is on no server any more, and does not keep the session on the primary
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                inSession(() -> shop.orders().selectByIdInSession(2));
                assertThat(shop.lastEvent().role()).isEqualTo(NodeRole.REPLICA);
              });

      // the old one has a row that nobody else has, and must not answer with it
      old.start();
      old.follow();
      awaitWritesOn(shop, next);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(ClusterProbe.downBecause(shop.cluster(), "former-primary"))
                      .contains("transactions that the new primary does not have"));
      for (int i = 0; i < 20; i++) {
        shop.orders().selectById(1);
        assertThat(shop.lastEvent().server()).isNotEqualTo(old.serverUuid());
      }
    }
  }

  /** As after a restart with the configuration of before. */
  @Test
  void start_whereAnotherServerIsThePrimaryByNow_followsToIt() throws Exception {
    next.promote();
    try (OwnedShop shop = following(servers)) {
      awaitWritesOn(shop, next);
      assertThat(errors()).isEmpty();
      assertThat(shop.orders().selectByIdStrong(1).getStatus()).isEqualTo("ON-" + next.port());
    }
  }

  @Test
  void reload_afterAMove_keepsTheOldPrimaryAsAReplica_andThePrimaryCannotChange() throws Exception {
    try (OwnedShop shop = following(servers)) {
      next.promote();
      awaitWritesOn(shop, next);
      await()
          .atMost(PATIENCE)
          .until(() -> ClusterProbe.nodeNames(shop.cluster()).contains("former-primary"));
      shop.reload("replicas.replica-2.weight", "3");
      assertThat(ClusterProbe.nodeNames(shop.cluster()))
          .containsExactly("replica-1", "replica-2", "former-primary");
      awaitWritesOn(shop, next);

      assertThat(catchThrowable(() -> shop.reload("failover.confirm", "1m")))
          .hasMessageContaining("rwsplit.primary and rwsplit.failover cannot change");
    }
  }

  @Test
  void twoServersThatTakeWrites_stopWriting_untilOneDoesNotAnyMore() throws Exception {
    try (OwnedShop shop = following(servers)) {
      write(shop, "BEFORE");
      next.readOnly(false);

      awaitRefusedWrite(shop, old.serverUuid(), next.serverUuid());
      assertThat(errors())
          .singleElement()
          .asString()
          .contains(old.serverUuid(), next.serverUuid(), "both take writes");
      // whoever borrows a connection past MyBatis may write as well
      assertThat(catchThrowable(() -> shop.dataSource().getConnection()))
          .hasMessageContaining("REFUSED: writes are stopped");

      next.readOnly(true);
      awaitWritesOn(shop, old);
    }
  }

  @Test
  void primaryThatHung_andComesBackTakingWrites_getsNoneOfOurs() throws Exception {
    try (OwnedShop shop = following(servers);
        OrderWriters writers = new OrderWriters(shop.orders(), shop.required(), 4)) {
      await().atMost(PATIENCE).until(() -> writers.acknowledged() > 50);
      writers.betweenWrites(
          () -> {
            servers.awaitReplication();
            old.pause();
          });
      next.promote();
      awaitWritesOn(shop, next);
      // what was sent while it hung lies in its socket, and its outcome is unknown; not what came
      // after the move
      long moved = writers.lastNumber();
      old.resume();

      awaitRefusedWrite(shop, old.serverUuid(), next.serverUuid());
      writers.end();
      assertThat(writers.wrongOn(next)).isEmpty();
      assertThat(OrderWriters.highestOn(old)).isLessThanOrEqualTo(moved);
      old.follow();
      awaitWritesOn(shop, next);
    }
  }

  @Test
  void transaction_thatIsOpenOnTheOldPrimary_cannotCommitThere() throws Exception {
    try (OwnedShop shop = following(servers);
        Connection open = shop.dataSource().getConnection()) {
      open.setAutoCommit(false);
      open.createStatement().execute("insert into orders (user_id, status) values (50, 'OPEN')");
      next.promote();
      awaitWritesOn(shop, next);

      assertThat(catchThrowable(open::commit)).isNotNull();
      servers.awaitReplication();
      assertThat(rowsOn(old)).isEqualTo(2);
      assertThat(rowsOn(next)).isEqualTo(2);
    }
  }
}
