package io.github.rwsplit.demo.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.demo.DemoOrderService;
import io.github.rwsplit.demo.DemoProcess;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.load.Attempts.Comparison;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/**
 * A service that ends while orders are written: each that was acknowledged is there, once, and of
 * none that is there was said that it is not.
 */
@WithMySqlCluster(replicas = 1)
class ShutdownUnderLoadTest {

  private static final Logger log = LoggerFactory.getLogger(ShutdownUnderLoadTest.class);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int WRITERS = 6;

  @Test
  void sigterm_whileOrdersAreWritten_endsByItselfAndHasToldTheTruth(MySqlCluster servers)
      throws Exception {
    try (DemoProcess demo = DemoProcess.start(on(servers, Primary.APPLICATIONS));
        Attempts attempts = attempts("sigterm")) {
      long before = stocked(servers.primary());
      Writers writers = write(demo.url(), attempts);

      assertThat(demo.terminate()).noneMatch(line -> line.matches(".*(ERROR|Exception|aborted).*"));

      writers.awaitGone();
      assertTruth(attempts, servers, before);
      assertNobodyIsConnected(servers);
    }
  }

  /** Whose pool the writes go through. */
  enum Primary {
    APPLICATIONS("spring.datasource"),
    LIBRARYS("rwsplit.primary");

    private final String prefix;

    Primary(String prefix) {
      this.prefix = prefix;
    }
  }

  @ParameterizedTest
  @EnumSource
  void close_whileOrdersAreWritten_leavesNoThreadAndHasToldTheTruth(
      Primary primary, MySqlCluster servers) throws Exception {
    Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
    try (Attempts attempts = attempts("close")) {
      long before;
      Writers writers;
      try (ConfigurableApplicationContext context = start(servers, primary)) {
        before = stocked(servers.primary());
        writers = write(url(context), attempts);
      }

      writers.awaitGone();
      assertTruth(attempts, servers, before);
      assertNobodyIsConnected(servers);
      assertNoThreadBut(threadsBefore);
    }
  }

  /** Longer than anybody waits at the end; the server does what it was asked for after that. */
  @ParameterizedTest
  @EnumSource
  void close_whileCommitsHang_tellsNobodyThatTheirOrderIsNotDone(
      Primary primary, MySqlCluster servers) throws Exception {
    Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
    try (Attempts attempts = attempts("hang");
        Connection admin = servers.primary().adminConnection();
        Statement statement = admin.createStatement()) {
      long before;
      Writers writers;
      try (ConfigurableApplicationContext context =
          start(servers, primary, "--spring.lifecycle.timeout-per-shutdown-phase=1s")) {
        before = stocked(servers.primary());
        writers = write(url(context), attempts);
        awaitHangingCommit(statement);
      }
      statement.execute("UNLOCK TABLES");

      writers.awaitGone();
      assertNobodyIsConnected(servers);
      assertThat(assertTruth(attempts, servers, before).unknownThere()).isPositive();
      assertNoThreadBut(threadsBefore);
    }
  }

  /** Keeps commits from ending, at a moment when there is one. */
  private static void awaitHangingCommit(Statement statement) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              statement.execute("FLUSH TABLES WITH READ LOCK");
              try (ResultSet row =
                  statement.executeQuery(
                      "SELECT COUNT(*) FROM information_schema.processlist"
                          + " WHERE state = 'Waiting for commit lock'")) {
                row.next();
                if (row.getInt(1) > 0) {
                  return true;
                }
              }
              statement.execute("UNLOCK TABLES");
              return false;
            });
  }

  private static String[] on(MySqlCluster servers, Primary through, String... more) {
    MySqlNode primary = servers.primary();
    return Stream.concat(
            Stream.of(
                "--" + through.prefix + ".url=" + primary.jdbcUrlWithPositions(),
                "--" + through.prefix + ".username=" + primary.user(),
                "--" + through.prefix + ".password=" + primary.password(),
                "--rwsplit.replicas.replica-1.url=" + servers.replica(1).jdbcUrl(),
                "--rwsplit.replicas.replica-1.groups=online,reporting"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  private static ConfigurableApplicationContext start(
      MySqlCluster servers, Primary primary, String... more) {
    String[] ofTests = {"--server.port=0", "--demo.orders=500", "--demo.logs=" + DemoTest.LOGS};
    return new SpringApplication(DemoOrderService.class)
        .run(
            on(
                servers,
                primary,
                Stream.of(ofTests, more).flatMap(Stream::of).toArray(String[]::new)));
  }

  private static String url(ConfigurableApplicationContext context) {
    return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }

  private static Attempts attempts(String name) {
    return new Attempts(Path.of("target", "shutdown", name + ".csv"));
  }

  private static Writers write(String url, Attempts attempts) {
    Writers writers = new Writers(new ShopClient(new JsonMapper(), url), attempts, WRITERS);
    await().atMost(PATIENCE).until(() -> writers.acknowledged() > 50);
    return writers;
  }

  /** The last order up to now. */
  private static long stocked(MySqlNode primary) throws SQLException {
    try (Connection connection = primary.adminConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE inventory SET available = 1000000");
      try (ResultSet row = statement.executeQuery("SELECT MAX(id) FROM orders")) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static Comparison assertTruth(Attempts attempts, MySqlCluster servers, long before)
      throws Exception {
    Comparison found = attempts.compareWith(servers.primary(), before);
    log.info("{}", found);
    assertThat(found.violations()).isEmpty();
    assertThat(found.done()).isGreaterThan(50);
    return found;
  }

  private static void assertNobodyIsConnected(MySqlCluster servers) {
    for (MySqlNode server : servers.nodes()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(Resources.connections(server)).as(server.name()).isZero());
    }
  }

  private static void assertNoThreadBut(Set<Thread> before) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(ThreadsOfService.now())
                    .allSatisfy(thread -> assertThat(before).contains(thread)));
  }
}
