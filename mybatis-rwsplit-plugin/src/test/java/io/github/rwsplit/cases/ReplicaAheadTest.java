package io.github.rwsplit.cases;

import static io.github.rwsplit.InSession.inSession;
import static io.github.rwsplit.route.NodeRole.PRIMARY;
import static io.github.rwsplit.route.NodeRole.REPLICA;
import static io.github.rwsplit.route.RouteReason.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.LateCommits;
import io.github.rwsplit.SemiSynchronous;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replica shows a transaction before the primary does, here for most of a second. */
@WithMySqlCluster(replicas = 1)
class ReplicaAheadTest {

  private static final String READER = "reader";
  private static final int ATTEMPTS = 20;

  private final MySqlCluster servers;
  private final List<CompletableFuture<Void>> commits = new ArrayList<>();
  private int number;

  ReplicaAheadTest(MySqlCluster servers) {
    this.servers = servers;
  }

  @AfterEach
  void heal() {
    LateCommits.on(servers.primary(), Duration.ZERO);
    commits.forEach(CompletableFuture::join);
  }

  @Test
  void strongRead_afterASessionReadAheadOfThePrimary_waitsForThat() throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      assertNeverBack(shop, () -> shop.orders().selectByIdStrong(1));
    }
  }

  @Test
  void readInAReadWriteTransaction_afterASessionReadAheadOfThePrimary_waitsForThat()
      throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      assertNeverBack(
          shop, () -> shop.required().execute(status -> shop.orders().selectByIdUndeclared(1)));
    }
  }

  @Test
  void sessionReadOnThePrimary_afterAnotherAheadOfIt_waitsForThat() throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      assertNeverBack(
          shop,
          () -> {
            shop.cluster().switches().by("test", "ahead").primaryOnly(true);
            try {
              return shop.orders().selectByIdInSession(1);
            } finally {
              shop.cluster().switches().by("test", "ahead").primaryOnly(false);
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void strongRead_behindAWriteThatChangedNothing_waitsForWhatWasReadBefore(boolean positionsAreTold)
      throws Exception {
    Shop.Builder builder = Shop.on(servers).anyLag();
    try (Shop shop = (positionsAreTold ? builder : builder.withoutPositions()).open()) {
      assertNeverBack(
          shop,
          () -> {
            assertThat(shop.orders().updateStatus(4711, "SENT")).isZero();
            return shop.orders().selectByIdStrong(1);
          });
    }
  }

  /** Only the servers of the container lane have what holds a commit up for longer than 2 s. */
  @Test
  void strongRead_whoseCommitDoesNotComeInTime_isRefusedAndSaysWhatHoldsItUp() throws Exception {
    try (SemiSynchronous replication = SemiSynchronous.on(servers, Duration.ofSeconds(30));
        Shop shop = Shop.on(servers).anyLag().open()) {
      assumeThat(replication.isAvailable()).isTrue();
      // for an answer of one replica more than there is
      servers.primary().execute("SET GLOBAL rpl_semi_sync_source_wait_for_replica_count = 2");
      try {
        String status = commits();
        Order first = inSession(READER, () -> shop.orders().selectByIdInSession(1));
        assertThat(first.getStatus()).isEqualTo(status);

        assertThatThrownBy(() -> inSession(READER, () -> shop.orders().selectByIdStrong(1)))
            .hasStackTraceContaining("REFUSED: the session has read on a replica what the primary")
            .hasStackTraceContaining("rpl_semi_sync_source_timeout");
        assertThat(shop.lastEvent().reason()).isEqualTo(REFUSED);
        Order ofAnother = inSession("another", () -> shop.orders().selectByIdStrong(1));
        assertThat(ofAnother.getStatus()).isNotEqualTo(status);
      } finally {
        servers.primary().execute("SET GLOBAL rpl_semi_sync_source_wait_for_replica_count = 1");
        commits.forEach(CompletableFuture::join);
      }
      Order last = inSession(READER, () -> shop.orders().selectByIdStrong(1));
      assertThat(last.getStatus()).isEqualTo("S" + number);
    }
  }

  @Test
  void strongRead_ofASessionThatReadNoReplica_doesNotWait() throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      for (int i = 0; i < ATTEMPTS; i++) {
        String status = commitsLate();
        inSession(READER, () -> shop.orders().selectById(1));
        Order read = inSession(READER, () -> shop.orders().selectByIdStrong(1));
        if (!status.equals(read.getStatus())) {
          return;
        }
      }
    }
    throw new AssertionError("the primary was never behind, so that nothing was shown");
  }

  /** What a session has read on the replica it reads on the primary too. */
  private void assertNeverBack(Shop shop, Callable<Order> onPrimary) throws Exception {
    for (int i = 0; i < ATTEMPTS; i++) {
      String status = commitsLate();
      Order first = inSession(READER, () -> shop.orders().selectByIdInSession(1));
      StatementEvent onReplica = shop.lastEvent();
      boolean ahead = !status.equals(Shop.statusOn(servers.primary(), 1));
      Order second = inSession(READER, onPrimary);

      assertThat(onReplica.role()).isEqualTo(REPLICA);
      assertThat(shop.lastEvent().role()).isEqualTo(PRIMARY);
      assertThat(second.getStatus()).isEqualTo(first.getStatus());
      if (ahead && status.equals(first.getStatus())) {
        return;
      }
    }
    throw new AssertionError("the replica was never ahead, so that nothing was shown");
  }

  /** Another client's; the replica shows it, the primary perhaps not yet. */
  private String commitsLate() {
    LateCommits.on(servers.primary(), Duration.ofSeconds(1));
    return commits();
  }

  private String commits() {
    commits.forEach(CompletableFuture::join);
    String status = "S" + ++number;
    MySqlNode primary = servers.primary();
    commits.add(
        CompletableFuture.runAsync(
            () -> {
              try (Connection connection = primary.connect();
                  Statement statement = connection.createStatement()) {
                statement.execute("update orders set status = '" + status + "' where id = 1");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            }));
    await().until(() -> Objects.equals(Shop.statusOn(servers.replica(1), 1), status));
    return status;
  }
}
