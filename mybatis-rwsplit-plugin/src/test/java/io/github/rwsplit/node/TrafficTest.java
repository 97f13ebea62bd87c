package io.github.rwsplit.node;

import static io.github.rwsplit.node.NodeFixtures.LEAST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.Servers;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What replicas tell beside the answers to reads. The probes ask once, and not again for hours. */
class TrafficTest {

  private static final Duration HOURS = Duration.ofHours(9);

  /** A connection that a pool opens by itself would tell something too. */
  private static final Map<String, String> QUIET_POOL = Map.of("minimum-idle", "0");

  private static MySqlCluster cluster;
  private static HikariDataSource primary;

  @BeforeAll
  static void startCluster() {
    cluster = MySqlCluster.start(2);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(cluster.primary().jdbcUrl());
    config.setUsername(cluster.primary().user());
    config.setPassword(cluster.primary().password());
    primary = new HikariDataSource(config);
    cluster.primary().execute("create table shop.traffic_t (id int primary key)");
    cluster.awaitReplication();
  }

  @AfterAll
  static void stopCluster() {
    primary.close();
    cluster.close();
  }

  @Test
  void read_afterAWriteWasApplied_provesItToTheNextReadWithoutAnyProbe() throws Exception {
    try (Nodes nodes = started("")) {
      Node replica = replica(nodes);
      Position written = write(1);
      assertThat(nodes.pick(needing(written))).as("nobody has told of it yet").isNull();

      read(replica, "select count(*) from traffic_t");

      assertThat(nodes.pick(needing(written))).isSameAs(replica);
    }
  }

  @Test
  void read_afterGarbageWasCollected_stillTells() throws Exception {
    try (Nodes nodes = started("")) {
      Node replica = replica(nodes);
      read(replica, "select count(*) from traffic_t");
      WeakReference<Object> garbage = new WeakReference<>(new Object());
      await()
          .until(
              () -> {
                System.gc();
                return garbage.get() == null;
              });
      Position written = write(4);

      read(replica, "select count(*) from traffic_t");

      assertThat(nodes.pick(needing(written))).isSameAs(replica);
    }
  }

  @Test
  void read_replicaThatHasNotAppliedIt_provesNothing() throws Exception {
    try (Nodes nodes = started("")) {
      cluster.replica(1).stopApplier();
      try {
        Position written = writeUnapplied(2);
        read(replica(nodes), "select count(*) from traffic_t");
        assertThat(nodes.pick(needing(written))).isNull();
      } finally {
        cluster.replica(1).startApplier();
        cluster.awaitReplication();
      }
    }
  }

  @Test
  void connect_sessionVariablesOfTheUrl_areKept() throws Exception {
    try (Nodes nodes = started("?sessionVariables=max_execution_time=12345,net_write_timeout=99")) {
      assertThat(
              read(
                  replica(nodes),
                  "select concat(@@max_execution_time, @@net_write_timeout, @@session_track_gtids,"
                      + " @@session.transaction_read_only)"))
          .isEqualTo("1234599ALL_GTIDS1");
    }
  }

  @Test
  void connect_trackingSwitchedOffByItsUser_isLeftOff() throws Exception {
    try (Nodes nodes = started("?trackSessionState=false")) {
      assertThat(read(replica(nodes), "select @@session_track_gtids")).isEqualTo("OFF");
      assertThat(replica(nodes).state()).isEqualTo(NodeState.UP);
    }
  }

  @Test
  void connect_setThatWouldWeighOnEveryAnswer_isNotToldWithEach() throws Exception {
    String torn = UUID.randomUUID().toString();
    try (Connection admin = cluster.replica(2).adminConnection();
        Statement statement = admin.createStatement()) {
      for (int i = 0; i < 60; i++) {
        statement.execute("set gtid_next = '%s:%d'".formatted(torn, 1_000_000_000L + 2 * i));
        statement.execute("commit");
      }
    }
    try (Nodes nodes = open(cluster.replica(2), "", HOURS)) {
      nodes.start();
      assertThat(read(replica(nodes), "select @@session_track_gtids")).isEqualTo("OFF");
      assertThat(Objects.requireNonNull(replica(nodes).proof().executed()).toString())
          .contains(torn);
    }
  }

  @Test
  void pick_needOfALookThatNobodyHasMade_isMadeByTheProbe() throws Exception {
    try (Nodes nodes = open(cluster.replica(1), "", Duration.ofMillis(25))) {
      nodes.start();
      long written = System.nanoTime();
      write(3);
      Needed needed =
          new Needed(written, System.nanoTime(), null, Needed.NEVER, Servers.NONE, HOURS.toNanos());

      await().untilAsserted(() -> assertThat(nodes.pick(request(needed))).isSameAs(replica(nodes)));
    }
  }

  private static Position write(int id) {
    Position written = writeUnapplied(id);
    cluster.awaitReplication();
    return written;
  }

  private static Position writeUnapplied(int id) {
    cluster.primary().execute("insert into shop.traffic_t values (%d)".formatted(id));
    String set = cluster.primary().gtidExecuted();
    String uuid = cluster.primary().serverUuid();
    String numbers = set.substring(set.indexOf(uuid) + uuid.length() + 1).split("[,:\n]", -1)[0];
    return Position.of(uuid, Long.parseLong(numbers.substring(numbers.indexOf('-') + 1)));
  }

  private static ReplicaRequest needing(Position position) {
    return request(
        new Needed(
            System.nanoTime(),
            Needed.NEVER,
            position,
            Needed.NEVER,
            Servers.NONE,
            HOURS.toNanos()));
  }

  private static ReplicaRequest request(Needed needed) {
    return ReplicaRequest.of("online", null, Set.of(), null, null, needed);
  }

  private static Node replica(Nodes nodes) {
    return Objects.requireNonNull(nodes.find("r1"));
  }

  private static String read(Node node, String sql) throws SQLException {
    try (Connection connection = node.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static Nodes started(String parameters) {
    Nodes nodes = open(cluster.replica(1), parameters, HOURS);
    nodes.start();
    return nodes;
  }

  private static Nodes open(MySqlNode server, String parameters, Duration interval) {
    String url =
        "jdbc:mysql://%s:%d/%s%s"
            .formatted(server.host(), server.port(), cluster.database(), parameters);
    return Nodes.of(
        new NodeSettings(
            Map.of(
                "r1",
                new NodeSettings.Replica(url, null, null, null, 1, Set.of("online"), QUIET_POOL)),
            Map.of("online", LEAST),
            "online",
            4,
            false,
            new LagSettings(LagSettings.Source.AUTO, interval, false),
            SessionSettings.Strategy.AUTO),
        1,
        primary,
        Map.of(),
        Map.of());
  }
}
