package io.github.rwsplit.cases;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.ReceivedStatement;
import io.github.rwsplit.test.WithMySqlCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * B13: with a thread per request that lives for that request only, pools lost their fast path,
 * waiters piled up, and the first request hung while a pool was started on it.
 */
@WithMySqlCluster(replicas = 2)
class CaseB13Test {

  private static final int REQUESTS = 2_000;
  private static final int PLATFORM_THREADS = 200;
  private static final String PINNED = "jdk.VirtualThreadPinned";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir Path folder;

  @Test
  void requests_onManyThreads_allEndOnTheirNodesAndLeaveNothingBehind(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers)) {
      ExecutorService threads = Executors.newFixedThreadPool(PLATFORM_THREADS);
      try {
        serve(shop, threads, REQUESTS);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void requests_onAVirtualThreadEach_areNeverPinnedByUs(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers);
        Recording recording = new Recording()) {
      ExecutorService threads = threadPerTask();
      try {
        // loading and initializing a class pins, whoever uses it first
        serve(shop, threads, 200);
        recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
        recording.start();
        threads.submit(Pins::pin).get();
        serve(shop, threads, REQUESTS);
      } finally {
        threads.shutdown();
      }
      recording.stop();
      List<RecordedEvent> pinned = pinned(recording);
      assertThat(pinned)
          .as("the recording sees a thread that is pinned")
          .anyMatch(event -> hasFrame(event, type -> type.equals(Pins.class.getName())));
      assertThat(pinned)
          .filteredOn(event -> !hasFrame(event, ClassLoader.class.getName()::equals))
          .noneMatch(event -> hasFrame(event, CaseB13Test::isOurs));
    }
  }

  @Test
  void pools_areStartedBeforeTheFirstRequestAndNotByOne(MySqlCluster servers) throws Exception {
    try (HikariDataSource own = lazy(servers.replica(2));
        WatchedDriver driver = WatchedDriver.open();
        Shop shop =
            Shop.on(servers)
                .driver(WatchedDriver.NAME)
                .replicaPool("replica-2", own)
                .schema(orders())
                .open()) {
      assertThat(pools(shop)).hasSize(3).allMatch(HikariDataSource::isRunning);

      ExecutorService requests = Executors.newFixedThreadPool(20, work -> new Thread(work, "call"));
      try {
        serve(shop, requests, 200);
      } finally {
        requests.shutdownNow();
      }
      assertThat(driver.connecting()).isNotEmpty().doesNotContain("call");
    }
  }

  /** Orders beyond those that every case has, one per request. */
  private static String orders() {
    return "insert into orders (id, user_id, status) values "
        + IntStream.rangeClosed(4, REQUESTS)
            .mapToObj(id -> "(%d, 1, 'NEW')".formatted(id))
            .collect(Collectors.joining(", "));
  }

  private static Shop shop(MySqlCluster servers) throws Exception {
    Shop.Builder builder =
        Shop.on(servers)
            .schema(orders())
            // the server may be slow, and it is not its speed that is to be tested
            .wrapped(CaseB13Test::patient);
    for (MySqlNode replica : servers.replicas()) {
      builder.property(
          "replicas." + replica.name() + ".pool.connection-timeout",
          String.valueOf(PATIENCE.toMillis()));
    }
    return builder.open();
  }

  private static DataSource patient(DataSource pool) {
    ((HikariDataSource) pool).setConnectionTimeout(PATIENCE.toMillis());
    return pool;
  }

  private static HikariDataSource lazy(MySqlNode node) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(node.jdbcUrl().replaceFirst("jdbc:", "jdbc:" + WatchedDriver.NAME + ":"));
    pool.setUsername(node.user());
    pool.setPassword(node.password());
    pool.setConnectionTimeout(PATIENCE.toMillis());
    return pool;
  }

  private static List<HikariDataSource> pools(Shop shop) {
    return List.of(
        shop.pool(),
        (HikariDataSource) ClusterProbe.replica(shop.cluster(), "replica-1"),
        (HikariDataSource) ClusterProbe.replica(shop.cluster(), "replica-2"));
  }

  private static void serve(Shop shop, ExecutorService threads, int count) throws Exception {
    shop.events().clear();
    shop.servers().clearStatements();
    CountDownLatch begin = new CountDownLatch(1);
    List<Future<String>> requests = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      long id = i;
      requests.add(
          threads.submit(
              () -> {
                begin.await();
                return request(shop, id);
              }));
    }
    begin.countDown();
    for (Future<String> request : requests) {
      assertThat(request.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isIn("NEW", "PAID", "SENT");
    }

    MySqlCluster servers = shop.servers();
    assertThat(received(servers.primary(), "update orders")).isEqualTo(count);
    assertThat(received(servers.primary(), "select id, user_id")).isZero();
    assertThat(servers.replicas())
        .allSatisfy(replica -> assertThat(received(replica, "select id, user_id")).isPositive())
        .allSatisfy(replica -> assertThat(received(replica, "update orders")).isZero());
    assertThat(
            servers.replicas().stream()
                .mapToLong(replica -> received(replica, "select id, user_id"))
                .sum())
        .isEqualTo(count);
    assertThat(
            shop.events().stream()
                .collect(Collectors.groupingBy(StatementEvent::reason, Collectors.counting())))
        .isEqualTo(Map.<RouteReason, Long>of(EVENTUAL_REPLICA, (long) count, WRITE, (long) count));
    pools(shop).forEach(Pools::assertAllReturned);
  }

  private static String request(Shop shop, long id) throws Exception {
    String status =
        RwSplit.inSession(
            "user-" + id,
            () ->
                RwSplit.withConsistency(EVENTUAL, () -> shop.orders().selectById(id).getStatus()));
    assertThat(CallContext.current()).isEqualTo(new CallContext(null, null, null));
    shop.required().executeWithoutResult(done -> shop.orders().updateStatus(id, "SENT"));
    assertThat(CallContext.current()).isEqualTo(new CallContext(null, null, null));
    assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
    assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
    return status;
  }

  private static long received(MySqlNode node, String text) {
    return node.statements().stream()
        .map(ReceivedStatement::text)
        .filter(statement -> statement.startsWith(text))
        .count();
  }

  /** By name, since the tests are compiled for 17. */
  private static ExecutorService threadPerTask() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  private List<RecordedEvent> pinned(Recording recording) throws Exception {
    Path file = folder.resolve("pinned.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(PINNED))
        .toList();
  }

  private static boolean hasFrame(RecordedEvent event, Predicate<String> type) {
    return event.getStackTrace() != null
        && event.getStackTrace().getFrames().stream()
            .filter(RecordedFrame::isJavaFrame)
            .anyMatch(frame -> type.test(frame.getMethod().getType().getName()));
  }

  /** A class of the library, and none of its tests, which have the same packages. */
  private static boolean isOurs(String type) {
    if (!type.startsWith("io.github.rwsplit.")) {
      return false;
    }
    // a lambda's class has a number behind the name of the class that it stands in
    String written = type.replaceFirst("\\$\\$Lambda.*", "");
    try {
      Class<?> found = Class.forName(written, false, CaseB13Test.class.getClassLoader());
      return found
          .getProtectionDomain()
          .getCodeSource()
          .equals(RwSplit.class.getProtectionDomain().getCodeSource());
    } catch (ClassNotFoundException e) {
      throw new AssertionError("the recording names a class that is not there: " + type, e);
    }
  }

  /** Pins whatever thread makes it, because a class is being initialized while it parks. */
  private static final class Pins {

    private static final long SINCE = park();

    private Pins() {}

    private static long park() {
      LockSupport.parkNanos(1_000_000);
      return System.nanoTime();
    }

    static long pin() {
      return SINCE;
    }
  }
}
