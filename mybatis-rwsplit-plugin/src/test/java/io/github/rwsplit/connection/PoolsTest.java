package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.MyBatisSystemException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A replica's connection lives for one statement: no circle of waits, no old snapshot. */
class PoolsTest {

  @Test
  void poolsOfOne_scopesThatNeedBothInOppositeOrder_bothEnd() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open()) {
      CyclicBarrier halfWay = new CyclicBarrier(2);
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        Future<String> first =
            threads.submit(
                () ->
                    both.supports()
                        .execute(
                            status -> {
                              String seen = both.items().eventual(1);
                              await(halfWay);
                              both.requiresNew().executeWithoutResult(x -> both.items().note("1"));
                              return seen;
                            }));
        Future<String> second =
            threads.submit(
                () ->
                    both.required()
                        .execute(
                            status -> {
                              await(halfWay);
                              return both.notSupported().execute(x -> both.items().eventual(2));
                            }));

        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("R1");
        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("R2");
        assertThat(both.notesOnPrimary()).isEqualTo(1);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void replicaPoolWithAutoCommitOff_secondReadOfAScope_seesWhatTheNodeHas() throws Exception {
    try (TwoDatabases both =
        TwoDatabases.builder()
            .replicaBean(
                pool -> {
                  HikariDataSource hikari = (HikariDataSource) pool;
                  hikari.setAutoCommit(false);
                  hikari.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
                  return hikari;
                })
            .configuration(
                configuration ->
                    configuration.setLocalCacheScope(
                        org.apache.ibatis.session.LocalCacheScope.STATEMENT))
            .open()) {
      List<String> seen =
          both.supports()
              .execute(
                  status -> {
                    String before = both.items().eventual(1);
                    both.replica().update("update item set name = 'Rnew' where id = 1");
                    return List.of(before, both.items().eventual(1));
                  });

      assertThat(seen).containsExactly("R1", "Rnew");
      try (Connection connection = both.replicaPool().getConnection()) {
        assertThat(connection.getAutoCommit()).isFalse();
      }
    }
  }

  @Test
  void nothingLeft_sameExceptionAsWithoutUs() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open();
        Connection replica = both.replicaPool().getConnection();
        Connection primary = both.primaryPool().getConnection()) {
      assertThat(replica).isNotSameAs(primary);
      assertThatThrownBy(() -> both.items().eventual(1))
          .isInstanceOf(MyBatisSystemException.class)
          .hasRootCauseInstanceOf(java.sql.SQLTransientConnectionException.class)
          .hasStackTraceContaining(CannotGetJdbcConnectionException.class.getName());
    }
  }

  @Test
  void replicaPoolExhausted_readRunsOnThePrimary() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().poolsOfOne().open();
        Connection replica = both.replicaPool().getConnection()) {
      assertThat(replica).isNotNull();
      assertThat(both.items().eventual(1)).isEqualTo("P1");
    }
  }

  @Test
  void poolThatThrowsNoSqlException_isPassedOverLikeAnyOther() throws Exception {
    try (TwoDatabases both = TwoDatabases.builder().replicaBean(Broken::new).open()) {
      assertThat(both.items().eventual(1)).isEqualTo("R1");
      Broken.of(both).broken = true;

      assertThat(both.items().eventual(1)).isEqualTo("P1");
    }
  }

  /** As a pool does that is made at its first use. */
  private static final class Broken extends AbstractDataSource {

    private final javax.sql.DataSource delegate;
    private volatile boolean broken;

    private Broken(javax.sql.DataSource delegate) {
      this.delegate = delegate;
    }

    static Broken of(TwoDatabases both) {
      return (Broken) io.github.rwsplit.ClusterProbe.replica(both.cluster(), "replica-1");
    }

    @Override
    public Connection getConnection() throws java.sql.SQLException {
      if (broken) {
        throw new HikariDataSourceFailure();
      }
      return delegate.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws java.sql.SQLException {
      return getConnection();
    }
  }

  private static final class HikariDataSourceFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
