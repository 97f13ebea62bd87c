package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Pools;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.ibatis.session.LocalCacheScope;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where read, write and read again run in every kind of scope that Spring and MyBatis have. */
class ScopesTest {

  private final List<String> seen = new ArrayList<>();

  /** A read says which node it saw; the nodes of writes are counted. */
  private void read(Items items) {
    seen.add(items.eventual(1).substring(0, 1));
  }

  private void strong(Items items) {
    seen.add(items.strong(1).substring(0, 1));
  }

  private void readWriteRead(Items items) {
    read(items);
    items.note("written");
    read(items);
  }

  private interface Scope extends BiConsumer<ScopesTest, TwoDatabases> {}

  private static Arguments scope(String name, Scope scope, int written, String... nodes) {
    return Arguments.of(name, scope, List.of(nodes), written);
  }

  static Stream<Arguments> scopes() {
    return Stream.of(
        scope("(a) none", (t, both) -> t.readWriteRead(both.items()), 1, "R", "R"),
        scope(
            "(b) transaction",
            (t, both) -> both.required().executeWithoutResult(s -> t.readWriteRead(both.items())),
            1,
            "P",
            "P"),
        scope(
            "(c) SUPPORTS",
            (t, both) -> both.supports().executeWithoutResult(s -> t.readWriteRead(both.items())),
            1,
            "R",
            "P"),
        scope(
            "(c2) SUPPORTS, REQUIRED inside",
            (t, both) ->
                both.supports()
                    .executeWithoutResult(
                        s -> {
                          t.read(both.items());
                          both.required().executeWithoutResult(x -> both.items().note("x"));
                          t.read(both.items());
                        }),
            1,
            "R",
            "R"),
        scope(
            "(c3) SUPPORTS, eventual then strong",
            (t, both) ->
                both.supports()
                    .executeWithoutResult(
                        s -> {
                          t.read(both.items());
                          t.strong(both.items());
                        }),
            0,
            "R",
            "P"),
        scope(
            "(c4) SUPPORTS, read then JdbcTemplate",
            (t, both) ->
                both.supports()
                    .executeWithoutResult(
                        s -> {
                          t.read(both.items());
                          both.jdbc().update("insert into note (text) values ('jdbc')");
                        }),
            1,
            "R"),
        scope(
            "(d) REQUIRES_NEW inside",
            (t, both) ->
                both.required()
                    .executeWithoutResult(
                        s -> {
                          t.read(both.items());
                          both.requiresNew()
                              .executeWithoutResult(x -> t.readWriteRead(both.items()));
                        }),
            1,
            "P",
            "P",
            "P"),
        scope(
            "(e) readOnly, reads",
            (t, both) ->
                both.readOnly()
                    .executeWithoutResult(
                        s -> {
                          t.read(both.items());
                          t.read(both.items());
                        }),
            0,
            "P",
            "P"),
        scope(
            "(e2) readOnly, then a write",
            (t, both) -> both.readOnly().executeWithoutResult(s -> both.items().note("x")),
            1),
        scope(
            "(f) transaction that is rolled back",
            (t, both) ->
                both.required()
                    .executeWithoutResult(
                        s -> {
                          t.readWriteRead(both.items());
                          s.setRollbackOnly();
                        }),
            0,
            "P",
            "P"),
        scope(
            "(h) NOT_SUPPORTED inside a transaction",
            (t, both) ->
                both.required()
                    .executeWithoutResult(
                        s -> {
                          both.notSupported()
                              .executeWithoutResult(x -> t.readWriteRead(both.items()));
                          t.read(both.items());
                        }),
            1,
            "R",
            "P",
            "P"),
        scope(
            "NESTED inside a transaction",
            (t, both) ->
                both.required()
                    .executeWithoutResult(
                        s -> {
                          both.nested().executeWithoutResult(x -> t.readWriteRead(both.items()));
                          t.read(both.items());
                        }),
            1,
            "P",
            "P",
            "P"));
  }

  private static TwoDatabases.Builder uncached() {
    return TwoDatabases.builder()
        .configuration(
            configuration -> configuration.setLocalCacheScope(LocalCacheScope.STATEMENT));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scopes")
  void scope_readsAndWrites_runWhereTheyBelong(
      String name, Scope scope, List<String> nodes, int written) throws Exception {
    try (TwoDatabases both = uncached().open()) {
      scope.accept(this, both);

      assertThat(seen).as(name).isEqualTo(nodes);
      assertThat(both.notesOnPrimary()).isEqualTo(written);
      assertThat(both.notesOnReplica()).isZero();
      assertThat(both.leased()).isZero();
      Pools.assertAllReturned(both.primaryPool());
    }
  }

  static Stream<Arguments> sessions() {
    return Stream.of(
        Arguments.of("(g) openSession()", false, List.of("P", "P")),
        Arguments.of("(g) openSession(true)", true, List.of("R", "P")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sessions")
  void plainSession_readsAndWrites_runWhereTheyBelong(
      String name, boolean autoCommit, List<String> nodes) throws Exception {
    try (TwoDatabases both = uncached().transactionFactory(new JdbcTransactionFactory()).open()) {
      try (SqlSession session = both.factory().openSession(autoCommit)) {
        readWriteRead(session.getMapper(Items.class));
        session.commit();
      }

      assertThat(seen).as(name).isEqualTo(nodes);
      assertThat(both.notesOnPrimary()).isEqualTo(1);
      assertThat(both.notesOnReplica()).isZero();
      assertThat(both.leased()).isZero();
    }
  }
}
