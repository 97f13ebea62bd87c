package io.github.rwsplit.cases;

import static io.github.rwsplit.InSession.inSession;
import static io.github.rwsplit.route.RouteReason.CACHE_HIT;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A session that has seen something never sees the time before it again. */
@WithMySqlCluster(replicas = 2)
class NeverBackTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String READER = "reader";

  private final MySqlCluster servers;

  NeverBackTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @AfterEach
  void heal() {
    servers.replicas().forEach(MySqlNode::startApplier);
  }

  @Test
  void sessionReads_afterOneOnTheFreshReplica_neverGoToTheStaleOne() throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      MySqlNode stale = servers.replicas().get(0);
      MySqlNode fresh = servers.replicas().get(1);
      stale.stopApplier();
      shop.orders().updateStatus(1, "SENT");
      fresh.awaitCaughtUp();
      // the reader wrote nothing, so either replica may serve it until it has seen the new row
      awaitRead(shop, read -> fresh.name().equals(read.node()) && "SENT".equals(status));

      for (int i = 0; i < 200; i++) {
        StatementEvent read = readIn(shop, READER);
        assertThat(status).isEqualTo("SENT");
        assertThat(read.node()).isNotEqualTo(stale.name());
      }
      // what another session saw is not this one's business
      AtomicInteger others = new AtomicInteger();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                StatementEvent read = readIn(shop, "other-" + others.incrementAndGet());
                return stale.name().equals(read.node()) && "NEW".equals(status);
              });
    }
  }

  @Test
  void sessionReads_afterAStrongOne_stayOnThePrimaryUntilAReplicaIsProvedByALaterLook()
      throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      shop.orders().updateStatus(1, "SENT");
      RwSplit.inSession(READER, () -> shop.orders().selectByIdStrong(1));

      for (int i = 0; i < 20; i++) {
        StatementEvent read = readIn(shop, READER);
        assertThat(status).isEqualTo("SENT");
        assertThat(read.role()).isEqualTo(NodeRole.PRIMARY);
        assertThat(read.reason()).isEqualTo(SESSION_MARKER);
      }

      servers.replicas().forEach(MySqlNode::startApplier);
      awaitRead(shop, read -> read.reason() == SESSION_REPLICA);
      assertThat(status).isEqualTo("SENT");
    }
  }

  @Test
  void sessionRead_afterAStrongOneOfTheLocalCache_doesNotGoBackBehindThat() throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      shop.orders().updateStatus(1, "SENT");
      shop.supports()
          .executeWithoutResult(
              scope -> {
                // nobody's, and kept by the SqlSession of this scope
                shop.orders().selectByIdStrong(1);
                inSession(READER, () -> strongly(shop));
                assertThat(status).isEqualTo("SENT");
                assertThat(shop.lastEvent().reason()).isEqualTo(CACHE_HIT);

                StatementEvent read = inSession(READER, () -> readHere(shop));
                assertThat(status).isEqualTo("SENT");
                assertThat(read.role()).isEqualTo(NodeRole.PRIMARY);
              });
    }
  }

  @Test
  void sessionReads_afterOneThatLocked_doNotGoBackBehindIt_thoughItDeclaresEventual()
      throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      shop.orders().updateStatus(1, "SENT");
      RwSplit.inSession(READER, () -> shop.orders().lockById(1));

      StatementEvent read = readIn(shop, READER);
      assertThat(status).isEqualTo("SENT");
      assertThat(read.reason()).isEqualTo(SESSION_MARKER);
    }
  }

  @Test
  void sessionRead_inASnapshotOlderThanWhatTheSessionSawMeanwhile_isMadeOnThePrimary()
      throws Exception {
    try (Shop shop = Shop.on(servers).property("transactions.read-only", "replica").open()) {
      RwSplit.inSession(
          READER,
          () ->
              shop.readOnly()
                  .execute(
                      outer -> {
                        readHere(shop);
                        assertThat(status).isEqualTo("NEW");
                        shop.requiresNew()
                            .executeWithoutResult(
                                inner -> shop.jdbc().update("update orders set status = 'SENT'"));
                        servers.awaitReplication();
                        shop.requiresNew().execute(inner -> strongly(shop));
                        assertThat(status).isEqualTo("SENT");
                        StatementEvent read = readHere(shop);
                        assertThat(status).isEqualTo("SENT");
                        assertThat(read.role()).isEqualTo(NodeRole.PRIMARY);
                        return null;
                      }));
    }
  }

  @Test
  void sessionRead_inAReadOnlyTransactionThatReadThePrimaryBefore_doesNotRunAheadOfIt()
      throws Exception {
    try (Shop shop = Shop.on(servers).property("transactions.read-only", "replica").open()) {
      shop.readOnly()
          .executeWithoutResult(
              transaction -> {
                // nobody's session, so on the primary, which shows this transaction its state now
                shop.orders().selectByIdInSession(2);
                shop.requiresNew()
                    .executeWithoutResult(
                        inner -> shop.jdbc().update("update orders set status = 'SENT'"));
                servers.awaitReplication();

                StatementEvent read = inSession(READER, () -> readHere(shop));
                String first = status;
                inSession(READER, () -> strongly(shop));

                assertThat(status).isEqualTo(first);
                assertThat(read.role()).isEqualTo(NodeRole.PRIMARY);
                assertThat(read.reason()).isEqualTo(TX_READ_ONLY);
              });
    }
  }

  @Test
  void eventualRead_inASessionThatWrote_isNotAnsweredByWhatTheSqlSessionReadOutsideOfIt()
      throws Exception {
    try (Shop shop =
        Shop.on(servers).anyLag().property("transactions.read-only", "replica").open()) {
      servers.replicas().forEach(MySqlNode::stopApplier);
      RwSplit.inSession(READER, () -> shop.orders().updateStatus(1, "SENT"));

      shop.readOnly()
          .executeWithoutResult(
              transaction -> {
                assertThat(eventually(shop)).isEqualTo("NEW");
                assertThat(inSession(READER, () -> eventually(shop))).isEqualTo("SENT");
              });
    }
  }

  private static String eventually(Shop shop) {
    return Objects.requireNonNull(shop.orders().selectById(1)).getStatus();
  }

  private String status = "";

  private void awaitRead(Shop shop, Predicate<StatementEvent> until) {
    await().atMost(PATIENCE).until(() -> until.test(readIn(shop, READER)));
  }

  private StatementEvent readIn(Shop shop, String session) throws Exception {
    return RwSplit.inSession(session, () -> readHere(shop));
  }

  private StatementEvent readHere(Shop shop) {
    status = Objects.requireNonNull(shop.orders().selectByIdInSession(1)).getStatus();
    return shop.lastEvent();
  }

  private StatementEvent strongly(Shop shop) {
    status = Objects.requireNonNull(shop.orders().selectByIdStrong(1)).getStatus();
    return shop.lastEvent();
  }
}
