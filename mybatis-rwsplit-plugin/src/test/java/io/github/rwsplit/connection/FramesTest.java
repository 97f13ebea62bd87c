package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.rwsplit.session.SessionKeyResolver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.Test;

/** What runs inside a read decides for itself, and a write never inherits the read's replica. */
class FramesTest {

  @Test
  void resultHandler_insertsForEachRow_writesOnThePrimary() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      List<String> rows = new ArrayList<>();
      both.items().each(context -> noteRow(both, rows, context.getResultObject()));

      assertThat(rows).containsExactly("R1", "R2", "R3");
      assertThat(both.notesOnPrimary()).isEqualTo(3);
      assertThat(both.notesOnReplica()).isZero();
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void resultHandlerInSupports_insertsForEachRow_writesOnThePrimary() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      List<String> rows = new ArrayList<>();
      both.supports()
          .executeWithoutResult(
              status ->
                  both.items().each(context -> noteRow(both, rows, context.getResultObject())));

      assertThat(rows).containsExactly("R1", "R2", "R3");
      assertThat(both.notesOnPrimary()).isEqualTo(3);
      assertThat(both.notesOnReplica()).isZero();
    }
  }

  @Test
  void resultHandlerInBatchSession_queuedInserts_areFlushedOnThePrimary() throws Exception {
    try (TwoDatabases both = TwoDatabases.open();
        SqlSession session = both.factory().openSession(ExecutorType.BATCH, true)) {
      Items items = session.getMapper(Items.class);
      items.each(context -> items.note("queued"));
      session.commit(true);

      assertThat(both.notesOnPrimary()).isEqualTo(3);
      assertThat(both.notesOnReplica()).isZero();
    }
  }

  private static void noteRow(TwoDatabases both, List<String> rows, String row) {
    rows.add(row);
    both.items().note(row);
  }

  @Test
  void pluginBetweenOurs_writesAnAuditRowThroughAMapper_writesOnThePrimary() throws Exception {
    AuditRow plugin = new AuditRow();
    try (TwoDatabases both = TwoDatabases.builder().plugin(plugin).open()) {
      plugin.mapper = both::items;

      assertThat(both.items().eventual(1)).isEqualTo("R1");
      assertThat(both.notesOnPrimary()).isEqualTo(1);
      assertThat(both.notesOnReplica()).isZero();
    }
  }

  @Test
  void pluginBetweenOurs_writesToAnotherCluster_writesOnThatPrimary() throws Exception {
    AuditRow plugin = new AuditRow();
    try (TwoDatabases other = TwoDatabases.open();
        TwoDatabases both = TwoDatabases.builder().plugin(plugin).open()) {
      plugin.mapper = other::items;

      assertThat(both.items().eventual(1)).isEqualTo("R1");
      assertThat(other.notesOnPrimary()).isEqualTo(1);
      assertThat(other.notesOnReplica()).isZero();
    }
  }

  @Test
  void resultHandler_readsAnotherCluster_decidesThereAnew() throws Exception {
    try (TwoDatabases other = TwoDatabases.open();
        TwoDatabases both = TwoDatabases.open()) {
      List<String> rows = new ArrayList<>();
      both.items().each(context -> rows.add(other.items().strong(1) + other.items().eventual(1)));

      assertThat(rows).containsExactly("P1R1", "P1R1", "P1R1");
    }
  }

  @Test
  void eagerStrongChildren_underAnEventualParent_allComeFromThePrimary() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      assertThat(both.items().withStrongChildren())
          .extracting(Item::text)
          .containsExactly("P1[Pk1]", "P2[Pk2]", "P3[Pk3]");
    }
  }

  @Test
  void eagerUndeclaredChildren_underAnEventualParent_comeFromItsReplica() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      assertThat(both.items().withChildren())
          .extracting(Item::text)
          .containsExactly("R1[Rk1]", "R2[Rk2]", "R3[Rk3]");
      assertThat(both.leased()).isZero();
    }
  }

  @Test
  void handlerThatFails_leavesNoFrameAndNoConnectionBehind() throws Exception {
    try (TwoDatabases both = TwoDatabases.open();
        SqlSession session = both.factory().openSession(true)) {
      Items items = session.getMapper(Items.class);
      ResultHandler<String> failing =
          context -> {
            throw new IllegalStateException("the application's own");
          };

      assertThat(catchThrowable(() -> items.each(failing)))
          .hasRootCauseMessage("the application's own");
      assertThat(both.leased()).isZero();
      items.note("after");
      assertThat(both.notesOnPrimary()).isEqualTo(1);
      assertThat(items.strong(1)).isEqualTo("P1");
    }
  }

  @Test
  void resolverOfKeysThatFails_failsWhoNeedsAKey_andLeavesNoFrameBehind() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    SessionKeyResolver resolver =
        () -> {
          if (broken.get()) {
            throw new IllegalStateException("no request");
          }
          return "user-1";
        };
    try (TwoDatabases both = TwoDatabases.builder().sessionKeys(resolver).unaudited().open();
        SqlSession session = both.factory().openSession(true)) {
      Items items = session.getMapper(Items.class);
      assertThat(items.eventual(1)).isEqualTo("R1");
      broken.set(true);
      assertThat(items.strong(1)).isEqualTo("P1");
      assertThat(catchThrowable(() -> items.session(2))).hasRootCauseMessage("no request");
      assertThat(catchThrowable(() -> items.note("written"))).hasRootCauseMessage("no request");
      broken.set(false);

      // the write took place, and the session follows it
      assertThat(both.notesOnPrimary()).isEqualTo(1);
      assertThat(items.eventual(3)).isEqualTo("P3");
      assertThat(both.leased()).isZero();
    }
  }

  /** Writes an audit row before each select, as audit plugins do. */
  @Intercepts(
      @Signature(
          type = Executor.class,
          method = "query",
          args = {MappedStatement.class, Object.class, RowBounds.class, ResultHandler.class}))
  static final class AuditRow implements Interceptor {

    private Supplier<Items> mapper =
        () -> {
          throw new IllegalStateException("no mapper was given yet");
        };

    @Override
    public Object intercept(Invocation invocation) throws Throwable {
      mapper.get().note("audit");
      return invocation.proceed();
    }
  }
}
