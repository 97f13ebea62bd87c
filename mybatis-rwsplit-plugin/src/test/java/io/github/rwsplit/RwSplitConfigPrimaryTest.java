package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rwsplit.node.FailoverSettings;
import io.github.rwsplit.node.PrimarySettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The primary that the library owns, and whether writes follow a promotion. */
class RwSplitConfigPrimaryTest {

  private static Map<String, String> withReplica(String... keysAndValues) {
    Map<String, String> properties = new HashMap<>();
    properties.put("replicas.replica-1.url", "jdbc:mysql://replica-1/shop");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return properties;
  }

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
    return refused.problems();
  }

  @Test
  void read_primaryThatTheLibraryOwns() {
    RwSplitConfig config =
        read(
            "primary.url", "jdbc:mysql://p/shop?password=hush",
            "primary.username", "u",
            "primary.pool.maximum-pool-size", "7",
            "primary.pool.auto-commit", "false",
            "primary.read-pool.connection-timeout", "2s",
            "failover.follow", "true",
            "failover.confirm", "3s",
            "failover.accept-loss", "true");

    PrimarySettings primary = Objects.requireNonNull(config.primary());
    assertThat(primary.url()).startsWith("jdbc:mysql://p/shop");
    assertThat(primary.username()).isEqualTo("u");
    assertThat(primary.pool())
        .containsOnly(Map.entry("maximum-pool-size", "7"), Map.entry("auto-commit", "false"));
    assertThat(primary.readPool()).containsOnly(Map.entry("connection-timeout", "2000"));
    assertThat(primary.failover())
        .isEqualTo(new FailoverSettings(true, Duration.ofSeconds(3), true));
    assertThat(config.toString()).doesNotContain("hush");
    assertThat(read().primary()).isNull();
    assertThat(
            Objects.requireNonNull(read("primary.url", "jdbc:mysql://p/shop").primary()).failover())
        .isEqualTo(new FailoverSettings(false, Duration.ofSeconds(5), false));
  }

  @ParameterizedTest
  @CsvSource({
    "primary.username, u",
    "primary.password, hush",
    "primary.pool.maximum-pool-size, 3",
    "primary.read-pool.maximum-pool-size, 3",
  })
  void read_anythingOfAPrimaryWithoutItsUrl_isRefused(String key, String value) {
    assertThat(problems(key, value))
        .singleElement()
        .asString()
        .startsWith("rwsplit.primary.url must be set where anything else of rwsplit.primary is")
        .doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "primary.url | mysql://p/shop | must begin with jdbc:",
        "primary.pool.maximum-pol-size | 2 | must be a property of HikariCP, but is none",
        "primary.read-pool.auto-commit | false | must be true, but was false",
        "primary.read-pool.username | u | is given beside pool, not in it",
      })
  void read_badValueOfAPrimary_isRefused(String key, String value, String sentence) {
    assertThat(problems("primary.url", "jdbc:mysql://p/shop", key, value))
        .singleElement()
        .asString()
        .startsWith("rwsplit." + key + " " + sentence);
  }

  @Test
  void read_followWithNobodyToFollow_isRefused_andSoIsTheNameOfTheOldPrimary() {
    assertThat(problemsOf(Map.of("primary.url", "jdbc:mysql://p/shop", "failover.follow", "true")))
        .singleElement()
        .asString()
        .startsWith("rwsplit.failover.follow must be false where no replica is configured");
    assertThat(
            problems(
                "primary.url", "jdbc:mysql://p/shop",
                "failover.follow", "true",
                "replicas.former-primary.url", "jdbc:mysql://f/shop"))
        .singleElement()
        .asString()
        .startsWith("rwsplit.replicas.former-primary must have another name");
  }
}
