package io.github.rwsplit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.rwsplit.HostileConfig;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.audit.HostileAudit;
import io.github.rwsplit.boot.HostileRedis;
import io.github.rwsplit.node.HostileNode;
import io.github.rwsplit.session.HostileToken;
import io.github.rwsplit.statement.HostileSql;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * What strangers may send, changed at random with a fixed seed. The same targets with guidance by
 * coverage: {@code -Drwsplit.fuzz=full}.
 */
class HostileInputTest {

  /** Who is given it, and how often. */
  enum Given {
    SQL(new HostileSql(), 3_000),
    TOKEN(new HostileToken(), 4_000),
    AUDIT(new HostileAudit(), 1_000),
    CONFIG(new HostileConfig(), 100),
    REDIS(new HostileRedis(), 10_000),
    NODE(new HostileNode(), 10_000);

    private final Target target;
    private final int rounds;

    Given(Target target, int rounds) {
      this.target = target;
      this.rounds = rounds;
    }
  }

  /** One line for each name that means nothing would hide everything else. */
  @BeforeEach
  void silence() {
    logger().setLevel(Level.ERROR);
  }

  @AfterEach
  void speak() {
    logger().setLevel(null);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(RwSplitConfig.class);
  }

  @ParameterizedTest
  @EnumSource
  void anyInput_isAnsweredAsItMust(Given given) {
    given.target.seeds().forEach(seed -> take(given, seed));
    HostileInput input = new HostileInput(20_261_130, given.target.seeds(), given.target.words());
    for (int i = 0; i < given.rounds; i++) {
      take(given, input.next());
    }
    assertThat(given.target.seeds()).isNotEmpty();
  }

  private static void take(Given given, byte[] input) {
    try {
      given.target.take(input);
    } catch (Exception | AssertionError | StackOverflowError e) {
      throw new AssertionError(
          "%s, given%n%s%nin base64 %s"
              .formatted(
                  given,
                  new String(input, StandardCharsets.UTF_8),
                  Base64.getEncoder().encodeToString(input)),
          e);
    }
  }
}
