package io.github.rwsplit.cases;

import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.alibaba.druid.pool.DruidDataSource;
import com.mysql.cj.NativeSession;
import com.mysql.cj.jdbc.JdbcConnection;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.cases.CommitRows.Row;
import io.github.rwsplit.cases.CommitRows.Seen;
import io.github.rwsplit.connection.OwnCommits;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.session.Carried;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * After everything that writes, its session has exactly the position that the primary shows; after
 * what does not, none. Proved on servers, with a replica that applies nothing.
 */
@WithMySqlCluster(replicas = 1)
class OwnPositionsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String QUESTION = "SELECT @@global.gtid_owned, @@global.gtid_executed";

  /** How the application reaches its primary. */
  enum Way {
    HIKARI(true),
    DRUID(true),
    HIKARI_ASKED(false),
    DRUID_ASKED(false),
    /** Its pool lets the driver reset each connection, which sets the session's variables again. */
    RESET_BY_THE_DRIVER(true),
    /** Each connection is reset behind the driver's back, and the server forgets to tell. */
    RESET(false);

    private final boolean told;

    Way(boolean told) {
      this.told = told;
    }

    private Shop.Builder on(MySqlCluster servers) {
      Shop.Builder shop =
          Shop.on(servers).anyLag().mapper(CommitRows.Extra.class).schema(CommitRows.SCHEMA);
      return switch (this) {
        case HIKARI -> shop;
        case DRUID -> shop.wrapped(OwnPositionsTest::druid);
        case HIKARI_ASKED -> shop.withoutPositions();
        case DRUID_ASKED -> shop.withoutPositions().wrapped(OwnPositionsTest::druid);
        case RESET_BY_THE_DRIVER ->
            shop.wrapped(pool -> resetting(pool, connection -> connection.resetServerState()));
        case RESET ->
            shop.wrapped(
                pool ->
                    resetting(
                        pool,
                        connection ->
                            ((NativeSession) connection.getSession()).resetSessionState()));
      };
    }
  }

  static DataSource druid(DataSource hikari) {
    var settings = (com.zaxxer.hikari.HikariDataSource) hikari;
    DruidDataSource druid = new DruidDataSource();
    druid.setUrl(settings.getJdbcUrl());
    druid.setUsername(settings.getUsername());
    druid.setPassword(settings.getPassword());
    druid.setMaxActive(10);
    return druid;
  }

  /** What is done to a connection before it is handed out. */
  private interface Reset {
    void of(JdbcConnection connection) throws SQLException;
  }

  private static DataSource resetting(DataSource pool, Reset reset) {
    return new DelegatingDataSource(pool) {
      @Override
      public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        reset.of(connection.unwrap(JdbcConnection.class));
        return connection;
      }
    };
  }

  private static long questions(MySqlNode primary) {
    return primary.everythingReceived().stream()
        .filter(statement -> statement.text().equals(QUESTION))
        .count();
  }

  private static Long last(MySqlNode primary, Position position) {
    return position.highest().get(primary.serverUuid());
  }

  @ParameterizedTest
  @EnumSource
  void afterEachWayToWrite_theSessionHasThePositionThatThePrimaryShows(
      Way way, MySqlCluster servers) throws Exception {
    MySqlNode primary = servers.primary();
    MySqlNode replica = servers.replica(1);
    try (Shop shop = way.on(servers).open()) {
      replica.stopApplier();
      for (Row row : CommitRows.ALL) {
        if (way.told || row.seen() != Seen.BY_DRIVER) {
          RwSplit.inSession(
              row.name(),
              () -> {
                assertPosition(way, row, shop, primary);
                return null;
              });
        }
      }
      if (way.told) {
        assertThat(questions(primary)).isZero();
      } else {
        assertThat(questions(primary)).isPositive();
      }

      replica.startApplier();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                shop.events().clear();
                List<String> seen =
                    RwSplit.inSession("update", () -> CommitRows.extra(shop).allInSession());
                assertThat(shop.lastEvent().reason()).isEqualTo(SESSION_REPLICA);
                assertThat(seen).isEqualTo(CommitRows.extra(shop).allStrong());
              });
      if (shop.dataSource() instanceof DruidDataSource druid) {
        druid.close();
      }
    } finally {
      replica.startApplier();
    }
  }

  private static void assertPosition(Way way, Row row, Shop shop, MySqlNode primary) {
    String before = primary.gtidExecuted();
    row.work().in(shop);
    Position after = Position.parse(primary.gtidExecuted());
    assertThat(after.equals(Position.parse(before))).as(row.name()).isEqualTo(!row.writes());

    Carried carried = ClusterProbe.carried(shop.cluster());
    Position position = carried.position();
    if (row.writes() && (way.told || row.seen() == Seen.BY_MAPPER)) {
      assertThat(last(primary, Objects.requireNonNull(position, row.name())))
          .as(row.name())
          .isEqualTo(last(primary, after));
      assertThat(row.seen() == Seen.LATE || carried.unprovenFor() == null).as(row.name()).isTrue();
    } else if (way.told) {
      assertThat(position).as(row.name()).isNull();
    }

    boolean unseen = row.seen() == Seen.LATE && !way.told && row.name().contains("ddl");
    if (row.writes() && !unseen) {
      List<String> seen = CommitRows.extra(shop).allInSession();
      assertThat(shop.lastEvent().reason()).as(row.name()).isEqualTo(SESSION_MARKER);
      assertThat(seen).as(row.name()).isEqualTo(CommitRows.extra(shop).allStrong());
    }
  }

  @Test
  void urlWithTheAdviceAppended_needsNoQuestionAndNoAdvice_andKeepsWhatItHad(MySqlCluster servers)
      throws Exception {
    MySqlNode primary = servers.primary();
    String[] advice = new String[1];
    String own = "&sessionVariables=max_execution_time=123456";
    try (Shop shop = Shop.on(servers).withoutPositions().parameters(own).open()) {
      advice[0] = ClusterProbe.adviceOnPositions(shop.cluster());
      assertThat(advice[0])
          .contains("127.0.0.1:" + primary.port())
          .doesNotContain(primary.password(), "allowPublicKeyRetrieval");
    }
    String suffix = advice[0].substring(advice[0].indexOf("&trackSessionState"));
    try (Shop shop =
        Shop.on(servers).withoutPositions().parameters(own).parameters(suffix).open()) {
      assertThat(ClusterProbe.adviceOnPositions(shop.cluster())).isNull();
      assertThat(shop.jdbc().queryForObject("select @@max_execution_time", Long.class))
          .isEqualTo(123456);
      RwSplit.inSession(
          "u",
          () -> {
            shop.orders().updateStatus(1, "SENT");
            assertThat(ClusterProbe.carried(shop.cluster()).position())
                .isEqualTo(ClusterProbe.ownCommits(primary));
            return null;
          });
      assertThat(questions(primary)).isZero();
      assertReplicasAreNotListenedTo(shop);
    }
  }

  /** Their URLs have the suffix too, and what they say of themselves is nobody's commit. */
  private static void assertReplicasAreNotListenedTo(Shop shop) throws Exception {
    RwSplit.inSession(
        "reader",
        () -> {
          for (int i = 0; i < 10; i++) {
            shop.orders().selectById(2);
            assertThat(shop.lastEvent().role()).isEqualTo(NodeRole.REPLICA);
          }
          assertThat(ClusterProbe.carried(shop.cluster()).position()).isNull();
          return null;
        });
  }

  @Test
  void question_inATransactionOfSpring_leavesNothingOpen(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).withoutPositions().open();
        Connection admin = servers.primary().adminConnection()) {
      AtomicInteger open = new AtomicInteger(-1);
      RwSplit.inSession(
          "u",
          () -> {
            shop.required()
                .executeWithoutResult(
                    status -> {
                      shop.orders().updateStatus(1, "SENT");
                      TransactionSynchronizationManager.registerSynchronization(
                          new TransactionSynchronization() {
                            @Override
                            public void afterCompletion(int outcome) {
                              open.set(transactions(admin));
                            }
                          });
                    });
            return null;
          });

      assertThat(questions(servers.primary())).isEqualTo(1);
      assertThat(open).hasValue(0);
    }
  }

  private static int transactions(Connection admin) {
    try (var statement = admin.createStatement();
        var row = statement.executeQuery("select count(*) from information_schema.innodb_trx")) {
      row.next();
      return row.getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void strategyWindow_asksNothing(MySqlCluster servers) throws Exception {
    try (Shop shop =
        Shop.on(servers).withoutPositions().property("session.strategy", "window").open()) {
      RwSplit.inSession("u", () -> shop.orders().updateStatus(1, "SENT"));
      assertThat(questions(servers.primary())).isZero();
    }
  }

  @Test
  void writeOutsideAnySession_asksNothing(MySqlCluster servers) throws Exception {
    try (Shop shop = Shop.on(servers).withoutPositions().open()) {
      shop.orders().updateStatus(1, "SENT");
      shop.required().executeWithoutResult(status -> shop.orders().updateStatus(1, "PAID"));
      assertThat(questions(servers.primary())).isZero();
    }
  }

  @Test
  void questionThatFails_doesNotHurtTheCommit_andTheSessionStaysOnThePrimary(MySqlCluster servers)
      throws Exception {
    MySqlNode replica = servers.replica(1);
    List<String> said;
    try (Shop shop =
        Shop.on(servers).withoutPositions().anyLag().wrapped(OwnPositionsTest::unasked).open()) {
      replica.stopApplier();
      said =
          warnings(
              () ->
                  RwSplit.inSession(
                      "u",
                      () -> {
                        shop.orders().updateStatus(1, "AUTO");
                        shop.required()
                            .executeWithoutResult(status -> shop.orders().updateStatus(2, "TX"));
                        assertThat(ClusterProbe.carried(shop.cluster()).unprovenFor()).isNotNull();
                        assertThat(shop.orders().selectByIdInSession(1).getStatus())
                            .isEqualTo("AUTO");
                        assertThat(shop.orders().selectByIdInSession(2).getStatus())
                            .isEqualTo("TX");
                        return null;
                      }));
    } finally {
      replica.startApplier();
    }
    assertThat(said).singleElement().asString().contains("could not be asked for the position");
  }

  /** Mappers prepare their statements; what asks does not. */
  private static DataSource unasked(DataSource pool) {
    return new DelegatingDataSource(pool) {
      @Override
      public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("createStatement")) {
                    throw new SQLException("refused");
                  }
                  try {
                    return method.invoke(connection, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
      }
    };
  }

  /** What anybody could do wrong in a resolver. */
  private static final class Resolver {
    final AtomicInteger asked = new AtomicInteger();
    final AtomicBoolean fails = new AtomicBoolean();
    Shop shop;

    String key() {
      if (asked.getAndIncrement() == 0 && shop != null) {
        shop.jdbc().update("insert into orders (user_id, status) values (99, 'ASKED')");
      }
      if (fails.get()) {
        throw new IllegalStateException("no session today");
      }
      return "u";
    }
  }

  @Test
  void resolverThatFails_doesNotHurtTheCommit_andIsWarnedAboutOnce(MySqlCluster servers)
      throws Exception {
    Resolver resolver = new Resolver();
    try (Shop shop = Shop.on(servers).sessionKeys(resolver::key).open()) {
      resolver.fails.set(true);
      List<String> said =
          warnings(
              () -> {
                shop.jdbc().update("update orders set status = 'A' where id = 1");
                return shop.jdbc().update("update orders set status = 'B' where id = 2");
              });
      resolver.fails.set(false);

      assertThat(said).singleElement().asString().contains("The session of a commit");
      assertThat(Shop.statusOn(servers.primary(), 1)).isEqualTo("A");
      assertThat(Shop.statusOn(servers.primary(), 2)).isEqualTo("B");
    }
  }

  @Test
  void resolverThatWritesItself_isNotAskedForItsOwnCommit(MySqlCluster servers) throws Exception {
    Resolver resolver = new Resolver();
    try (Shop shop = Shop.on(servers).sessionKeys(resolver::key).open()) {
      resolver.shop = shop;
      resolver.asked.set(0);
      shop.jdbc().update("update orders set status = 'A' where id = 1");

      assertThat(resolver.asked).hasValue(1);
      assertThat(
              shop.jdbc()
                  .queryForObject("select count(*) from orders where user_id = 99", int.class))
          .isEqualTo(1);
      assertThat(ClusterProbe.carried(shop.cluster()).position()).isNotNull();
    }
  }

  private static List<String> warnings(java.util.concurrent.Callable<?> work) throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(OwnCommits.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      work.call();
    } finally {
      logger.detachAppender(lines);
    }
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
