package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.hostile.Target;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Any names and values below {@code rwsplit}: a configuration, or problems that each name a
 * property; and what is secret stands in neither.
 */
public final class HostileConfig implements Target {

  private static final Map<String, String> SECRETS =
      Map.of(
          "replicas.of-tests.url",
          "jdbc:mysql://u:hushhush-1@h:3306/db?password=hushhush-2",
          "replicas.of-tests.password",
          "hushhush-3",
          "session.token.secrets",
          "hushhush-4-long-enough,hushhush-5-long-enough");

  @Override
  public List<byte[]> seeds() {
    StringBuilder every = new StringBuilder();
    for (ConfigKey key : ConfigKeys.ALL) {
      String name = key.pattern().replace("#", "0").replace(".**", ".maximum-pool-size");
      every.append(name.replace("*", "r1")).append('=');
      every
          .append(key.choices().isEmpty() ? key.defaultValue() : key.choices().get(0))
          .append('\n');
    }
    return List.of(
            every.toString(),
            "replicas.r1.url=jdbc:mysql://h/db\nreplicas.r1.weight=2\ngroups.online.removed-above=3s",
            "declarations[0].statements=a.B.*,a.**\ndeclarations[0].level=EVENTUAL\n"
                + "declarations[0].max-lag=30s",
            "session.key[0]=header:X-User\nsession.window=PT5S\nsession.wait=0",
            "replicas.r1.pool.connection-timeout=30s\nreplicas.r1.pool.data-source-properties.a.b=1",
            "audit.sample=0.1,STRONG=1,a.B.*=0.5\naudit.enabled=on",
            "default-group=reporting\ngroups.reporting.when-none=refuse",
            "lag.probe-interval=25ms\nfallback.max-concurrent=4\ninstances=3",
            "mode=observe")
        .stream()
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public List<String> words() {
    return List.of(
        ".",
        "..",
        "[",
        "]",
        "[0]",
        "[99999]",
        "=",
        "\n",
        ",",
        "**",
        "*",
        "#",
        "-1",
        "0",
        "1e9",
        "٣",
        "99999999999",
        "9223372036854775807d",
        "PT",
        "PT-1S",
        "292y",
        "true",
        "\u0000",
        " ",
        "\u2028",
        "${",
        "}",
        "r1",
        "default-group",
        "groups.",
        "replicas.",
        "declarations[0].",
        ".statements",
        "session.",
        "jdbc:mysql://u:p@h/%zz?a=%",
        "a.b",
        "pool.",
        "data-source-properties",
        "\u00df");
  }

  @Override
  public void take(byte[] input) {
    Map<String, String> written = new LinkedHashMap<>();
    new String(input, StandardCharsets.UTF_8)
        .lines()
        .limit(80)
        .forEach(
            line -> {
              int equals = line.indexOf('=');
              written.put(line.substring(0, Math.max(0, equals)), line.substring(equals + 1));
            });
    written.putAll(SECRETS);
    read(() -> RwSplitConfig.read(written));
    read(() -> RwSplitConfig.read(environment(written)));
  }

  private static StandardEnvironment environment(Map<String, String> written) {
    StandardEnvironment environment = new StandardEnvironment();
    Map<String, Object> variables = new LinkedHashMap<>();
    Map<String, Object> file = new LinkedHashMap<>();
    written.forEach(
        (key, value) -> {
          file.put("rwsplit." + key, value);
          String variable = key.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", "");
          variables.put("RWSPLIT_" + variable.replace('[', '_').replace("]", ""), value);
        });
    environment
        .getPropertySources()
        .forEach(s -> environment.getPropertySources().remove(s.getName()));
    environment
        .getPropertySources()
        .addLast(new SystemEnvironmentPropertySource("systemEnvironment", variables));
    environment.getPropertySources().addLast(new MapPropertySource("file", file));
    return environment;
  }

  /** Reads one. */
  @FunctionalInterface
  private interface Reading {
    RwSplitConfig read();
  }

  private static void read(Reading reading) {
    try {
      RwSplitConfig config = reading.read();
      assertThat(config.toString() + config.shown()).doesNotContain("hushhush");
    } catch (RwSplitConfigException refused) {
      assertThat(refused.problems())
          .isNotEmpty()
          .allSatisfy(problem -> assertThat(problem).startsWith("rwsplit."));
      assertThat(refused.toString()).doesNotContain("hushhush");
    }
  }
}
