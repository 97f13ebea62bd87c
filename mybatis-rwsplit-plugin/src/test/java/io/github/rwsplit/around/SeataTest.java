package io.github.rwsplit.around;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.TwoDatabases;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A Seata global transaction, by the root context of both names that Seata has had. */
class SeataTest {

  private static final String XID = "127.0.0.1:8091:2612341069705662465";

  enum Seata {
    APACHE(
        org.apache.seata.core.context.RootContext::bind,
        org.apache.seata.core.context.RootContext::unbind),
    BEFORE_APACHE(
        io.seata.core.context.RootContext::bind, io.seata.core.context.RootContext::unbind);

    private final Consumer<String> bind;
    private final Supplier<String> unbind;

    Seata(Consumer<String> bind, Supplier<String> unbind) {
      this.bind = bind;
      this.unbind = unbind;
    }

    void around(Runnable work) {
      bind.accept(XID);
      try {
        work.run();
      } finally {
        assertThat(unbind.get()).isEqualTo(XID);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void globalTransaction_readsAreOnThePrimary_untilItIsUnbound(Seata seata) throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      seata.around(
          () -> {
            assertThat(both.items().eventual(1)).isEqualTo("P1");
            assertThat(both.items().session(1)).isEqualTo("P1");
            both.items().rename(new Item(1, "global"));
            assertThat(both.items().eventual(1)).isEqualTo("global");
          });

      assertThat(both.reasons())
          .containsExactly(TX_READ_WRITE, TX_READ_WRITE, WRITE, TX_READ_WRITE);
      assertThat(both.items().eventual(1)).isEqualTo("R1");
      assertThat(both.reasons()).last().isEqualTo(EVENTUAL_REPLICA);
      assertAllReturned(both);
    }
  }

  @ParameterizedTest
  @EnumSource
  void globalTransaction_plainSessionInAutocommit_isOnThePrimary(Seata seata) throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder()
            .transactionFactory(new org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory())
            .open()) {
      seata.around(() -> assertThat(eventualInAPlainSession(both)).isEqualTo("P1"));
      assertThat(eventualInAPlainSession(both)).isEqualTo("R1");
      assertAllReturned(both);
    }
  }

  @ParameterizedTest
  @EnumSource
  void globalTransaction_localReadOnlyTransactionInIt_isNotPinnedToAReplica(Seata seata)
      throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder().property("transactions.read-only", "replica").open()) {
      seata.around(
          () ->
              assertThat(both.readOnly().<String>execute(status -> both.items().eventual(1)))
                  .isEqualTo("P1"));
      assertThat(both.readOnly().<String>execute(status -> both.items().eventual(1)))
          .isEqualTo("R1");
      assertAllReturned(both);
    }
  }

  /** A branch commits with its local transaction, before the global one does. */
  @ParameterizedTest
  @EnumSource
  void globalTransaction_writeInIt_isFollowedByItsSessionAfterwards(Seata seata) throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      RwSplit.inSession(
          "user-1",
          () -> {
            seata.around(
                () ->
                    both.required()
                        .executeWithoutResult(
                            status -> both.items().rename(new Item(1, "global"))));
            assertThat(both.items().session(1)).isEqualTo("global");
            return true;
          });
      assertThat(both.reasons()).containsExactly(WRITE, SESSION_MARKER);
    }
  }

  @ParameterizedTest
  @EnumSource
  void globalTransaction_ofOneThread_isNoneOfAnother(Seata seata) throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      String[] seen = new String[1];
      Thread other = new Thread(() -> seen[0] = both.items().eventual(1));
      seata.around(
          () -> {
            other.start();
            joinUninterruptibly(other);
          });
      assertThat(seen).containsExactly("R1");
    }
  }

  private static void joinUninterruptibly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String eventualInAPlainSession(TwoDatabases both) {
    try (SqlSession session = both.factory().openSession(true)) {
      return session.getMapper(io.github.rwsplit.connection.Items.class).eventual(1);
    }
  }

  private static void assertAllReturned(TwoDatabases both) {
    assertThat(both.leased()).isZero();
    Pools.assertAllReturned(both.primaryPool());
    Pools.assertAllReturned(both.replicaPool());
  }
}
