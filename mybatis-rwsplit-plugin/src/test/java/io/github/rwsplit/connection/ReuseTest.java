package io.github.rwsplit.connection;

import static io.github.rwsplit.route.RouteReason.CACHE_HIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.audit.StatementEvent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.LocalCacheScope;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;

/** A REUSE executor keeps statements by their SQL, whatever node they were prepared on. */
class ReuseTest {

  private static TwoDatabases.Builder reuse() {
    return TwoDatabases.builder()
        .executor(ExecutorType.REUSE)
        .configuration(
            configuration -> configuration.setLocalCacheScope(LocalCacheScope.STATEMENT));
  }

  private static SqlSession session(TwoDatabases both) {
    return both.factory().openSession(ExecutorType.REUSE, true);
  }

  @Test
  void sameSqlOnBothNodes_isAnsweredByTheNodeThatWasMeant() throws Exception {
    try (TwoDatabases both = reuse().open();
        SqlSession session = session(both)) {
      Items items = session.getMapper(Items.class);

      assertThat(List.of(items.eventual(1), items.strong(1), items.eventual(1), items.strong(1)))
          .containsExactly("R1", "P1", "R1", "P1");
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void sameSqlOnThePrimaryAgain_isAuditedAsRunThereAndNotAsACacheHit() throws Exception {
    try (TwoDatabases both = reuse().open();
        SqlSession session = session(both)) {
      Items items = session.getMapper(Items.class);
      items.strong(1);
      items.strong(2);

      assertThat(both.reasons()).doesNotContain(CACHE_HIT);
      assertThat(both.events())
          .extracting(StatementEvent::node)
          .containsExactly("primary", "primary");
    }
  }

  @Test
  void openCursor_goesToThePrimaryWithEverythingElse_andLosesNoRow() throws Exception {
    for (TwoDatabases.Builder builder : List.of(reuse(), reuse().unaudited())) {
      try (TwoDatabases both = builder.open();
          SqlSession session = session(both)) {
        Items items = session.getMapper(Items.class);
        items.eventual(1);
        Iterator<String> rows = items.stream().iterator();

        assertThat(rows.next()).isEqualTo("P1");
        assertThat(items.eventual(1)).isEqualTo("P1");
        assertThat(items.strong(2)).isEqualTo("P2");
        assertThat(rows.next()).isEqualTo("P2");
        assertThat(rows.next()).isEqualTo("P3");
        assertThat(rows.hasNext()).isFalse();
        assertThat(items.eventual(1)).isEqualTo("R1");
      }
    }
  }

  @Test
  void eagerChildren_loseNoRowOfTheParent() throws Exception {
    try (TwoDatabases both = reuse().open()) {
      assertThat(both.items().withChildren())
          .extracting(Item::text)
          .containsExactly("R1[Rk1]", "R2[Rk2]", "R3[Rk3]");
      assertThat(both.events().stream().map(StatementEvent::node).distinct())
          .containsExactly("replica-1");
    }
  }

  @Test
  void resultHandler_cursorOpenedInIt_losesNoRow() throws Exception {
    try (TwoDatabases both = reuse().open();
        SqlSession session = session(both)) {
      Items items = session.getMapper(Items.class);
      List<Iterator<String>> cursors = new ArrayList<>();
      List<String> rows = new ArrayList<>();
      items.each(
          context -> {
            rows.add(context.getResultObject());
            if (cursors.isEmpty()) {
              Iterator<String> cursor = session.<String>selectCursor(streamId()).iterator();
              cursor.next();
              cursors.add(cursor);
            }
          });

      assertThat(rows).first().isEqualTo("P1");
      assertThat(cursors.get(0).next()).isEqualTo("P2");
      assertThat(cursors.get(0).next()).isEqualTo("P3");
    }
  }

  private static String streamId() {
    return Items.class.getName() + ".allStrong";
  }

  @Test
  void readOnlyTransactionOnAReplica_strongReadOfTheSameSql_isThePrimarys() throws Exception {
    try (TwoDatabases both = reuse().property("transactions.read-only", "replica").open()) {
      List<String> seen =
          both.readOnly()
              .execute(
                  status ->
                      List.of(
                          both.items().eventual(1),
                          both.items().strong(1),
                          both.items().eventual(1)));

      assertThat(seen).containsExactly("R1", "P1", "R1");
    }
  }
}
