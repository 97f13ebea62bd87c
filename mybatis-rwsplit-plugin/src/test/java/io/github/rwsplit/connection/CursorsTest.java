package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;

/** MyBatis takes a closed result for the end of the data, so nothing in use is given back. */
class CursorsTest {

  private static List<String> rest(Iterator<String> rows) {
    List<String> all = new ArrayList<>();
    rows.forEachRemaining(all::add);
    return all;
  }

  @Test
  void cursor_strongReadBeforeTheFirstRow_keepsAllRows() throws Exception {
    try (TwoDatabases both = TwoDatabases.open();
        SqlSession session = both.factory().openSession(true)) {
      Items items = session.getMapper(Items.class);
      Cursor<String> cursor = items.stream();

      assertThat(items.strong(1)).isEqualTo("P1");
      assertThat(rest(cursor.iterator())).containsExactly("R1", "R2", "R3");
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void cursor_writeHalfWay_keepsTheRestAndWritesOnThePrimary() throws Exception {
    for (ExecutorType executor : List.of(ExecutorType.SIMPLE, ExecutorType.BATCH)) {
      try (TwoDatabases both = TwoDatabases.open();
          SqlSession session = both.factory().openSession(executor, true)) {
        Items items = session.getMapper(Items.class);
        Iterator<String> rows = items.stream().iterator();

        assertThat(rows.next()).isEqualTo("R1");
        items.note("half way");
        assertThat(rest(rows)).containsExactly("R2", "R3");
        session.commit(true);
        assertThat(both.notesOnPrimary()).isEqualTo(1);
        assertThat(both.notesOnReplica()).isZero();
      }
    }
  }

  @Test
  void twoCursors_shareTheConnectionUntilTheLastIsClosed() throws Exception {
    try (TwoDatabases both = TwoDatabases.open();
        SqlSession session = both.factory().openSession(true)) {
      Items items = session.getMapper(Items.class);
      Cursor<String> first = items.stream();
      Cursor<String> second = items.stream();

      assertThat(both.leased()).isEqualTo(1);
      first.close();
      assertThat(both.leased()).isEqualTo(1);
      assertThat(rest(second.iterator())).containsExactly("R1", "R2", "R3");
      assertThat(both.leased()).isZero();
      second.close();
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void cursor_sessionClosedWhileOpen_givesTheConnectionBackOnce() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      Cursor<String> cursor;
      try (SqlSession session = both.factory().openSession(true)) {
        cursor = session.getMapper(Items.class).stream();
        assertThat(cursor.iterator().next()).isEqualTo("R1");
      }

      assertThat(both.leased()).isZero();
      cursor.close();
      assertThat(both.leased()).isZero();
      assertThat(both.events()).hasSize(1);
    }
  }

  @Test
  void cursor_inAScope_isReadAndAuditedOnceWithItsRows() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      List<String> rows = both.supports().execute(status -> rest(both.items().stream().iterator()));

      assertThat(rows).containsExactly("R1", "R2", "R3");
      assertThat(both.events()).extracting(StatementEvent::rows).containsExactly(3L);
      assertThat(both.reasons()).containsExactly(RouteReason.EVENTUAL_REPLICA);
    }
  }

  @Test
  void childOnThePrimary_underAParentOnTheReplica_losesNoRow() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      assertThat(both.items().withLockedChildren())
          .extracting(Item::text)
          .containsExactly("R1[Pk1]", "R2[Pk2]", "R3[Pk3]");
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void resultHandlerThatNeedsThePrimary_losesNoRow() throws Exception {
    try (TwoDatabases both = TwoDatabases.open();
        SqlSession session = both.factory().openSession(true)) {
      Items items = session.getMapper(Items.class);
      List<String> rows = new ArrayList<>();
      items.each(context -> rows.add(context.getResultObject() + items.strong(1)));

      assertThat(rows).containsExactly("R1P1", "R2P1", "R3P1");
    }
  }
}
