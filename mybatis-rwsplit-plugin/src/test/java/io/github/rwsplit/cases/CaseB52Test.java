package io.github.rwsplit.cases;

import static io.github.rwsplit.audit.StatementEvent.Outcome.ERROR;
import static io.github.rwsplit.audit.StatementEvent.Outcome.OK;
import static io.github.rwsplit.route.RouteReason.OUTCOME_UNKNOWN;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import com.alibaba.druid.pool.DruidDataSource;
import com.mysql.cj.jdbc.exceptions.CommunicationsException;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.NetworkLine;
import io.github.rwsplit.test.WithMySqlCluster;
import java.io.EOFException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** B52: the answer to a write was lost, and it was written twice, or taken for not written. */
@WithMySqlCluster(replicas = 1)
class CaseB52Test {

  private static final String INSERT = "insert into orders";

  private MySqlNode primary;
  private MySqlNode replica;
  private NetworkLine line;

  @BeforeEach
  void open(MySqlCluster servers) throws Exception {
    primary = servers.primary();
    replica = servers.replica(1);
    line = NetworkLine.to(primary);
  }

  @AfterEach
  void close() throws Exception {
    replica.startApplier();
    line.close();
  }

  private Shop shop(MySqlCluster servers, UnaryOperator<DataSource> pool) throws Exception {
    Shop shop = Shop.on(servers).anyLag().reached(line::through).wrapped(pool).open();
    replica.stopApplier();
    return shop;
  }

  private Shop shop(MySqlCluster servers) throws Exception {
    return shop(servers, UnaryOperator.identity());
  }

  private static <T> T inSession(Callable<T> work) {
    try {
      return RwSplit.inSession("u", work);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** How often the write is there, as the server says. */
  private long written() throws SQLException {
    try (var connection = primary.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery("select count(*) from orders where user_id = 52")) {
      row.next();
      return row.getLong(1);
    }
  }

  private void assertUnknown(Shop shop, Throwable failure) throws Exception {
    assertThat(failure).hasRootCauseInstanceOf(EOFException.class);
    assertUnknown(shop);
  }

  private void assertUnknown(Shop shop) throws Exception {
    assertThat(line.hasLostAnswer()).isTrue();
    assertThat(written()).isEqualTo(1);
    assertThat(shop.lastEvent())
        .extracting(StatementEvent::reason, StatementEvent::outcome, StatementEvent::node)
        .containsExactly(OUTCOME_UNKNOWN, ERROR, "primary");
    assertThat(shop.lastEvent().statement()).endsWith(".insert");
    assertReadOnPrimary(shop);
  }

  private static void assertReadOnPrimary(Shop shop) {
    inSession(() -> shop.orders().selectByIdInSession(1));
    assertThat(shop.lastEvent())
        .extracting(StatementEvent::reason, StatementEvent::role)
        .containsExactly(SESSION_MARKER, NodeRole.PRIMARY);
  }

  @Test
  void autoCommit_isSentOnce_andReadOnThePrimary(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      line.loseAnswerTo(INSERT);
      Throwable failure =
          catchThrowable(() -> inSession(() -> shop.orders().insert(new Order(52, "NEW"))));

      assertThat(failure.getCause()).isInstanceOf(CommunicationsException.class);
      assertUnknown(shop, failure);
      assertThat(shop.events()).hasSize(2);
    }
  }

  @Test
  void batch_thatCommitsByItself(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      line.loseAnswerTo(INSERT);
      try (SqlSession session = shop.factory().openSession(ExecutorType.BATCH, true)) {
        session.getMapper(OrderMapper.class).insert(new Order(52, "NEW"));
        Throwable failure = catchThrowable(() -> inSession(session::flushStatements));
        // all that MyBatis lets through of the driver's error
        assertThat(failure).hasMessageContaining("statement closed");
        assertUnknown(shop);
      }
    }
  }

  @Test
  void plainSession_lostAtTheCommit(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      Configuration configuration = new Configuration();
      configuration.setEnvironment(
          new Environment("plain", new JdbcTransactionFactory(), shop.dataSource()));
      configuration.addMapper(OrderMapper.class);
      SqlSessionFactory plain = new SqlSessionFactoryBuilder().build(configuration);
      shop.cluster().attach(plain);
      SqlSession session = plain.openSession(false);
      Throwable failure =
          catchThrowable(
              () ->
                  inSession(
                      () -> {
                        session.getMapper(OrderMapper.class).insert(new Order(52, "NEW"));
                        line.loseAnswerTo("COMMIT");
                        session.commit();
                        return null;
                      }));
      assertUnknown(shop, failure);
      assertThat(shop.events())
          .extracting(StatementEvent::reason, StatementEvent::outcome)
          .startsWith(tuple(WRITE, OK), tuple(OUTCOME_UNKNOWN, ERROR));
      session.close();
    }
  }

  private Throwable lostAtTheCommit(Shop shop, PlatformTransactionManager manager) {
    return catchThrowable(
        () ->
            inSession(
                () ->
                    new TransactionTemplate(manager)
                        .execute(
                            status -> {
                              int rows = shop.orders().insert(new Order(52, "NEW"));
                              line.loseAnswerTo("COMMIT");
                              return rows;
                            })));
  }

  private void assertUnknownAfterATransaction(Shop shop, Throwable failure) throws Exception {
    assertThat(line.hasLostAnswer()).isTrue();
    assertThat(failure).isNotNull();
    assertThat(written()).isEqualTo(1);
    assertThat(shop.events())
        .extracting(StatementEvent::reason, StatementEvent::outcome)
        .containsExactly(tuple(WRITE, OK), tuple(OUTCOME_UNKNOWN, ERROR));
    assertReadOnPrimary(shop);
  }

  @Test
  void transactionOfSpring_lostAtTheCommit(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      Throwable failure =
          lostAtTheCommit(shop, new DataSourceTransactionManager(shop.dataSource()));
      assertUnknownAfterATransaction(shop, failure);
    }
  }

  @Test
  void transactionOfSpring_thatRollsBackWhatItCouldNotCommit(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      Throwable failure = lostAtTheCommit(shop, new JdbcTransactionManager(shop.dataSource()));
      assertUnknownAfterATransaction(shop, failure);
    }
  }

  /** Druid takes a rollback on a lost connection without an error. */
  @Test
  void transactionOfSpring_onDruid_isNotTakenForRolledBack(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers, OwnPositionsTest::druid);
        DruidDataSource druid = (DruidDataSource) shop.dataSource()) {
      Throwable failure = lostAtTheCommit(shop, new JdbcTransactionManager(druid));
      assertUnknownAfterATransaction(shop, failure);
    }
  }

  @Test
  void transaction_lostBeforeTheCommit_isSureToBeUndone(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      Throwable failure =
          catchThrowable(
              () ->
                  inSession(
                      () ->
                          shop.required()
                              .execute(
                                  status -> {
                                    line.loseAnswerTo(INSERT);
                                    return shop.orders().insert(new Order(52, "NEW"));
                                  })));

      assertThat(failure).isNotNull();
      assertThat(line.hasLostAnswer()).isTrue();
      assertThat(shop.events())
          .extracting(StatementEvent::reason, StatementEvent::outcome)
          .containsExactly(tuple(WRITE, ERROR));
      assertThat(written()).isZero();
    }
  }

  /** The server has answered, so that everybody can say what became of it. */
  @Test
  void commitThatTheServerRefuses_isNotUnknown(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      Throwable failure =
          catchThrowable(
              () ->
                  inSession(
                      () ->
                          shop.required()
                              .execute(
                                  status -> {
                                    int rows = shop.orders().insert(new Order(52, "NEW"));
                                    primary.readOnly(true);
                                    return rows;
                                  })));

      assertThat(failure).rootCause().hasMessageContaining("read-only");
      assertThat(shop.events())
          .extracting(StatementEvent::reason, StatementEvent::outcome)
          .containsExactly(tuple(WRITE, OK));
      assertThat(written()).isZero();
    } finally {
      primary.readOnly(false);
    }
  }

  /** The connection is fine, so that the rollback is sure to have been one. */
  @Test
  void callbackThatFailsBeforeTheCommit_isARollback(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers)) {
      assertThatThrownBy(
              () ->
                  inSession(
                      () ->
                          shop.required()
                              .execute(
                                  status -> {
                                    int rows = shop.orders().insert(new Order(52, "NEW"));
                                    TransactionSynchronizationManager.registerSynchronization(
                                        new TransactionSynchronization() {
                                          @Override
                                          public void beforeCommit(boolean readOnly) {
                                            throw new DuplicateKeyException("found out late");
                                          }
                                        });
                                    return rows;
                                  })))
          .isInstanceOf(DuplicateKeyException.class);

      assertThat(written()).isZero();
      assertThat(shop.events()).extracting(StatementEvent::reason).isEqualTo(List.of(WRITE));
      inSession(() -> shop.orders().selectByIdInSession(1));
      assertThat(shop.lastEvent().role()).isEqualTo(NodeRole.REPLICA);
    }
  }
}
