package io.github.rwsplit.demo.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.demo.DemoOrderService;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.demo.load.Attempts.Comparison;
import io.github.rwsplit.demo.load.Samples.Sample;
import io.github.rwsplit.demo.servers.OwnServers;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/**
 * The demo under a load of sessions that come and go, while replicas restart and the configuration
 * is reloaded: nothing grows, nothing is left, and every answer is true. Seconds in the build, as
 * long as {@code -Ddemo.endurance=60m} says otherwise.
 */
class EnduranceTest {

  private static final Logger log = LoggerFactory.getLogger(EnduranceTest.class);
  private static final Duration LENGTH =
      DurationStyle.detectAndParse(System.getProperty("demo.endurance", "9s"));
  private static final int RATE = Integer.getInteger("demo.endurance.rate", 150);

  /** From here on quarters are long enough to tell a slope from noise. */
  private static final Duration LONG = Duration.ofMinutes(4);

  private static final int SESSIONS = 100;
  private static final int DISTURBANCES = 60;
  private static final Duration LEAST_BETWEEN = Duration.ofSeconds(2);
  private static final Path FOLDER = Path.of("target", "endurance");
  private static final Path SAMPLES = FOLDER.resolve("samples.csv");

  @Test
  void load_ofSessionsThatComeAndGo_growsNothingLosesNothingAndLeavesNothing() throws Exception {
    Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
    ConfigurableApplicationContext context = start();
    try (MySqlCluster servers = context.getBean(MySqlCluster.class)) {
      try (context) {
        underLoad(context, servers);
      }
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () -> {
                assertThat(connections(servers)).as("connections").containsOnly(0L);
                assertThat(ThreadsOfService.now())
                    .as("threads")
                    .allSatisfy(thread -> assertThat(threadsBefore).contains(thread));
              });
    }
  }

  private static ConfigurableApplicationContext start() {
    SpringApplication application = new SpringApplication(DemoOrderService.class);
    OwnServers.addTo(application);
    return application.run(
        "--server.port=0",
        "--demo.orders=2000",
        "--demo.logs=" + DemoTest.LOGS,
        "--rwsplit.session.token.enabled=true",
        "--rwsplit.session.token.secrets=the secret of an hour of the demo");
  }

  private static void underLoad(ConfigurableApplicationContext context, MySqlCluster servers)
      throws Exception {
    Shop shop = new Shop(context.getEnvironment(), servers);
    shop.change("UPDATE inventory SET available = 1000000");
    long lastBefore = shop.number("SELECT MAX(id) FROM orders");
    RwSplitCluster library = context.getBean(RwSplitCluster.class);
    Resources resources = new Resources(servers, library);
    Disturbances disturbances = new Disturbances(context.getEnvironment(), servers, library);
    ShopClient client =
        new ShopClient(
            new JsonMapper(),
            "http://127.0.0.1:"
                + context.getEnvironment().getRequiredProperty("local.server.port"));
    CrowdFigures figures = new CrowdFigures();
    try (Attempts attempts = new Attempts(FOLDER.resolve("attempts.csv"))) {
      Crowd warmUp = new Crowd(client, attempts, figures, RATE);
      try {
        await().atMost(Duration.ofMinutes(3)).until(() -> figures.sessions.sum() > 30);
      } finally {
        warmUp.leave();
      }
      Map<String, Long> before = resources.now();
      Crowd crowd = new Crowd(client, attempts, figures, RATE);
      try {
        sample(resources, disturbances, figures);
        // on a machine that is busy with something else they take longer
        await().atMost(Duration.ofMinutes(3)).until(() -> figures.sessions.sum() > SESSIONS);
      } finally {
        crowd.leave();
      }
      Comparison comparison = attempts.compareWith(servers.primary(), lastBefore);
      log.info("{}, {} disturbances", figures, disturbances.made());
      log.info("{}", comparison);
      servers.awaitReplication();

      assertThat(comparison.violations()).isEmpty();
      assertThat(comparison.done()).isPositive();
      assertThat(figures.violations()).isEmpty();
      assertThat(figures.stale.sum()).isZero();
      assertThat(figures.sessions.sum()).isGreaterThan(SESSIONS);
      assertThat(servers.nodes().stream().map(EnduranceTest::checksums).distinct())
          .as("checksums of all servers")
          .hasSize(1);
      awaitReturn(resources, before);
      if (LENGTH.compareTo(LONG) >= 0) {
        assertThat(grown()).as("what has grown").isEmpty();
      }
    }
  }

  /** For as long as it lasts, at a steady pace. */
  private static void sample(Resources resources, Disturbances disturbances, CrowdFigures figures)
      throws Exception {
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    long millis = LENGTH.toMillis();
    long between = Math.max(millis / DISTURBANCES, LEAST_BETWEEN.toMillis());
    long every = Math.min(10_000, millis / 5);
    long start = System.nanoTime();
    try (Samples samples = new Samples(SAMPLES)) {
      Future<?> disturbing =
          clock.scheduleWithFixedDelay(disturbances, between / 2, between, TimeUnit.MILLISECONDS);
      List<Future<?>> looks = new ArrayList<>();
      for (long at = 0; at <= millis; at += every) {
        looks.add(
            clock.schedule(
                () -> {
                  Map<String, Long> values = resources.now();
                  values.put("requests", figures.requests.sum());
                  values.put("writes", figures.writes.sum());
                  values.put("stale", figures.stale.sum());
                  values.put("failed", figures.failed.sum());
                  samples.add((System.nanoTime() - start) / 1e9, values);
                  return null;
                },
                at,
                TimeUnit.MILLISECONDS));
      }
      for (Future<?> look : looks) {
        look.get();
      }
      assertThat(disturbing.isDone()).as("a disturbance has failed").isFalse();
    } finally {
      clock.shutdown();
      assertThat(clock.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /**
   * Nothing is in use any more, and there are no more threads and handles than before the load. A
   * pool keeps what it has opened under load for a while, so its connections do not count.
   */
  private static void awaitReturn(Resources resources, Map<String, Long> before) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              Map<String, Long> after = resources.now();
              assertThat(after).containsEntry(Resources.IN_USE, 0L);
              assertThat(after.get(Resources.THREADS))
                  .as("threads")
                  .isLessThanOrEqualTo(
                      before.getOrDefault(Resources.THREADS, 0L)
                          + Flatness.toleranceOf(Resources.THREADS).least());
              assertThat(otherHandles(after))
                  .as("file handles that are no connections to servers")
                  .isLessThanOrEqualTo(
                      otherHandles(before) + Flatness.toleranceOf(Resources.HANDLES).least());
            });
  }

  private static long otherHandles(Map<String, Long> values) {
    return values.getOrDefault(Resources.HANDLES, 0L)
        - values.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(Resources.CONNECTIONS))
            .mapToLong(Map.Entry::getValue)
            .sum();
  }

  private static List<String> grown() throws Exception {
    Set<String> figures = Set.of("requests", "writes", "stale", "failed");
    Map<String, List<Sample>> samples = Samples.read(SAMPLES);
    return samples.entrySet().stream()
        .filter(entry -> !figures.contains(entry.getKey()))
        .map(entry -> Flatness.growth(entry.getKey(), entry.getValue()))
        .filter(Objects::nonNull)
        .toList();
  }

  private static List<Long> connections(MySqlCluster servers) throws SQLException {
    List<Long> all = new ArrayList<>();
    for (MySqlNode server : servers.nodes()) {
      all.add(Resources.connections(server));
    }
    return all;
  }

  private static List<Long> checksums(MySqlNode server) {
    try (Connection connection = server.adminConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("CHECKSUM TABLE orders, payment, inventory")) {
      List<Long> all = new ArrayList<>();
      while (row.next()) {
        all.add(row.getLong(2));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(server.name(), e);
    }
  }
}
