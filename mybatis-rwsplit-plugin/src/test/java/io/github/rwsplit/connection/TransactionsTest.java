package io.github.rwsplit.connection;

import static io.github.rwsplit.InSession.inSession;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.session.LocalCacheScope;
import org.junit.jupiter.api.Test;
import org.springframework.core.Ordered;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What is a transaction, and from when to when. */
class TransactionsTest {

  private static final String USER = "user-1";

  private static TwoDatabases.Builder uncached() {
    return TwoDatabases.builder()
        .configuration(
            configuration -> configuration.setLocalCacheScope(LocalCacheScope.STATEMENT));
  }

  /** A callback of the application. */
  private record Callback(int getOrder, Runnable committed, Runnable completed)
      implements TransactionSynchronization {

    static void afterCommit(int order, Runnable work) {
      register(new Callback(order, work, () -> {}));
    }

    static void afterCompletion(int order, Runnable work) {
      register(new Callback(order, () -> {}, work));
    }

    private static void register(Callback callback) {
      TransactionSynchronizationManager.registerSynchronization(callback);
    }

    @Override
    public void afterCommit() {
      committed.run();
    }

    @Override
    public void afterCompletion(int status) {
      completed.run();
    }
  }

  @Test
  void managerThatNeverSynchronizes_readAfterAnUncommittedWrite_isThePrimarys() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      both.transactions()
          .setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
      String seen =
          both.required()
              .execute(
                  status -> {
                    both.items().rename(new Item(1, "Pnew"));
                    return both.items().eventual(1);
                  });

      assertThat(seen).isEqualTo("Pnew");
    }
  }

  @Test
  void managerThatSynchronizesTransactionsOnly_supports_routesEachStatement() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      both.transactions()
          .setTransactionSynchronization(
              AbstractPlatformTransactionManager.SYNCHRONIZATION_ON_ACTUAL_TRANSACTION);
      List<String> seen =
          both.supports()
              .execute(status -> List.of(both.items().eventual(1), both.items().strong(1)));

      assertThat(seen).containsExactly("R1", "P1");
    }
  }

  @Test
  void writeInAfterCommit_leavesAMarker() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      RwSplit.inSession(
          USER,
          () -> {
            both.required()
                .executeWithoutResult(
                    status ->
                        Callback.afterCommit(
                            0, () -> both.items().rename(new Item(1, "afterCommit"))));
            assertThat(both.items().session(1)).isEqualTo("afterCommit");
            return null;
          });

      assertThat(both.events().get(1).reason()).isEqualTo(SESSION_MARKER);
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void writeInAfterCompletion_leavesAMarker() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      RwSplit.inSession(
          USER,
          () -> {
            both.required()
                .executeWithoutResult(
                    status ->
                        Callback.afterCompletion(
                            0, () -> both.items().rename(new Item(1, "afterCompletion"))));
            return both.items().session(1);
          });

      assertThat(both.events().get(1).reason()).isEqualTo(SESSION_MARKER);
    }
  }

  @Test
  void readInAnEarlierAfterCommit_outsideTheTransaction_followsTheWrite() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      List<String> seen = new ArrayList<>();
      RwSplit.inSession(
          USER,
          () -> {
            both.required()
                .executeWithoutResult(
                    status -> {
                      Callback.afterCommit(
                          Ordered.HIGHEST_PRECEDENCE,
                          () ->
                              seen.add(both.notSupported().execute(x -> both.items().session(1))));
                      both.items().rename(new Item(1, "Pnew"));
                    });
            return null;
          });

      assertThat(seen).containsExactly("Pnew");
    }
  }

  @Test
  void writeInALaterBeforeCommit_readInAnEarlierAfterCommit_followsIt() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      List<String> seen = new ArrayList<>();
      RwSplit.inSession(
          USER,
          () -> {
            both.required()
                .executeWithoutResult(
                    status -> {
                      both.items().undeclared(1);
                      TransactionSynchronizationManager.registerSynchronization(
                          new TransactionSynchronization() {
                            @Override
                            public void beforeCommit(boolean readOnly) {
                              both.items().rename(new Item(1, "late"));
                            }
                          });
                      Callback.afterCommit(
                          Ordered.HIGHEST_PRECEDENCE,
                          () ->
                              seen.add(both.notSupported().execute(x -> both.items().session(1))));
                    });
            return null;
          });

      assertThat(seen).containsExactly("late");
    }
  }

  @Test
  void newTransactionInAfterCompletionOfARollback_leavesItsOwnMarker() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      RwSplit.inSession(
          USER,
          () -> {
            both.required()
                .executeWithoutResult(
                    status -> {
                      Callback.afterCompletion(
                          Ordered.HIGHEST_PRECEDENCE,
                          () ->
                              both.requiresNew()
                                  .executeWithoutResult(x -> both.items().note("it failed")));
                      both.items().rename(new Item(1, "undone"));
                      status.setRollbackOnly();
                    });
            return both.items().session(1);
          });

      assertThat(both.notesOnPrimary()).isEqualTo(1);
      assertThat(both.reasons()).last().isEqualTo(SESSION_MARKER);
    }
  }

  @Test
  void rollback_leavesNoMarkerAndNothingWritten() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      String seen =
          RwSplit.inSession(
              USER,
              () -> {
                both.required()
                    .executeWithoutResult(
                        status -> {
                          both.items().rename(new Item(1, "undone"));
                          status.setRollbackOnly();
                        });
                return both.items().session(1);
              });

      assertThat(seen).isEqualTo("R1");
    }
  }

  @Test
  void commit_leavesTheMarkersOfOtherSessionsAlone() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      RwSplit.inSession(
          USER, () -> both.required().execute(status -> both.items().rename(new Item(1, "Pnew"))));

      assertThat(RwSplit.inSession("user-2", () -> both.items().session(1))).isEqualTo("R1");
      assertThat(RwSplit.inSession(USER, () -> both.items().session(1))).isEqualTo("Pnew");
    }
  }

  @Test
  void suspendedTransaction_innerCommitMarksAtOnceAndTheOuterRollbackNot() throws Exception {
    try (TwoDatabases both = uncached().open()) {
      List<String> seen = new ArrayList<>();
      both.required()
          .executeWithoutResult(
              status -> {
                inSession("outer", () -> both.items().note("undone"));
                both.requiresNew()
                    .executeWithoutResult(
                        x -> inSession("inner", () -> both.items().rename(new Item(1, "Pnew"))));
                both.notSupported()
                    .executeWithoutResult(
                        x -> {
                          seen.add(inSession("inner", () -> both.items().session(1)));
                          seen.add(inSession("outer", () -> both.items().session(1)));
                        });
                status.setRollbackOnly();
              });
      seen.add(inSession("outer", () -> both.items().session(1)));

      assertThat(seen).containsExactly("Pnew", "R1", "R1");
      assertThat(both.notesOnPrimary()).isZero();
    }
  }

  @Test
  void readOnlyOnReplica_mapperInAfterCompletion_leaksNothing() throws Exception {
    try (TwoDatabases both = uncached().property("transactions.read-only", "replica").open()) {
      List<String> seen = new ArrayList<>();
      both.readOnly()
          .executeWithoutResult(
              status -> {
                Callback.afterCompletion(0, () -> seen.add(both.items().eventual(1)));
                seen.add(both.items().eventual(1));
                seen.add(both.items().strong(1));
                assertThat(both.leased()).isEqualTo(1);
              });

      assertThat(seen).containsExactly("R1", "P1", "P1");
      assertThat(both.leased()).isZero();
      Pools.assertAllReturned(both.primaryPool());
      assertThat(both.reasons()).contains(TX_READ_ONLY_REPLICA);
    }
  }

  @Test
  void readOnlyOnReplica_suspended_keepsItsReplicaForItselfAndTakesItUpAgain() throws Exception {
    try (TwoDatabases both = uncached().property("transactions.read-only", "replica").open()) {
      TransactionTemplate snapshot = both.readOnly();
      snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
      List<String> seen = new ArrayList<>();
      snapshot.executeWithoutResult(
          status -> {
            seen.add(both.items().eventual(1));
            both.replica().update("update item set name = 'Rnew' where id = 1");
            seen.add(both.notSupported().execute(x -> both.items().eventual(1)));
            seen.add(both.items().eventual(1));
          });

      assertThat(seen).containsExactly("R1", "Rnew", "R1");
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void readOnlyOnReplica_isReadOnlyAtItsIsolation_andGivenBackAsItWas() throws Exception {
    try (TwoDatabases both =
        uncached()
            .property("transactions.read-only", "replica")
            .property("replicas.replica-1.pool.maximum-pool-size", "1")
            .open()) {
      TransactionTemplate serializable = both.readOnly();
      serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
      serializable.executeWithoutResult(
          status -> {
            both.items().eventual(1);
            assertThat(
                    both.replica()
                        .queryForList(
                            "select isolation_level from information_schema.sessions",
                            String.class))
                .contains("SERIALIZABLE");
          });

      try (var connection = both.replicaPool().getConnection()) {
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(connection.getTransactionIsolation())
            .isEqualTo(java.sql.Connection.TRANSACTION_READ_COMMITTED);
      }
    }
  }

  @Test
  void readOnlyOnReplica_ownWriteAfterTheSnapshot_isReadOnThePrimary() throws Exception {
    try (TwoDatabases both = uncached().property("transactions.read-only", "replica").open()) {
      List<String> seen = new ArrayList<>();
      both.readOnly()
          .executeWithoutResult(
              status -> {
                seen.add(inSession(USER, () -> both.items().session(1)));
                both.requiresNew()
                    .executeWithoutResult(
                        x -> inSession(USER, () -> both.items().rename(new Item(1, "Pnew"))));
                seen.add(inSession(USER, () -> both.items().session(1)));
              });

      assertThat(seen).containsExactly("R1", "Pnew");
    }
  }

  @Test
  void readOnlyOnReplica_write_isRefused() throws Exception {
    try (TwoDatabases both = uncached().property("transactions.read-only", "replica").open()) {
      assertThatThrownBy(
              () -> both.readOnly().executeWithoutResult(status -> both.items().note("no")))
          .hasMessageContaining("REFUSED");
      assertThat(both.events())
          .extracting(StatementEvent::outcome)
          .containsExactly(StatementEvent.Outcome.REFUSED);
    }
  }
}
