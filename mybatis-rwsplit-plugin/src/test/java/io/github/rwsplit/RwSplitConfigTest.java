package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.AuditSample;
import io.github.rwsplit.audit.AuditSettings;
import io.github.rwsplit.node.LagLimits;
import io.github.rwsplit.node.LagSettings;
import io.github.rwsplit.node.NodeSettings.Group;
import io.github.rwsplit.node.NodeSettings.Replica;
import io.github.rwsplit.node.NodeSettings.WhenNone;
import io.github.rwsplit.route.RouteSettings.Mode;
import io.github.rwsplit.session.SessionSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RwSplitConfigTest {

  private static final Map<String, String> ONE_REPLICA =
      Map.of("replicas.replica-1.url", "jdbc:mysql://replica-1/shop");

  private static RwSplitConfig read(String... keysAndValues) {
    return RwSplitConfig.read(withReplica(keysAndValues));
  }

  private static List<String> problems(String... keysAndValues) {
    return problemsOf(withReplica(keysAndValues));
  }

  private static List<String> problemsOf(Map<String, String> properties) {
    RwSplitConfigException refused =
        catchThrowableOfType(RwSplitConfigException.class, () -> RwSplitConfig.read(properties));
    assertThat(refused).as("a refusal of %s", properties).isNotNull();
    assertThat(refused.getMessage()).contains(refused.problems());
    return refused.problems();
  }

  private static Map<String, String> withReplica(String... keysAndValues) {
    Map<String, String> properties = new HashMap<>(ONE_REPLICA);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return properties;
  }

  private static Replica replica(RwSplitConfig config, String name) {
    return Objects.requireNonNull(config.nodes().replicas().get(name));
  }

  private static Group group(RwSplitConfig config, String name) {
    return Objects.requireNonNull(config.nodes().groups().get(name));
  }

  @Test
  void read_oneReplica_everythingElseIsTheContractsDefault() {
    RwSplitConfig config = read();

    assertThat(config.route().mode()).isEqualTo(Mode.ROUTE);
    assertThat(config.route().defaultConsistency()).isEqualTo(ConsistencyLevel.STRONG);
    assertThat(config.route().defaultGroup()).isEqualTo("online");
    assertThat(config.route().readOnlyOnReplica()).isFalse();
    assertThat(config.route().switches().primaryOnly()).isFalse();
    assertThat(config.route().switches().readOnly()).isFalse();
    assertThat(config.route().switches().replicaPercent()).isEqualTo(100);
    assertThat(config.declarations().declarations()).isEmpty();
    assertThat(config.declarations().groups()).containsExactly("online");
    assertThat(config.declarations().failUndeclared()).isFalse();
    assertThat(config.nodes().groups()).containsOnlyKeys("online");
    assertThat(group(config, "online").loadBalancer()).isEqualTo("least-connections");
    assertThat(group(config, "online").whenNone()).isEqualTo(WhenNone.PRIMARY);
    assertThat(config.nodes().fallbackConcurrency()).isEqualTo(4);
    assertThat(config.nodes().replicas()).containsOnlyKeys("replica-1");
    assertThat(replica(config, "replica-1").groups()).containsExactly("online");
    assertThat(replica(config, "replica-1").weight()).isEqualTo(1);
    assertThat(config.session().keys()).isEmpty();
    assertThat(config.session().window()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.session().eventualFollowsWrites()).isTrue();
    assertThat(config.session().anonymous()).isEqualTo(SessionSettings.Anonymous.PRIMARY);
    assertThat(config.audit())
        .isEqualTo(
            new AuditSettings(false, AuditSettings.Format.LOGFMT, false, AuditSample.EVERYTHING));
    assertThat(config.strongBypassesCaches()).isTrue();
    assertThat(config.sqlSessionFactories()).isEmpty();
    assertThat(config.instances()).isEqualTo(1);
  }

  @Test
  void read_nothingAtAll_theModeIsOff() {
    assertThat(RwSplitConfig.read(Map.of()).route().mode()).isEqualTo(Mode.OFF);
    assertThat(RwSplitConfig.read(Map.of("instances", "2")).route().mode()).isEqualTo(Mode.OFF);
    assertThat(RwSplitConfig.read(Map.of("mode", "observe")).route().mode())
        .isEqualTo(Mode.OBSERVE);
  }

  @Test
  void read_modeRouteInSoManyWordsButNoReplica_isRefused() {
    assertThat(problemsOf(Map.of("mode", "route")))
        .singleElement()
        .asString()
        .startsWith("rwsplit.mode must be observe or off where no replica is configured")
        .contains("rwsplit.replicas");
  }

  @Test
  void read_bareOffInYaml_isTheModeOff() {
    assertThat(read("mode", "false").route().mode()).isEqualTo(Mode.OFF);
    assertThat(read("mode", "OFF").route().mode()).isEqualTo(Mode.OFF);
  }

  @Test
  void read_wordsInAnyCaseAndNamesAsWritten() {
    RwSplitConfig config =
        read(
            "rwsplit.defaultConsistency", "eventual",
            "DEFAULT_GROUP", "Main_1",
            "Replicas.Big-One.dataSource", "reportDataSource",
            "replicas.Big-One.GROUPS", "Main_1, reporting",
            "groups.reporting.loadBalancer", "hash-query",
            "groups.reporting.whenNone", "Refuse",
            "transactions.readOnly", "replica",
            "cache.strong", "primary",
            "session.key[1]", "principal",
            "session.key[0]", "header:X-User",
            "session.window", "1500 ms",
            "sqlSessionFactories", "a,b");

    assertThat(config.route().defaultConsistency()).isEqualTo(ConsistencyLevel.EVENTUAL);
    assertThat(config.route().defaultGroup()).isEqualTo("Main_1");
    assertThat(config.route().readOnlyOnReplica()).isTrue();
    assertThat(replica(config, "Big-One").dataSource()).isEqualTo("reportDataSource");
    assertThat(replica(config, "Big-One").groups())
        .containsExactlyInAnyOrder("Main_1", "reporting");
    assertThat(group(config, "reporting").whenNone()).isEqualTo(WhenNone.REFUSE);
    assertThat(group(config, "reporting").loadBalancer()).isEqualTo("hash-query");
    assertThat(config.strongBypassesCaches()).isFalse();
    assertThat(config.session().keys()).containsExactly("header:X-User", "principal");
    assertThat(config.session().window()).isEqualTo(Duration.ofMillis(1500));
    assertThat(config.sqlSessionFactories()).containsExactly("a", "b");
  }

  @Test
  void read_declarations_inTheirOrder() {
    RwSplitConfig config =
        read(
            "groups.reporting", "",
            "declarations[10].statements", "com.acme.b.*.page",
            "declarations[10].level", "session",
            "declarations[2].statements[0]", "com.acme.shop.OrderMapper.selectByExample",
            "declarations[2].statements[1]", "com.acme.report.**",
            "declarations[2].level", "EVENTUAL",
            "declarations[2].group", "reporting",
            "declarations[2].max-lag", "30s");

    assertThat(config.declarations().groups()).containsExactlyInAnyOrder("online", "reporting");
    assertThat(config.declarations().declarations()).hasSize(2);
    var first = config.declarations().declarations().get(0);
    assertThat(first.statements())
        .containsExactly("com.acme.shop.OrderMapper.selectByExample", "com.acme.report.**");
    assertThat(first.declaration().level()).isEqualTo(ConsistencyLevel.EVENTUAL);
    assertThat(first.declaration().group()).isEqualTo("reporting");
    assertThat(first.declaration().maxLag()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.declarations().declarations().get(1).declaration().level())
        .isEqualTo(ConsistencyLevel.SESSION);
  }

  @Test
  void read_emptyContainers_areNothing() {
    RwSplitConfig config = read("declarations", "", "session.key", "", "session.token", "");

    assertThat(config.declarations().declarations()).isEmpty();
    assertThat(config.session().keys()).isEmpty();
  }

  @Test
  void read_pool_takesWhatHikariHas() {
    RwSplitConfig config =
        read(
            "replicas.replica-1.pool.maximumPoolSize", "20",
            "replicas.replica-1.pool.connection-timeout", "2s",
            "replicas.replica-1.pool.idle-timeout", "60000",
            "replicas.replica-1.pool.data-source-properties.cachePrepStmts", "true",
            "replicas.replica-1.pool.healthCheckProperties.expected99thPercentileMs", "10");

    assertThat(replica(config, "replica-1").pool())
        .containsOnly(
            Map.entry("maximum-pool-size", "20"),
            Map.entry("connection-timeout", "2000"),
            Map.entry("idle-timeout", "60000"),
            Map.entry("data-source-properties.cachePrepStmts", "true"),
            Map.entry("health-check-properties.expected99thPercentileMs", "10"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mode                                        | on          | must be one of route, observe, off, but was on
          default-consistency                         | WEAK        | must be one of STRONG, SESSION, EVENTUAL, but was WEAK
          undeclared                                  | perhaps     | must be one of allow, fail, but was perhaps
          instances                                   | 0           | must be a whole number of at least 1, but was 0
          replicas.replica-1.weight                   | -1          | must be a whole number from 0 to 1000000, but was -1
          replicas.replica-1.weight                   | 1.5         | must be a whole number from 0 to 1000000, but was 1.5
          groups.online.when-none                     | wait        | must be one of primary, refuse, stale, but was wait
          groups.online.eventual-only-above           | 99ms        | must be at least 4 times rwsplit.lag.probe-interval (25ms), because lag is not seen any finer, but was 99ms
          groups.online.reduced-weight-above          | 100         | must be a duration with its unit, such as 20ms, 5s or 1m, but was 100
          groups.online.reduced-weight-above          | 100us       | must be a duration with its unit, such as 20ms, 5s or 1m, but was 100us
          groups.online.removed-above                 | 999ms       | must not be less than rwsplit.groups.online.reduced-weight-above (1s), but was 999ms
          groups.online.removed-above                 | -1s         | must be positive, but was -1s
          lag.source                                  | guess       | must be one of auto, gtid-clock, heartbeat-table, seconds-behind, but was guess
          lag.when-unprovable                         | perhaps     | must be one of serve, refuse, but was perhaps
          lag.probe-interval                          | often       | must be a duration with its unit, such as 20ms, 5s or 1m, but was often
          fallback.when-exhausted                     | wait        | must be one of refuse, stale, but was wait
          transactions.read-only                      | both        | must be one of primary, replica, but was both
          session.window                              | -1s         | must be positive, but was -1s
          session.window                              | 0           | must be positive, but was 0
          session.window                              | 5           | must be a duration with its unit, such as 20ms, 5s or 1m, but was 5
          session.eventual-follows-writes             | maybe       | must be true or false, but was maybe
          session.anonymous                           | user        | must be one of primary, request, but was user
          session.strategy                            | clock       | must be one of auto, gtid, window, but was clock
          session.store                               | memory      | must be one of caffeine, redis, but was memory
          fallback.max-concurrent                     | many        | must be a whole number of at least 0, but was many
          switches.primary-only                       | 2           | must be true or false, but was 2
          switches.read-only                          | 2           | must be true or false, but was 2
          switches.replica-percent                    | 101         | must be a whole number from 0 to 100, but was 101
          cache.strong                                | all         | must be one of bypass, primary, but was all
          audit.enabled                               | audit       | must be true or false, but was audit
          audit.format                                | xml         | must be one of logfmt, json, but was xml
          replicas.replica-1.pool.maximum-pool-size   | big         | must be a whole number, but was big
          replicas.replica-1.pool.connection-timeout  | soon        | must be milliseconds or a duration such as 30s, but was soon
          replicas.replica-1.pool.auto-commit         | false       | must be true, but was false
          replicas.replica-1.pool.jdbc-url            | jdbc:x      | is given as url beside pool
          replicas.replica-1.pool.maximum-pol-size    | 2           | must be a property of HikariCP, but is none; did you mean maximum-pool-size?
          replicas.replica-1.pool.maximum-pool-size   | 0           | must be a value that HikariCP takes, but was 0: maxPoolSize cannot be less than 1
          replicas.replica-1.pool.register-mbeans     | yes         | must be true or false, but was yes
          replicas.replica-1.pool.password            | x           | is given beside pool, not in it
          replicas.replica-1.pool.idle-timeout        | 999999999999999d | must be milliseconds or a duration such as 30s
          session.window                              | 999999999999999d | must be a duration with its unit
          session.token.enabled                       | maybe       | must be true or false, but was maybe
          session.token.name                          | a token     | must be a name for a cookie and a header
          session.token.name                          | a;b         | must be a name for a cookie and a header
          failover.follow                             | perhaps     | must be true or false, but was perhaps
          failover.follow                             | true        | must be false where the primary is the application's own DataSource
          failover.confirm                            | soon        | must be a duration with its unit, such as 20ms, 5s or 1m, but was soon
          failover.confirm                            | 0           | must be positive, but was 0
          failover.accept-loss                        | maybe       | must be true or false, but was maybe
          """)
  void read_badValue_isRefusedWithPropertyRuleAndValue(String key, String value, String sentence) {
    assertThat(problems(key, value))
        .singleElement()
        .asString()
        .startsWith("rwsplit." + key + " " + sentence);
  }

  @Test
  void read_lag_hasItsDefaultsAndEveryChoice() {
    assertThat(read().nodes().lag())
        .isEqualTo(new LagSettings(LagSettings.Source.AUTO, Duration.ofMillis(25), false));
    assertThat(read().nodes().staleWhenExhausted()).isFalse();
    assertThat(group(read(), "online").limits())
        .isEqualTo(
            new LagLimits(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(3)));

    RwSplitConfig config =
        read(
            "lag.source", "heartbeatTable",
            "lag.when-unprovable", "refuse",
            "lag.probe-interval", "1s",
            "fallback.when-exhausted", "stale",
            "groups.online.eventual-only-above", "4s",
            "groups.online.reduced-weight-above", "4s",
            "groups.online.removed-above", "5m",
            "groups.online.when-none", "stale");
    assertThat(config.nodes().lag())
        .isEqualTo(
            new LagSettings(LagSettings.Source.HEARTBEAT_TABLE, Duration.ofSeconds(1), true));
    assertThat(config.nodes().staleWhenExhausted()).isTrue();
    assertThat(group(config, "online").limits())
        .isEqualTo(
            new LagLimits(Duration.ofSeconds(4), Duration.ofSeconds(4), Duration.ofMinutes(5)));
    assertThat(group(config, "online").whenNone()).isEqualTo(WhenNone.STALE);
  }

  @Test
  void read_limitsOfLagThatNothingCanSee_areAllNamed() {
    assertThat(problems("lag.probe-interval", "300ms"))
        .containsExactly(
            "rwsplit.groups.online.eventual-only-above must be at least 4 times"
                + " rwsplit.lag.probe-interval (300ms), because lag is not seen any finer, but was"
                + " 100ms",
            "rwsplit.groups.online.reduced-weight-above must be at least 4 times"
                + " rwsplit.lag.probe-interval (300ms), because lag is not seen any finer, but was"
                + " 1s");
    assertThat(problems("lag.source", "seconds-behind", "groups.online.eventual-only-above", "1s"))
        .containsExactly(
            "rwsplit.groups.online.eventual-only-above must be at least 2s where"
                + " rwsplit.lag.source is seconds-behind, because that tells whole seconds, but was"
                + " 1s",
            "rwsplit.groups.online.reduced-weight-above must be at least 2s where"
                + " rwsplit.lag.source is seconds-behind, because that tells whole seconds, but was"
                + " 1s");
    assertThat(problems("groups.reporting.eventual-only-above", "2s"))
        .containsExactly(
            "rwsplit.groups.reporting.reduced-weight-above must not be less than"
                + " rwsplit.groups.reporting.eventual-only-above (2s), but was 1s");
  }

  @Test
  void read_probeInterval_isAtLeastAMillisecond() {
    Map<String, String> properties = new HashMap<>(ONE_REPLICA);
    assertThat(RwSplitConfig.read(properties).nodes().lag().probeInterval()).hasMillis(25);
    properties.put("lag.probe-interval", "1ms");

    assertThat(RwSplitConfig.read(properties).nodes().lag().probeInterval()).hasMillis(1);
    assertThat(problems("lag.probe-interval", "PT0.0005S"))
        .containsExactly(
            "rwsplit.lag.probe-interval must be 1ms or more, because a question itself takes a good"
                + " part of that, but was PT0.0005S");
    assertThat(problems("lag.probe-interval", "0"))
        .containsExactly("rwsplit.lag.probe-interval must be positive, but was 0");
  }

  @Test
  void read_token_isOffWithoutSecretsUnlessEnabled() {
    SessionSettings.Token token = RwSplitConfig.read(ONE_REPLICA).session().token();
    assertThat(token).isEqualTo(new SessionSettings.Token(false, "rwsplit-token", List.of()));

    assertThat(problems("session.token.enabled", "true"))
        .containsExactly(
            "rwsplit.session.token.secrets must have at least one secret where"
                + " rwsplit.session.token.enabled is true, but has none");
  }

  @Test
  void read_token_takesSecretsInOrderAndPrintsNone() {
    Map<String, String> properties = new HashMap<>(ONE_REPLICA);
    properties.put("session.token.enabled", "true");
    properties.put("session.token.name", "X-Position");
    properties.put("session.token.secrets[1]", "the secret of before");
    properties.put("session.token.secrets[0]", "the secret from now on");
    RwSplitConfig config = RwSplitConfig.read(properties);

    assertThat(config.session().token())
        .isEqualTo(
            new SessionSettings.Token(
                true, "X-Position", List.of("the secret from now on", "the secret of before")));
    assertThat(config.toString()).contains("secrets=2").doesNotContain("the secret");
  }

  @Test
  void read_secretThatIsShortOrThereTwice_isRefusedWithoutSayingIt() {
    assertThat(problems("session.token.secrets", "long enough for tests,hush hush,hush hush"))
        .hasSize(3)
        .allSatisfy(problem -> assertThat(problem).doesNotContain("hush"))
        .contains(
            "rwsplit.session.token.secrets[1] must have at least 16 characters, best random ones,"
                + " but has 9",
            "rwsplit.session.token.secrets must have each secret once, but has one twice");
  }

  @Test
  void read_waitForReplica_maySwitchItOffAndMustNotBeNegative() {
    Map<String, String> properties = new HashMap<>(ONE_REPLICA);
    properties.put("session.wait", "0");

    assertThat(RwSplitConfig.read(properties)).isNotNull();
    assertThat(problems("session.wait", "-1s"))
        .containsExactly("rwsplit.session.wait must not be negative, but was -1s");
  }

  @Test
  void read_everyKeyAtItsDefault_isAccepted() {
    Map<String, String> defaults = new HashMap<>(ONE_REPLICA);
    for (ConfigKey key : ConfigKeys.ALL) {
      String value = key.defaultValue();
      if (value != null) {
        defaults.put(
            key.pattern().replace("replicas.*", "replicas.replica-1").replace("*", "online"),
            value);
      }
    }

    assertThat(RwSplitConfig.read(defaults)).isEqualTo(read());
  }

  @ParameterizedTest
  @CsvSource({
    "groups.online.load-balancr, groups.online.load-balancer",
    "replicas.replica-1.wieght, replicas.replica-1.weight",
    "windw, session.window",
    "window, session.window",
    "sesion.key, session.key",
    "audit.enable, audit.enabled",
  })
  void read_unknownKey_isNamedWithTheNearestKnownOne(String key, String near) {
    assertThat(problems(key, "x"))
        .singleElement()
        .isEqualTo("rwsplit." + key + " is not a known key; did you mean rwsplit." + near + "?");
  }

  @Test
  void read_unknownKeyWithoutLikeness_isNamed() {
    assertThat(problems("quantum.entanglement.partners", "x"))
        .containsExactly("rwsplit.quantum.entanglement.partners is not a known key; remove it");
  }

  @Test
  void read_severalProblems_areAllThere() {
    assertThat(problems("instances", "0", "nonsense-key", "1", "session.window", "-1s")).hasSize(3);
  }

  @Test
  void read_secretsAndAddresses_areNeverPrinted() {
    List<String> problems =
        problems(
            "replicas.r2.url", "mysql://u:hush@h/db?password=hush",
            "replicas.r2.password", "hush",
            "replicas.r2.passwrd", "hush",
            "replicas.r3.data-source", "x",
            "replicas.r3.password", "hush");

    assertThat(problems).hasSize(3).noneMatch(problem -> problem.contains("hush"));
    assertThat(
            read("replicas.replica-1.password", "hush", "replicas.replica-1.username", "u")
                .toString())
        .doesNotContain("hush");
  }

  @Test
  void read_whatStandsWhereNoSecretShould_isShownWithoutItAllTheSame() {
    String url = "jdbc:mysql://root:hush@h/db?password=hush";
    RwSplitConfig config =
        read(
            "replicas.r1.url",
            url,
            "replicas.r1.pool.data-source-properties.behind",
            url,
            "replicas.r1.pool.connection-init-sql",
            "SET PASSWORD = 'hush'",
            "primary.url",
            url,
            "primary.password",
            "hush",
            "session.token.secrets",
            "hush-hush-hush-hush");

    assertThat(config.shown())
        .containsEntry("replicas.r1.pool.data-source-properties.behind", "jdbc:mysql://h/db");
    assertThat(config.shown().toString() + config).doesNotContain("hush");
    assertThat(problems("replicas.r2.data-source", url))
        .singleElement()
        .asString()
        .startsWith("rwsplit.replicas.r2.data-source must be the name of a bean")
        .doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "a[0", "groups.online", "a b", "\u00e9"})
  void read_defaultGroupThatIsNoName_isRefused(String name) {
    assertThat(problems("default-group", name))
        .containsExactly(
            "rwsplit.default-group must consist of letters, digits, - and _ only, but was " + name);
  }

  @Test
  void read_patternOfStatementsWithoutEnd_isReadAllTheSame() {
    String pattern = "a.".repeat(20_000) + "*";

    assertThat(
            read("declarations[0].statements", pattern, "declarations[0].level", "EVENTUAL")
                .declarations()
                .declarations())
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"header:", "header", "cookies:x", "session", "header:a b", "bean:x"})
  void read_badSessionKey_isRefused(String source) {
    assertThat(problems("session.key", "principal," + source))
        .singleElement()
        .asString()
        .startsWith("rwsplit.session.key must consist of")
        .endsWith("but has " + source);
  }

  @Test
  void read_replicasThatCannotBe_areRefused() {
    assertThat(problems("replicas.r2.weight", "1"))
        .containsExactly("rwsplit.replicas.r2 must have a url or a data-source, but has neither");
    assertThat(problems("replicas.replica-1.data-source", "x"))
        .containsExactly(
            "rwsplit.replicas.replica-1 must have either a url or a data-source, but has both");
    assertThat(problems("replicas.primary.url", "jdbc:x"))
        .singleElement()
        .asString()
        .contains("must not be named as the primary is");
    assertThat(problems("replicas.replica-1.groups", "reporting"))
        .singleElement()
        .asString()
        .contains("must be among the groups [online], but has reporting");
  }

  @Test
  void read_declarationWithALimitFinerThanLagIsSeen_isRefused() {
    assertThat(
            problems(
                "declarations[0].statements", "a.b",
                "declarations[0].level", "EVENTUAL",
                "declarations[0].max-lag", "150ms",
                "groups.online.eventual-only-above", "1s",
                "lag.probe-interval", "50ms"))
        .singleElement()
        .asString()
        .contains(
            "rwsplit.declarations.0.max-lag must be at least 200ms, which is four times"
                + " rwsplit.lag.probe-interval, because lag is not seen any finer, but was 150ms");
  }

  @Test
  void read_declarationsThatCannotBe_areRefused() {
    assertThat(
            problems(
                "declarations[0].statements", "com.acme.Order*.find",
                "declarations[0].level", "EVENTUAL",
                "declarations[1].level", "LOOSE",
                "declarations[2].statements", "a.b",
                "declarations[2].group", "nowhere",
                "declarations[2].max-lag", "fast"))
        .hasSize(6)
        .anyMatch(problem -> problem.contains("but has com.acme.Order*.find"))
        .anyMatch(problem -> problem.contains("declarations.1.statements must name"))
        .anyMatch(problem -> problem.contains("declarations.1.level must be one of"))
        .anyMatch(problem -> problem.contains("declarations.2.level must be STRONG"))
        .anyMatch(problem -> problem.contains("declarations.2.group must be one of the groups"))
        .anyMatch(problem -> problem.contains("declarations.2.max-lag must be a duration"));
  }
}
