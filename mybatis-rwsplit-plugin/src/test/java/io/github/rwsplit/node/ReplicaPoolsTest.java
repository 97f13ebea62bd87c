package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

@ExtendWith(OutputCaptureExtension.class)
class ReplicaPoolsTest {

  private static final String URL = "jdbc:mysql://127.0.0.1:1/shop";

  private final Map<String, ReplicaPools.Pool> built = new HashMap<>();
  private final HikariConfig primary = new HikariConfig();

  @BeforeEach
  void primaryOfMySql() {
    primary.setJdbcUrl("jdbc:mysql://127.0.0.1:1/shop?useSSL=false&characterEncoding=utf8");
    primary.setUsername("app");
    primary.setPassword("geheim");
    primary.setInitializationFailTimeout(-1);
    primary.setMinimumIdle(0);
  }

  @AfterEach
  void closePools() {
    built.values().stream()
        .map(ReplicaPools.Pool::dataSource)
        .filter(HikariDataSource.class::isInstance)
        .forEach(pool -> ((HikariDataSource) pool).close());
  }

  @Test
  void build_urlOnly_hasTheDefaultsAndThePrimarysCredentials() {
    HikariDataSource pool = pool(replica(URL, Map.of()));
    assertThat(pool.getPoolName()).isEqualTo("rwsplit-r1");
    assertThat(pool.getMaximumPoolSize()).isEqualTo(10);
    assertThat(pool.getMinimumIdle()).isEqualTo(2);
    assertThat(pool.getConnectionTimeout()).isEqualTo(1_000);
    assertThat(pool.getInitializationFailTimeout()).isEqualTo(-1);
    assertThat(pool.getConnectionInitSql()).isEqualTo("SET SESSION TRANSACTION READ ONLY");
    assertThat(pool.isReadOnly()).isFalse();
    assertThat(pool.isAutoCommit()).isTrue();
    assertThat(pool.getUsername()).isEqualTo("app");
    assertThat(pool.getPassword()).isEqualTo("geheim");
  }

  @Test
  void build_ownUserAndPassword_winOverThePrimarys() {
    HikariDataSource pool =
        pool(new NodeSettings.Replica(URL, null, "reader", "own", 1, Set.of("online"), Map.of()));
    assertThat(pool.getUsername()).isEqualTo("reader");
    assertThat(pool.getPassword()).isEqualTo("own");
  }

  @Test
  void build_userInItsUrl_isLeftToTheDriver() {
    HikariDataSource pool = pool(replica(URL + "?user=u&password=p", Map.of()));
    assertThat(pool.getUsername()).isNull();
    assertThat(pool.getPassword()).isNull();
  }

  @Test
  void build_poolProperties_areApplied() {
    HikariDataSource pool =
        pool(replica(URL, Map.of("maximum-pool-size", "20", "connection-timeout", "2500")));
    assertThat(pool.getMaximumPoolSize()).isEqualTo(20);
    assertThat(pool.getConnectionTimeout()).isEqualTo(2500);
  }

  @ParameterizedTest
  @CsvSource({
    // of the replica's URL, of its pool, of the primary's URL; what holds
    ", , , 60000",
    ", , 5000, 5000",
    ", 7000, 5000, 7000",
    "9000, 7000, 5000, 9000",
  })
  void build_socketTimeout_theNearestHolds(
      @Nullable String inUrl, @Nullable String inPool, @Nullable String ofPrimary, int expected) {
    if (ofPrimary != null) {
      primary.setJdbcUrl("jdbc:mysql://127.0.0.1:1/shop?socketTimeout=" + ofPrimary);
    }
    pool(
        replica(
            inUrl == null ? URL : URL + "?socketTimeout=" + inUrl,
            inPool == null ? Map.of() : Map.of("data-source-properties.socketTimeout", inPool)));
    assertThat(own().socketTimeoutMillis()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    // of the replica's URL, of its pool; whether the replica tells what it has executed
    ", , true",
    "trackSessionState=false, , false",
    ", false, false",
    "trackSessionState=true, false, true",
  })
  void build_tracking_isOnUnlessItsUserSaysOtherwise(
      @Nullable String inUrl, @Nullable String inPool, boolean expected) {
    pool(
        replica(
            inUrl == null ? URL : URL + "?" + inUrl,
            inPool == null
                ? Map.of()
                : Map.of("data-source-properties.trackSessionState", inPool)));
    assertThat(own().tellsSession()).isEqualTo(expected);
  }

  @Test
  void build_replicaOfAnotherGroup_mayTakeAsLongAsItLikes() {
    pool(new NodeSettings.Replica(URL, null, null, null, 1, Set.of("reporting"), Map.of()));
    assertThat(own().socketTimeoutMillis()).isZero();
  }

  @Test
  void build_severalProblems_areAllNamed() {
    Map<String, NodeSettings.Replica> replicas = new LinkedHashMap<>();
    replicas.put("r1", replica(URL, Map.of("maximum-pool-size", "x")));
    replicas.put("r2", replica("jdbc:nodb://h/db?password=secret", Map.of()));
    replicas.put(
        "r3",
        new NodeSettings.Replica(
            null, "reportDataSource", null, null, 1, Set.of("online"), Map.of()));
    assertThatThrownBy(() -> build(replicas))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            """
            rwsplit.replicas.r1.pool.maximum-pool-size must be a property and a value that HikariCP takes
            rwsplit.replicas.r2.url must be a URL that a JDBC driver on the class path takes, but \
            was 'jdbc:nodb://h/db'
            rwsplit.replicas.r3.data-source must name a DataSource, but was 'reportDataSource'; \
            known are [other]""");
  }

  @Test
  void build_ownInitSql_isAppliedWithAWarning(CapturedOutput output) {
    HikariDataSource pool = pool(replica(URL, Map.of("connection-init-sql", "SET @a = 1")));
    assertThat(pool.getConnectionInitSql()).isEqualTo("SET @a = 1");
    assertThat(output.getOut())
        .contains(
            "rwsplit.replicas.r1.pool.connection-init-sql replaces the statement that makes the"
                + " sessions of this pool read-only");
  }

  @Test
  void build_primaryThatTellsNothing_isRefusedNamingThePropertyToSet() {
    assertThatThrownBy(
            () ->
                new ReplicaPools(
                        settings(Map.of("r1", replica(URL, Map.of()))),
                        PoolSettings.of(new StubPool()),
                        Map.of())
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "rwsplit.replicas.r1.username must be set, with its password: the DataSource of the"
                + " primary does not tell its own");
  }

  @Test
  void build_dataSourceBean_isUsedAsItIs() {
    ReplicaPools.Pool pool =
        Objects.requireNonNull(
            build(
                    Map.of(
                        "r1",
                        new NodeSettings.Replica(
                            null, "other", null, null, 1, Set.of("online"), Map.of())))
                .get("r1"));
    assertThat(pool.dataSource()).isSameAs(OTHER);
    assertThat(pool.own()).isNull();
  }

  @Test
  void build_noSecrets_inAnyText() {
    NodeSettings.Replica replica =
        replica("jdbc:mysql://u:geheim@127.0.0.1:1/shop?password=geheim", Map.of());
    HikariDataSource pool = pool(replica);
    ReplicaPools.Pool made = Objects.requireNonNull(built.get("r1"));
    assertThat(made.address()).isEqualTo("jdbc:mysql://127.0.0.1:1/shop");
    assertThat(pool + " " + made + " " + made.own() + " " + PoolSettings.of(poolOfPrimary()))
        .doesNotContain("geheim");
  }

  @Test
  void pool_closedDuringALogin_waitsForItsEnd() {
    pool(replica(URL, Map.of()));
    // HikariCP waits for so many seconds; with 0 it warned at almost every end
    assertThat(own().getLoginTimeout()).isEqualTo(2);
  }

  @Test
  void poolSettings_throughWrappers_findsThePool() {
    DataSource wrapped =
        new DelegatingDataSource(new LazyConnectionDataSourceProxy(poolOfPrimary()));
    PoolSettings settings = PoolSettings.of(wrapped);
    assertThat(settings.username()).isEqualTo("app");
    assertThat(settings.password()).isEqualTo("geheim");
    assertThat(settings.maximumPoolSize()).isEqualTo(10);
    assertThat(settings.driverProperties())
        .containsOnly(Map.entry("useSSL", "false"), Map.entry("characterEncoding", "utf8"));
  }

  @Test
  void poolSettings_driversOwnDataSource_isReadByItsProperties() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setUrl("jdbc:h2:mem:x");
    h2.setUser("sa");
    h2.setPassword("pw");
    PoolSettings settings = PoolSettings.of(h2);
    assertThat(settings.url()).isEqualTo("jdbc:h2:mem:x");
    assertThat(settings.username()).isEqualTo("sa");
    assertThat(settings.password()).isEqualTo("pw");
  }

  @Test
  void shown_urlWithCredentials_hasNone() {
    assertThat(JdbcUrls.shown("jdbc:mysql://u:p@h:1/d?password=p")).isEqualTo("jdbc:mysql://h:1/d");
    assertThat(JdbcUrls.shown("jdbc:h2:mem:x;PASSWORD=p")).isEqualTo("jdbc:h2:mem:x");
    assertThat(JdbcUrls.shown("jdbc:mysql://address=(host=h)(password=p)/d"))
        .isEqualTo("jdbc:mysql://address=(host=h)(password=***)/d");
    assertThat(JdbcUrls.shown("jdbc:mysql://u:p@h1,u:p@h2/d")).doesNotContain("p@");
  }

  private static final DataSource OTHER = new StubPool();

  private HikariDataSource poolOfPrimary() {
    HikariDataSource pool = new HikariDataSource(primary);
    built.put("primary", new ReplicaPools.Pool(replica(URL, Map.of()), pool, "p", null, null));
    return pool;
  }

  private DriverSource own() {
    return Objects.requireNonNull(Objects.requireNonNull(built.get("r1")).own());
  }

  private HikariDataSource pool(NodeSettings.Replica replica) {
    ReplicaPools.Pool pool = Objects.requireNonNull(build(Map.of("r1", replica)).get("r1"));
    return (HikariDataSource) pool.dataSource();
  }

  private Map<String, ReplicaPools.Pool> build(Map<String, NodeSettings.Replica> replicas) {
    Map<String, ReplicaPools.Pool> pools =
        new ReplicaPools(
                settings(replicas), PoolSettings.of(poolOfPrimary()), Map.of("other", OTHER))
            .build();
    built.putAll(pools);
    return pools;
  }

  private static NodeSettings settings(Map<String, NodeSettings.Replica> replicas) {
    return NodeFixtures.settings(replicas, Map.of("online", NodeFixtures.LEAST));
  }

  private static NodeSettings.Replica replica(@Nullable String url, Map<String, String> pool) {
    return new NodeSettings.Replica(url, null, null, null, 1, Set.of("online"), pool);
  }
}
