package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.node.NodeSettings.Replica;
import io.github.rwsplit.route.RouteSettings.Mode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@ExtendWith(OutputCaptureExtension.class)
class RwSplitConfigEnvironmentTest {

  private final StandardEnvironment environment = new StandardEnvironment();

  RwSplitConfigEnvironmentTest() {
    MutablePropertySources sources = environment.getPropertySources();
    sources.remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    sources.remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
  }

  private void variables(Map<String, Object> values) {
    environment
        .getPropertySources()
        .addLast(new SystemEnvironmentPropertySource("systemEnvironment", values));
  }

  private void file(String name, Map<String, Object> values) {
    environment.getPropertySources().addLast(new MapPropertySource(name, values));
  }

  private static Replica replica(RwSplitConfig config, String name) {
    return Objects.requireNonNull(config.nodes().replicas().get(name));
  }

  @Test
  void read_variables_meanTheNamesThatFilesGive() {
    variables(
        Map.of(
            "RWSPLIT_REPLICAS_REPLICA1_PASSWORD", "one",
            "RWSPLIT_REPLICAS_REPLICA_2_PASSWORD", "two",
            "RWSPLIT_REPLICAS_REPLICA_3_URL", "jdbc:mysql://r3/shop",
            "RWSPLIT_REPLICAS_REPLICA1_POOL_MAXIMUM_POOL_SIZE", "7",
            "RWSPLIT_SESSION_KEY_0", "principal",
            "RWSPLIT_DEFAULT_CONSISTENCY", "SESSION",
            "RWSPLIT_MODE", "observe"));
    file(
        "file",
        Map.of(
            "rwsplit.mode", "route",
            "rwsplit.replicas.replica-1.url", "jdbc:mysql://r1/shop",
            "rwsplit.replicas.replica-1.password", "from file",
            "rwsplit.replicas.replica-2.url", "jdbc:mysql://r2/shop",
            "rwsplit.session.key[0]", "header:A",
            "rwsplit.session.key[1]", "header:B"));

    RwSplitConfig config = RwSplitConfig.read(environment);

    assertThat(config.nodes().replicas()).containsOnlyKeys("replica-1", "replica-2", "replica-3");
    assertThat(replica(config, "replica-1").password()).isEqualTo("one");
    assertThat(replica(config, "replica-1").pool()).containsEntry("maximum-pool-size", "7");
    assertThat(replica(config, "replica-2").password()).isEqualTo("two");
    assertThat(config.route().mode()).isEqualTo(Mode.OBSERVE);
    assertThat(config.session().keys()).as("lists are not mixed").containsExactly("principal");
  }

  @Test
  void read_unknownVariable_isOnlyWarnedAbout(CapturedOutput output) {
    variables(
        Map.of(
            "RWSPLIT_PORT", "tcp://10.0.0.1:80",
            "RWSPLIT_SERVICE_HOST", "10.0.0.1",
            "rwsplit.quantum", "1",
            "RWSPLITTER", "x"));

    assertThat(RwSplitConfig.read(environment).route().mode()).isEqualTo(Mode.OFF);
    assertThat(output)
        .contains("RWSPLIT_PORT is no known key")
        .contains("RWSPLIT_SERVICE_HOST is no known key")
        .contains("rwsplit.quantum is no known key")
        .doesNotContain("RWSPLITTER")
        .doesNotContain("10.0.0.1");
  }

  @Test
  void read_unknownKeyInFile_isRefusedWithItsOrigin() {
    file("Config resource 'application.yml'", Map.of("rwsplit.mod", "off"));

    assertThatThrownBy(() -> RwSplitConfig.read(environment))
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining(
            "rwsplit.mod (from Config resource 'application.yml') is not a known key; did you mean"
                + " rwsplit.mode?");
  }

  @Test
  void read_placeholders_areResolvedAndOddValuesUnderstood() {
    file(
        "file",
        Map.of(
            "rwsplit.replicas.r1.url",
            "jdbc:mysql://${host}/shop",
            "rwsplit.replicas.r1.weight",
            3,
            "rwsplit.session.key",
            List.of("principal", "cookie:SID"),
            "host",
            "db"));

    RwSplitConfig config = RwSplitConfig.read(environment);

    assertThat(replica(config, "r1").url()).isEqualTo("jdbc:mysql://db/shop");
    assertThat(replica(config, "r1").weight()).isEqualTo(3);
    assertThat(config.session().keys()).containsExactly("principal", "cookie:SID");
  }

  @Test
  void read_placeholderThatNothingResolves_isNamedWithoutItsValue() {
    file("file", Map.of("rwsplit.replicas.r1.password", "hush${nowhere}"));

    assertThatThrownBy(() -> RwSplitConfig.read(environment))
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining("rwsplit.replicas.r1.password has a placeholder")
        .hasMessageNotContaining("hush");
  }

  @Test
  void read_sameKeyInTwoSpellings_firstSourceWins() {
    file("first", Map.of("rwsplit.default-consistency", "EVENTUAL"));
    file("second", Map.of("rwsplit.defaultConsistency", "SESSION"));

    assertThat(RwSplitConfig.read(environment).route().defaultConsistency())
        .hasToString("EVENTUAL");
  }
}
