package io.github.rwsplit.mybatis;

import static io.github.rwsplit.InSession.inSession;
import static io.github.rwsplit.audit.StatementEvent.Outcome.ERROR;
import static io.github.rwsplit.audit.StatementEvent.Outcome.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.Items;
import io.github.rwsplit.connection.Note;
import io.github.rwsplit.connection.TwoDatabases;
import java.util.List;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;

/** A batch has written when it is flushed, and not when it is queued. */
class BatchTest {

  private static final String USER = "user-1";

  private static TwoDatabases plain() throws Exception {
    return TwoDatabases.builder().transactionFactory(new JdbcTransactionFactory()).open();
  }

  private static SqlSession batch(TwoDatabases both, boolean autoCommit) {
    return both.factory().openSession(ExecutorType.BATCH, autoCommit);
  }

  private static String readBySomebodyElse(TwoDatabases both) {
    try (SqlSession other = both.factory().openSession(true)) {
      return other.getMapper(Items.class).session(1);
    }
  }

  @Test
  void flush_oneLineForEachStatementWithItsRows() throws Exception {
    try (TwoDatabases both = plain();
        SqlSession session = batch(both, false)) {
      Items items = session.getMapper(Items.class);
      items.note("a");
      items.note("b");
      items.rename(new Item(1, "Pnew"));
      items.note("c");
      assertThat(both.events()).isEmpty();

      session.flushStatements();
      assertThat(both.events())
          .extracting(StatementEvent::statement, StatementEvent::rows, StatementEvent::node)
          .containsExactly(
              tuple(Items.class.getName() + ".note", 3L, "primary"),
              tuple(Items.class.getName() + ".rename", 1L, "primary"));
      items.note("d");
      session.commit();
      assertThat(both.events()).hasSize(3);
      assertThat(both.notesOnPrimary()).isEqualTo(4);
      assertThat(both.notesOnReplica()).isZero();
    }
  }

  @Test
  void autoCommit_markerIsThereAfterTheFlushAndNotBefore() throws Exception {
    try (TwoDatabases both = plain();
        SqlSession session = batch(both, true)) {
      RwSplit.inSession(
          USER,
          () -> {
            session.getMapper(Items.class).rename(new Item(1, "Pnew"));
            assertThat(readBySomebodyElse(both)).isEqualTo("R1");
            session.flushStatements();
            assertThat(readBySomebodyElse(both)).isEqualTo("Pnew");
            return null;
          });
    }
  }

  @Test
  void manualCommit_markerIsThereAfterTheCommit() throws Exception {
    try (TwoDatabases both = plain();
        SqlSession session = batch(both, false)) {
      RwSplit.inSession(
          USER,
          () -> {
            session.getMapper(Items.class).rename(new Item(1, "Pnew"));
            session.flushStatements();
            assertThat(readBySomebodyElse(both)).isEqualTo("R1");
            session.commit();
            assertThat(readBySomebodyElse(both)).isEqualTo("Pnew");
            return null;
          });
    }
  }

  @Test
  void rollback_nothingIsWrittenMarkedOrAudited() throws Exception {
    for (boolean autoCommit : List.of(true, false)) {
      try (TwoDatabases both = plain();
          SqlSession session = batch(both, autoCommit)) {
        RwSplit.inSession(
            USER,
            () -> {
              session.getMapper(Items.class).rename(new Item(1, "undone"));
              session.rollback();
              assertThat(both.events()).isEmpty();
              assertThat(readBySomebodyElse(both)).isEqualTo("R1");
              return null;
            });
      }
    }
  }

  @Test
  void failingBatch_tellsWhatRanAndWhatFailed() throws Exception {
    try (TwoDatabases both = plain();
        SqlSession session = batch(both, false)) {
      Items items = session.getMapper(Items.class);
      items.rename(new Item(1, "Pnew"));
      items.noteWithId(new Note(1, "first"));
      items.noteWithId(new Note(1, "again"));

      assertThatThrownBy(session::commit).isInstanceOf(PersistenceException.class);
      assertThat(both.events())
          .extracting(StatementEvent::statement, StatementEvent::outcome)
          .containsExactly(
              tuple(Items.class.getName() + ".rename", OK),
              tuple(Items.class.getName() + ".noteWithId", ERROR));
      session.rollback();
    }
  }

  @Test
  void failingBatchInSpringsTransaction_sameExceptionAndNoMarker() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().executor(ExecutorType.BATCH).open()) {
      RwSplit.inSession(
          USER,
          () -> {
            assertThatThrownBy(
                    () ->
                        both.required()
                            .executeWithoutResult(
                                status -> {
                                  both.items().noteWithId(new Note(1, "first"));
                                  both.items().noteWithId(new Note(1, "again"));
                                }))
                .isInstanceOf(DuplicateKeyException.class);
            assertThat(both.items().session(1)).isEqualTo("R1");
            return null;
          });
      assertThat(both.notesOnPrimary()).isZero();
    }
  }

  @Test
  void springsTransaction_flushedAtCommit_isAuditedAndMarked() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().executor(ExecutorType.BATCH).open()) {
      String seen =
          RwSplit.inSession(
              USER,
              () -> {
                both.required()
                    .executeWithoutResult(status -> both.items().rename(new Item(1, "Pnew")));
                return both.items().session(1);
              });

      assertThat(seen).isEqualTo("Pnew");
      assertThat(both.events())
          .extracting(StatementEvent::command)
          .containsExactly("UPDATE", "SELECT");
    }
  }

  @Test
  void queuedInASession_flushedOutsideOfIt_isThatSessionsWrite() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().executor(ExecutorType.BATCH).open()) {
      both.required()
          .executeWithoutResult(
              status -> inSession(USER, () -> both.items().rename(new Item(1, "Pnew"))));

      assertThat(inSession(USER, () -> both.items().session(1))).isEqualTo("Pnew");
      assertThat(inSession("user-2", () -> both.items().session(1))).isEqualTo("R1");
    }
  }

  @Test
  void queuedInSessions_flushedByItsSqlSessionInAnother_isTheWriteOfEach() throws Exception {
    for (boolean autoCommit : List.of(true, false)) {
      try (TwoDatabases both = plain();
          SqlSession session = batch(both, autoCommit)) {
        Items items = session.getMapper(Items.class);
        inSession(USER, () -> items.rename(new Item(1, "Pnew")));
        inSession("user-2", () -> items.rename(new Item(1, "Pnewer")));
        inSession("user-3", session::flushStatements);
        session.commit();

        for (String user : List.of(USER, "user-2", "user-3")) {
          assertThat(inSession(user, () -> readBySomebodyElse(both))).isEqualTo("Pnewer");
        }
        assertThat(inSession("user-4", () -> readBySomebodyElse(both))).isEqualTo("R1");
      }
    }
  }

  @Test
  void selectInMidBatch_followsTheQueuedWriteToThePrimary() throws Exception {
    try (TwoDatabases both = plain();
        SqlSession session = batch(both, true)) {
      Items items = session.getMapper(Items.class);
      items.rename(new Item(1, "Pnew"));

      assertThat(items.eventual(1)).isEqualTo("Pnew");
    }
  }

  @Test
  void queuedInAResultHandler_flushedByANestedSelect_isAudited() throws Exception {
    try (TwoDatabases both = plain();
        SqlSession session = batch(both, true)) {
      Items items = session.getMapper(Items.class);
      session.select(Items.class.getName() + ".withChildren", context -> items.note("row"));
      session.flushStatements();

      assertThat(both.notesOnPrimary()).isEqualTo(3);
      assertThat(both.notesOnReplica()).isZero();
      assertThat(
              both.events().stream()
                  .filter(event -> event.command().equals("INSERT"))
                  .mapToLong(event -> event.rows() == null ? 0 : event.rows())
                  .sum())
          .isEqualTo(3);
    }
  }
}
