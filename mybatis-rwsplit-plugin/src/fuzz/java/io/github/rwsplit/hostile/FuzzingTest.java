package io.github.rwsplit.hostile;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.rwsplit.HostileConfig;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.audit.HostileAudit;
import io.github.rwsplit.boot.HostileRedis;
import io.github.rwsplit.node.HostileNode;
import io.github.rwsplit.session.HostileToken;
import io.github.rwsplit.statement.HostileSql;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * The targets of {@code HostileInputTest} with input that Jazzer makes by what code it reaches.
 * Only compiled with {@code -Drwsplit.fuzz=full}, since its agent changes every class of the JVM;
 * one method a run, as in the lane {@code fuzz}.
 */
class FuzzingTest {

  private static final Target SQL = new HostileSql();
  private static final Target TOKEN = new HostileToken();
  private static final Target AUDIT = new HostileAudit();
  private static final Target CONFIG = new HostileConfig();
  private static final Target REDIS = new HostileRedis();
  private static final Target NODE = new HostileNode();

  @BeforeAll
  static void silence() {
    ((Logger) LoggerFactory.getLogger(RwSplitConfig.class)).setLevel(Level.ERROR);
  }

  private static Stream<Arguments> seeds(Target target) {
    return target.seeds().stream().map(seed -> Arguments.of((Object) seed));
  }

  static Stream<Arguments> sqlSeeds() {
    return seeds(SQL);
  }

  @MethodSource("sqlSeeds")
  @FuzzTest(maxDuration = "15s")
  void sql(byte[] input) throws Exception {
    SQL.take(input);
  }

  static Stream<Arguments> tokenSeeds() {
    return seeds(TOKEN);
  }

  @MethodSource("tokenSeeds")
  @FuzzTest(maxDuration = "15s")
  void token(byte[] input) throws Exception {
    TOKEN.take(input);
  }

  static Stream<Arguments> auditSeeds() {
    return seeds(AUDIT);
  }

  @MethodSource("auditSeeds")
  @FuzzTest(maxDuration = "15s")
  void audit(byte[] input) throws Exception {
    AUDIT.take(input);
  }

  static Stream<Arguments> configSeeds() {
    return seeds(CONFIG);
  }

  @MethodSource("configSeeds")
  @FuzzTest(maxDuration = "15s")
  void config(byte[] input) throws Exception {
    CONFIG.take(input);
  }

  static Stream<Arguments> redisSeeds() {
    return seeds(REDIS);
  }

  @MethodSource("redisSeeds")
  @FuzzTest(maxDuration = "15s")
  void redis(byte[] input) throws Exception {
    REDIS.take(input);
  }

  static Stream<Arguments> nodeSeeds() {
    return seeds(NODE);
  }

  @MethodSource("nodeSeeds")
  @FuzzTest(maxDuration = "15s")
  void node(byte[] input) throws Exception {
    NODE.take(input);
  }
}
