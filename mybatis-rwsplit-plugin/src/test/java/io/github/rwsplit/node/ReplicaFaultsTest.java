package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.request;
import static io.github.rwsplit.node.ReplicaReport.Verdict.NO;
import static io.github.rwsplit.node.ReplicaReport.Verdict.UNKNOWN;
import static io.github.rwsplit.node.ReplicaReport.Verdict.YES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.node.ReplicaReport.Verdict;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.NetworkLine;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * The faults of a replica, each made on servers: what the four questions about it are answered, and
 * who serves EVENTUAL reads meanwhile. {@code replica-2} is well all the time.
 */
@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class ReplicaFaultsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String WATCHER = "watcher";
  private static final String PASSWORD = "look-only-1";

  private static final LagLimits LIMITS =
      new LagLimits(Duration.ofMillis(200), Duration.ofMillis(400), Duration.ofSeconds(1));

  private final HikariDataSource pool = new HikariDataSource();
  private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, String> urls = new LinkedHashMap<>();
  private @Nullable Future<?> writes;
  private MySqlCluster servers;
  private MySqlNode primary;
  private MySqlNode first;
  private MySqlNode second;

  @BeforeEach
  void open(MySqlCluster cluster) {
    // each fault leaves other traces
    cluster.reset();
    servers = cluster;
    primary = cluster.primary();
    first = cluster.replica(1);
    second = cluster.replica(2);
    account("GRANT ALL ON `%s`.* TO %s", "GRANT REPLICATION CLIENT ON *.* TO %2$s");
    pool.setJdbcUrl(primary.jdbcUrl());
    pool.setUsername(WATCHER);
    pool.setPassword(PASSWORD);
    pool.setMaximumPoolSize(4);
    pool.setConnectionTimeout(2_000);
    run("create table if not exists fault_t (id int auto_increment primary key)");
    cluster.awaitReplication();
    urls.put("r1", first.jdbcUrl());
    urls.put("r2", second.jdbcUrl());
  }

  @AfterEach
  void close() throws InterruptedException {
    if (writes != null) {
      // it goes on until here, or what was waited for came by chance
      assertThat(writes.isDone()).isFalse();
    }
    writer.shutdownNow();
    assertThat(writer.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    pool.close();
  }

  @Test
  void nothingIsWrong(CapturedOutput output) {
    try (Nodes nodes = started()) {
      awaitReport(nodes, YES, YES, YES, NO);
      assertServe(nodes, true);
      assertThat(output.getOut())
          .containsOnlyOnce(
              "replica r1 (%s): is it a replica of the primary? yes: it replicates from the"
                      .formatted(JdbcUrls.shown(first.jdbcUrl()))
                  + " primary. Does it receive? yes: its receiver is connected. Could this account"
                  + " write there? no: super_read_only is on");
      assertThat(nodes.primary().semiSync()).isEqualTo(SemiSync.NOT_USED);
    }
  }

  @Test
  void receiverStopped(CapturedOutput output) {
    writeOnAndOn();
    try (Nodes nodes = started()) {
      first.stopReceiver();
      awaitReport(nodes, YES, NO, NO, NO);
      assertServe(nodes, false);
      assertThat(output.getOut()).contains("does not keep up: its receiver is stopped");
      first.startReceiver();
      awaitReport(nodes, YES, YES, YES, NO);
      awaitServes(nodes);
      assertThat(output.getOut()).containsOnlyOnce("its receiver and its applier run again");
    }
  }

  @Test
  void receiverStopped_idleSource_servesUntilTheNextWrite() {
    try (Nodes nodes = started()) {
      first.stopReceiver();
      awaitReport(nodes, YES, NO, YES, NO);
      assertServe(nodes, true);
      writeOnAndOn();
      awaitReport(nodes, YES, NO, NO, NO);
      assertServe(nodes, false);
      first.startReceiver();
    }
  }

  @Test
  void receiverCannotConnect() {
    writeOnAndOn();
    try (Nodes nodes = started()) {
      first.execute(
          "STOP REPLICA IO_THREAD",
          "CHANGE REPLICATION SOURCE TO SOURCE_PORT=1",
          "START REPLICA IO_THREAD");
      // nobody has answered it there, so nobody knows whose replica it will be
      awaitReport(nodes, UNKNOWN, NO, NO, NO);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(report(nodes).receives().because())
                      .contains("cannot connect to ", ":1"));
      assertServe(nodes, false);
      first.follow();
      awaitServes(nodes);
    }
  }

  @Test
  void applierStopped() {
    writeOnAndOn();
    try (Nodes nodes = started()) {
      first.stopApplier();
      awaitReport(nodes, YES, YES, NO, NO);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(report(nodes).applied().because()).contains("its applier is stopped"));
      assertServe(nodes, false);
      first.startApplier();
      awaitServes(nodes);
    }
  }

  @Test
  void delayed() {
    writeOnAndOn();
    try (Nodes nodes = started()) {
      first.delay(Duration.ofSeconds(3));
      awaitReport(nodes, YES, YES, NO, NO);
      assertServe(nodes, false);
      first.delay(Duration.ZERO);
      awaitServes(nodes);
    }
  }

  @Test
  void sourcePaused_nothingTellsMoreAndBothServe() {
    try (Nodes nodes = started()) {
      awaitReport(nodes, YES, YES, YES, NO);
      primary.pause();
      await().atMost(PATIENCE).until(() -> nodes.primary().state() == NodeState.DOWN);
      assertServe(nodes, true);
      assertThat(report(nodes).ofOurPrimary().verdict()).isEqualTo(YES);
      primary.resume();
    }
  }

  @Test
  void lineToTheSourceIsSilent_isLateThoughTheServerDoesNotNotice() {
    // servers in containers reach each other in a network of their own, where no line can be laid
    assumeThat(sourceOf(first)).isEqualTo(primary.host() + ":" + primary.port());
    writeOnAndOn();
    try (NetworkLine line = NetworkLine.to(primary);
        Nodes nodes = started()) {
      first.execute(
          "STOP REPLICA",
          "CHANGE REPLICATION SOURCE TO SOURCE_HOST='%s', SOURCE_PORT=%d"
              .formatted(line.host(), line.port()),
          "START REPLICA");
      awaitReport(nodes, YES, YES, YES, NO);
      awaitServes(nodes);
      line.silence();
      awaitReport(nodes, YES, YES, NO, NO);
      assertServe(nodes, false);
      line.restore();
      awaitServes(nodes);
    } finally {
      first.follow();
    }
  }

  @Test
  void lineToTheReplicaIsSilent_isDownAndComesBack() {
    try (NetworkLine line = NetworkLine.to(first)) {
      urls.put("r1", line.through(first.jdbcUrl()));
      try (Nodes nodes = started()) {
        awaitServes(nodes);
        line.silence();
        await().atMost(PATIENCE).until(() -> node(nodes).state() == NodeState.DOWN);
        assertServe(nodes, false);
        line.restore();
        awaitServes(nodes);
      }
    }
  }

  @Test
  void killed() {
    try (Nodes nodes = started()) {
      first.kill();
      await().atMost(PATIENCE).until(() -> node(nodes).state() == NodeState.DOWN);
      assertServe(nodes, false);
      first.start();
      awaitServes(nodes);
    }
  }

  @Test
  void paused() {
    try (Nodes nodes = started()) {
      first.pause();
      await().atMost(PATIENCE).until(() -> node(nodes).state() == NodeState.DOWN);
      assertServe(nodes, false);
      first.resume();
      awaitServes(nodes);
    }
  }

  @Test
  void resetReplica_replicatesFromNobody_isNotUsed(CapturedOutput output) {
    try (Nodes nodes = started()) {
      first.execute("STOP REPLICA", "RESET REPLICA ALL");
      awaitReport(nodes, NO, NO, YES, NO);
      await().atMost(PATIENCE).until(() -> node(nodes).state() == NodeState.REJECTED);
      assertServe(nodes, false);
      assertThat(output.getOut())
          .containsOnlyOnce(
              "gets no reads: it is no replica of %s: it replicates from nobody. Let it replicate"
                  .formatted(nodes.primary()));
      first.follow();
      awaitServes(nodes);
    }
  }

  @Test
  void replicatesFromItself_isNotUsed() {
    try (Nodes nodes = started()) {
      first.follow(first);
      awaitReport(nodes, NO, NO, YES, NO);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(report(nodes).ofOurPrimary().because())
                      .contains("replicate from itself"));
      assertServe(nodes, false);
      first.follow();
      awaitServes(nodes);
    }
  }

  @Test
  void urlOfThePrimary_isNotUsed() {
    urls.put("r1", primary.jdbcUrl());
    try (Nodes nodes = started()) {
      await().atMost(PATIENCE).until(() -> node(nodes).state() == NodeState.REJECTED);
      assertServe(nodes, false);
    }
  }

  @Test
  void replicaOfAReplica_isOneOfOurs() {
    writeOnAndOn();
    try (Nodes nodes = started()) {
      first.follow(second);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  await()
                      .atMost(PATIENCE)
                      .untilAsserted(
                          () ->
                              assertThat(report(nodes).ofOurPrimary().because())
                                  .contains(second.serverUuid(), "gets what the primary commits")));
      awaitReport(nodes, YES, YES, YES, NO);
      awaitServes(nodes);
    } finally {
      first.follow();
    }
  }

  @Test
  void replicatesFromAnotherPrimary_isNotUsed(CapturedOutput output) {
    try (Nodes nodes = started()) {
      second.execute("STOP REPLICA", "RESET REPLICA ALL");
      second.readOnly(false);
      first.follow(second);
      second.execute("insert into `%s`.fault_t values ()".formatted(servers.database()));
      writeOnAndOn();
      await().atMost(PATIENCE).until(() -> report(nodes).ofOurPrimary().verdict() == NO);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(report(nodes).ofOurPrimary().because()).contains(second.serverUuid()));
      await().atMost(PATIENCE).until(() -> nodes.pick(request("online")) == null);
      assertThat(nodes.replicas()).extracting(Node::state).containsOnly(NodeState.REJECTED);
      assertThat(nodes.pickStale(request("online"))).isNull();
      assertThat(output.getOut()).contains("is no replica of");
    }
  }

  @Test
  void writable_sessionsOfThePoolAreReadOnly_isToldAndServes(CapturedOutput output) {
    first.readOnly(false);
    try (Nodes nodes = started()) {
      awaitReport(nodes, YES, YES, YES, YES);
      assertServe(nodes, true);
      assertThat(output.getOut()).containsOnlyOnce("accepts writes: read_only and");
    }
  }

  @Test
  void writable_poolOfTheApplicationWithOrdinarySessions_isNotUsed(CapturedOutput output) {
    first.readOnly(false);
    try (HikariDataSource own = ownPool(null);
        Nodes nodes = started(own)) {
      awaitReport(nodes, YES, YES, YES, YES);
      await().atMost(PATIENCE).until(() -> node(nodes).state() == NodeState.REJECTED);
      assertServe(nodes, false);
      assertThat(output.getOut())
          .containsOnlyOnce("gets no reads: it accepts writes: read_only and super_read_only are");
      first.readOnly(true);
      awaitServes(nodes);
    }
  }

  @Test
  void writable_poolOfTheApplicationWithReadOnlySessions_serves() {
    first.readOnly(false);
    try (HikariDataSource own = ownPool("SET SESSION TRANSACTION READ ONLY");
        Nodes nodes = started(own)) {
      awaitReport(nodes, YES, YES, YES, YES);
      assertServe(nodes, true);
    }
  }

  @Test
  void readOnly_accountThatItDoesNotHoldFor_couldWrite() {
    account("GRANT CONNECTION_ADMIN ON *.* TO %2$s");
    first.execute("SET GLOBAL super_read_only=OFF");
    try (Nodes nodes = started()) {
      awaitReport(nodes, YES, YES, YES, YES);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(report(nodes).writable().because())
                      .contains("does not hold for this account"));
    } finally {
      primary.execute("REVOKE CONNECTION_ADMIN ON *.* FROM " + quoted());
    }
  }

  @Test
  void writable_accountThatMayOnlyRead_couldNotWrite() {
    primary.execute(
        "REVOKE ALL ON `%s`.* FROM %s".formatted(servers.database(), quoted()),
        "GRANT SELECT ON `%s`.* TO %s".formatted(servers.database(), quoted()));
    servers.awaitReplication();
    first.readOnly(false);
    try (Nodes nodes = started()) {
      awaitReport(nodes, YES, YES, YES, NO);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(report(nodes).writable().because())
                      .contains("has no privilege to write"));
    }
  }

  @Test
  void accountThatMayNotSee_isUnknownSaidOnceAndServes(CapturedOutput output) {
    primary.execute("REVOKE REPLICATION CLIENT ON *.* FROM " + quoted());
    servers.awaitReplication();
    try (Nodes nodes = started()) {
      awaitReport(nodes, UNKNOWN, UNKNOWN, YES, NO);
      assertServe(nodes, true);
      assertThat(output.getOut())
          .containsOnlyOnce(
              "replica r1 (%s): is it a replica of the primary? unknown: SHOW REPLICA"
                      .formatted(JdbcUrls.shown(first.jdbcUrl()))
                  + " STATUS, which needs the privilege REPLICATION CLIENT, was refused: ");
    }
  }

  @Test
  void accountThatSeesOnlyPerformanceSchema_isAnsweredFromThere() {
    primary.execute(
        "REVOKE REPLICATION CLIENT ON *.* FROM " + quoted(),
        "GRANT SELECT ON performance_schema.* TO " + quoted());
    servers.awaitReplication();
    try (Nodes nodes = started()) {
      awaitReport(nodes, YES, YES, YES, NO);
    } finally {
      primary.execute("REVOKE SELECT ON performance_schema.* FROM " + quoted());
    }
  }

  // ---------------------------------------------------------------- how

  private static String sourceOf(MySqlNode replica) {
    try (Connection connection = replica.adminConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW REPLICA STATUS")) {
      assertThat(row.next()).isTrue();
      return row.getString("Source_Host") + ":" + row.getString("Source_Port");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String quoted() {
    return "'" + WATCHER + "'@'%'";
  }

  private void account(String... grants) {
    primary.execute(
        "CREATE USER IF NOT EXISTS %s IDENTIFIED BY '%s'".formatted(quoted(), PASSWORD));
    for (String grant : grants) {
      primary.execute(grant.formatted(servers.database(), quoted()));
    }
    servers.awaitReplication();
  }

  private void run(String sql) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Twenty commits a second, so that what is missing grows. */
  private void writeOnAndOn() {
    writes =
        writer.scheduleWithFixedDelay(
            () -> run("insert into fault_t values ()"), 0, 50, TimeUnit.MILLISECONDS);
  }

  private HikariDataSource ownPool(@Nullable String initSql) {
    HikariDataSource own = new HikariDataSource();
    own.setJdbcUrl(first.jdbcUrl());
    own.setUsername(WATCHER);
    own.setPassword(PASSWORD);
    own.setMaximumPoolSize(4);
    own.setConnectionInitSql(initSql);
    return own;
  }

  private Nodes started() {
    return started(null);
  }

  /**
   * @param ownFirst a pool of the application that stands for r1; null: one of the library
   */
  private Nodes started(@Nullable HikariDataSource ownFirst) {
    Map<String, NodeSettings.Replica> replicas = new LinkedHashMap<>();
    urls.forEach(
        (name, url) -> {
          boolean own = ownFirst != null && name.equals("r1");
          replicas.put(
              name,
              new NodeSettings.Replica(
                  own ? null : url, own ? "own" : null, null, null, 1, Set.of("online"), Map.of()));
        });
    NodeSettings.Group group =
        new NodeSettings.Group("round-robin", NodeSettings.WhenNone.PRIMARY, LIMITS);
    Nodes nodes =
        Nodes.of(
            new NodeSettings(
                replicas,
                Map.of("online", group),
                "online",
                4,
                false,
                NodeFixtures.LAG,
                SessionSettings.Strategy.AUTO),
            1,
            pool,
            ownFirst == null ? Map.of() : Map.of("own", ownFirst),
            Map.of());
    nodes.start();
    await().atMost(PATIENCE).until(() -> nodes.pick(request("online")) != null);
    return nodes;
  }

  private static Node node(Nodes nodes) {
    return Objects.requireNonNull(nodes.find("r1"));
  }

  private static ReplicaReport report(Nodes nodes) {
    return node(nodes).report();
  }

  private static void awaitReport(
      Nodes nodes, Verdict ofOurs, Verdict receives, Verdict applied, Verdict writable) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(report(nodes))
                    .extracting(
                        report -> report.ofOurPrimary().verdict(),
                        report -> report.receives().verdict(),
                        report -> report.applied().verdict(),
                        report -> report.writable().verdict())
                    .describedAs("%s", report(nodes))
                    .containsExactly(ofOurs, receives, applied, writable));
  }

  /** Reads go on, and r1 has a part in them or not. */
  private static void assertServe(Nodes nodes, boolean firstToo) {
    boolean seen = false;
    for (int i = 0; i < 40; i++) {
      Node picked = Objects.requireNonNull(nodes.pick(request("online")));
      seen |= picked.name().equals("r1");
    }
    assertThat(seen).isEqualTo(firstToo);
  }

  private static void awaitServes(Nodes nodes) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Node picked = nodes.pick(request("online"));
              assertThat(picked == null ? null : picked.name()).isEqualTo("r1");
            });
  }
}
