package io.github.rwsplit.cases;

import static io.github.rwsplit.audit.StatementEvent.Outcome.ERROR;
import static io.github.rwsplit.audit.StatementEvent.Outcome.OK;
import static io.github.rwsplit.audit.StatementEvent.Outcome.REFUSED;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.PRIMARY_DEMOTED;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatFailingCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.alibaba.druid.pool.DruidDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.node.PrimaryRole;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.NetworkLine;
import io.github.rwsplit.test.WithMySqlCluster;
import java.security.Security;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
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
import org.slf4j.LoggerFactory;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;

/** B50: after a failover the pool went on with the old primary, which had become read-only. */
@WithMySqlCluster(replicas = 1)
class CaseB50Test {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Logger roleLogger = (Logger) LoggerFactory.getLogger(PrimaryRole.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private MySqlCluster servers;
  private MySqlNode primary;

  @BeforeEach
  void listen(MySqlCluster cluster) {
    servers = cluster;
    primary = cluster.primary();
    logged.start();
    roleLogger.addAppender(logged);
  }

  @AfterEach
  void mend() {
    roleLogger.detachAppender(logged);
    servers.node("primary").readOnly(false);
  }

  private List<String> warnings() {
    return List.copyOf(logged.list).stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
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

  private static boolean demoted(Shop shop) {
    return ClusterProbe.demoted(shop.cluster());
  }

  private static void awaitDemoted(Shop shop, boolean demoted) {
    await().atMost(PATIENCE).until(() -> demoted(shop) == demoted);
  }

  private void demote(String variable) {
    primary.execute("SET GLOBAL " + variable + " = ON");
  }

  @Test
  void write_onAPrimaryThatTurnedReadOnly_failsOnceAndClearly_andIsNotTriedElsewhere()
      throws Exception {
    for (String variable : List.of("read_only", "super_read_only")) {
      try (Shop shop = Shop.open(servers)) {
        demote(variable);
        Throwable failure =
            assertThatFailingCall(
                    RuntimeException.class, () -> shop.orders().updateStatus(1, "GONE"))
                .ranOn(PRIMARY)
                .ranNothingOn(REPLICA)
                .because(PRIMARY_DEMOTED)
                .returning();

        assertThat(failure)
            .isInstanceOf(UncategorizedSQLException.class)
            .cause()
            .isInstanceOfSatisfying(
                SQLTransientException.class,
                error -> {
                  assertThat(error.getErrorCode()).isEqualTo(1290);
                  assertThat((Throwable) error)
                      .hasMessageContaining("PRIMARY_DEMOTED: ")
                      .hasMessageContaining("updateStatus")
                      .hasMessageContaining("primary (jdbc:mysql:")
                      .hasMessageContaining("has written nothing")
                      .hasCauseInstanceOf(SQLException.class);
                });
        assertThat(shop.events())
            .singleElement()
            .extracting(StatementEvent::reason, StatementEvent::outcome, StatementEvent::node)
            .containsExactly(PRIMARY_DEMOTED, ERROR, "primary");
        assertThat(demoted(shop)).isTrue();
        primary.readOnly(false);
        awaitDemoted(shop, false);
        assertThat(Shop.statusOn(primary, 1)).isEqualTo("NEW");
        assertThatCall(() -> shop.orders().updateStatus(1, "PAID")).ranOn(PRIMARY).because(WRITE);
        assertThat(Shop.statusOn(primary, 1)).isEqualTo("PAID");
      }
    }
  }

  @Test
  void demotion_isFoundByTheProbe_andWarnedOfOnce_andRecoversWithoutRestart() throws Exception {
    try (Shop shop = Shop.open(servers)) {
      demote("super_read_only");
      awaitDemoted(shop, true);
      assertThat(shop.events()).isEmpty();
      primary.readOnly(false);
      awaitDemoted(shop, false);

      assertThat(warnings())
          .singleElement()
          .asString()
          .contains("takes no writes any more", "PRIMARY_DEMOTED", "HikariCP pool is emptied");
    }
  }

  @Test
  void reads_thatPromiseTheNewest_areRefused_andOthersGoOn() throws Exception {
    try (Shop shop = Shop.on(servers).anyLag().open()) {
      inSession(() -> shop.orders().updateStatus(1, "PAID"));
      servers.awaitReplication();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                inSession(() -> shop.orders().selectByIdInSession(1));
                assertThat(shop.lastEvent().reason()).isEqualTo(SESSION_REPLICA);
              });
      demote("super_read_only");
      awaitDemoted(shop, true);

      Throwable refusal =
          assertThatFailingCall(
                  TransientDataAccessException.class, () -> shop.orders().selectByIdStrong(1))
              .ranNowhere()
              .because(RouteReason.REFUSED)
              .returning();
      assertThat(refusal)
          .hasMessageContaining("primary (jdbc:mysql:")
          .hasMessageContaining("takes no writes any more")
          .hasMessageContaining("rwsplit.switches.read-only");
      assertThat(shop.lastEvent().outcome()).isEqualTo(REFUSED);
      // said in so many words, whatever the select declares
      assertThatFailingCall(
              TransientDataAccessException.class,
              () -> RwSplit.forcePrimary(() -> shop.orders().selectByIdUndeclared(1)))
          .ranNowhere();
      // in a transaction as well
      assertThatFailingCall(
              TransientDataAccessException.class,
              () -> shop.required().execute(status -> shop.orders().selectByIdStrong(1)))
          .because(RouteReason.REFUSED);

      // as without the library, and marked
      assertThatCall(() -> shop.orders().selectByIdUndeclared(1))
          .ranOn(PRIMARY)
          .because(PRIMARY_DEMOTED);
      assertThat(shop.lastEvent().outcome()).isEqualTo(OK);

      assertThatCall(() -> shop.orders().selectById(1)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      // a replica that is proved to have the session's write needs no primary
      assertThatCall(() -> inSession(() -> shop.orders().selectByIdInSession(1)))
          .ranOn(REPLICA)
          .because(SESSION_REPLICA);
      servers.replica(1).stopApplier();
      primary.readOnly(false);
      awaitDemoted(shop, false);
      inSession(() -> shop.orders().updateStatus(1, "SENT"));
      demote("super_read_only");
      awaitDemoted(shop, true);
      assertThatFailingCall(
              TransientDataAccessException.class,
              () -> inSession(() -> shop.orders().selectByIdInSession(1)))
          .ranNowhere()
          .because(RouteReason.REFUSED);
    } finally {
      servers.replica(1).startApplier();
    }
  }

  @Test
  void readOnlyMode_ofAnOperator_letsReadsGoOnThere() throws Exception {
    try (Shop shop = Shop.open(servers)) {
      demote("super_read_only");
      awaitDemoted(shop, true);
      shop.cluster().switches().by("alice", "planned switch-over").readOnly(true);

      assertThatCall(() -> shop.orders().selectByIdStrong(1))
          .ranOn(PRIMARY)
          .because(PRIMARY_DEMOTED);
    }
  }

  @Test
  void primary_thatIsReadOnlyFromTheStart_isNotDemoted() throws Exception {
    try (Shop first = Shop.open(servers)) {
      assertThat(demoted(first)).isFalse();
    }
    demote("super_read_only");
    try (Shop shop = Shop.on(servers).withSchemaAsItIs().open()) {
      assertThatCall(() -> shop.orders().selectByIdStrong(1)).ranOn(PRIMARY).because(STRONG);
      assertThatFailingCall(RuntimeException.class, () -> shop.orders().updateStatus(1, "GONE"))
          .because(PRIMARY_DEMOTED);
      assertThat(demoted(shop)).isFalse();
      assertThatCall(() -> shop.orders().selectByIdUndeclared(1))
          .ranOn(PRIMARY)
          .because(UNDECLARED);
      assertThat(warnings())
          .singleElement()
          .asString()
          .contains("has taken no writes since the start");
    }
  }

  /** The name of the primary leads to another server from a moment on, as with a virtual IP. */
  @Test
  void address_thatLeadsToTheNewPrimary_isFoundWithoutARestart() throws Exception {
    MySqlNode next = servers.replica(1);
    try (NetworkLine address = NetworkLine.to(primary);
        Shop shop = Shop.on(servers).reached(address::through).open()) {
      // every connection of the pool is there
      shop.required().execute(status -> shop.orders().updateStatus(2, "PAID"));
      next.promote();
      awaitDemoted(shop, true);
      assertThat(catchThrowable(() -> shop.orders().updateStatus(2, "GONE"))).isNotNull();

      address.leadTo(next);
      awaitDemoted(shop, false);

      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> shop.orders().updateStatus(2, "MOVED") == 1);
      assertThat(shop.lastEvent())
          .extracting(StatementEvent::reason, StatementEvent::server)
          .containsExactly(WRITE, next.serverUuid());
      assertThat(Shop.statusOn(next, 2)).isEqualTo("MOVED");
      assertThatCall(() -> shop.orders().selectByIdStrong(2)).because(STRONG);
      assertThat(shop.lastEvent().server()).isEqualTo(next.serverUuid());
    } finally {
      servers.reset();
    }
  }

  @Test
  void address_ofAPrimaryThatTheLibraryOwns_isFoundToo() throws Exception {
    MySqlNode next = servers.replica(1);
    try (NetworkLine address = NetworkLine.to(primary);
        OwnedShop shop =
            OwnedShop.open(servers, "primary.url", address.through(primary.jdbcUrl()))) {
      shop.orders().updateStatus(2, "PAID");
      next.promote();
      await().atMost(PATIENCE).until(() -> ClusterProbe.demoted(shop.cluster()));
      address.leadTo(next);

      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> shop.orders().updateStatus(2, "MOVED") == 1);
      assertThat(Shop.statusOn(next, 2)).isEqualTo("MOVED");
      await().atMost(PATIENCE).until(() -> !ClusterProbe.demoted(shop.cluster()));
    } finally {
      servers.reset();
    }
  }

  @Test
  void start_whereNamesAreKeptForEver_warnsOfIt() throws Exception {
    String property = "networkaddress.cache.ttl";
    String before = Security.getProperty(property);
    Logger start = (Logger) LoggerFactory.getLogger(RwSplitCluster.class);
    start.addAppender(logged);
    Security.setProperty(property, "-1");
    try (Shop shop = Shop.open(servers)) {
      assertThat(shop.orders().selectById(1)).isNotNull();
      assertThat(warnings()).singleElement().asString().contains(property + " is -1");
    } finally {
      // a blank one counts as not given; one cannot be taken away
      Security.setProperty(property, before == null ? "" : before);
      start.detachAppender(logged);
    }
  }

  @Test
  void commit_thatTheServerRefuses_isAudited() throws Exception {
    try (Shop shop = Shop.open(servers)) {
      Configuration configuration = new Configuration();
      configuration.setEnvironment(
          new Environment("plain", new JdbcTransactionFactory(), shop.dataSource()));
      configuration.addMapper(OrderMapper.class);
      SqlSessionFactory plain = new SqlSessionFactoryBuilder().build(configuration);
      shop.cluster().attach(plain);
      try (SqlSession session = plain.openSession(false)) {
        session.getMapper(OrderMapper.class).updateStatus(1, "GONE");
        demote("super_read_only");
        assertThat(catchThrowable(session::commit)).rootCause().hasMessageContaining("read-only");
      }
      assertThat(shop.events())
          .extracting(StatementEvent::reason)
          .containsExactly(WRITE, PRIMARY_DEMOTED);
      assertThat(demoted(shop)).isTrue();
      assertThat(Shop.statusOn(primary, 1)).isEqualTo("NEW");
    }
  }

  @Test
  void batch_isAuditedToo() throws Exception {
    try (Shop shop = Shop.open(servers);
        SqlSession session = shop.factory().openSession(ExecutorType.BATCH, true)) {
      demote("super_read_only");
      session.getMapper(OrderMapper.class).updateStatus(1, "GONE");
      assertThat(catchThrowable(session::flushStatements)).isNotNull();

      assertThat(shop.lastEvent())
          .extracting(StatementEvent::reason, StatementEvent::outcome)
          .containsExactly(PRIMARY_DEMOTED, ERROR);
      assertThat(demoted(shop)).isTrue();
    }
  }

  @Test
  void anotherPool_isToldHow() throws Exception {
    try (Shop shop = Shop.on(servers).wrapped(OwnPositionsTest::druid).open();
        DruidDataSource druid = (DruidDataSource) shop.dataSource()) {
      assertThat(druid.getName()).isNotNull();
      demote("super_read_only");
      awaitDemoted(shop, true);

      assertThat(warnings())
          .singleElement()
          .asString()
          .contains("com.alibaba.druid.pool.DruidDataSource", "phyTimeoutMillis");
    }
  }
}
