package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The configuration metadata and the reader know the same keys, defaults and choices. */
class ConfigMetadataTest {

  private final Map<String, Map<String, Object>> properties = byName("properties");
  private final Map<String, Map<String, Object>> hints = byName("hints");

  private static Map<String, Map<String, Object>> byName(String section) {
    try (InputStream json =
        ConfigMetadataTest.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      Map<String, Map<String, Object>> found = new TreeMap<>();
      List<?> entries = JsonPath.parse(Objects.requireNonNull(json)).read("$." + section);
      for (Object entry : entries) {
        Map<String, Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) entry).forEach((key, value) -> copy.put(String.valueOf(key), value));
        found.put(String.valueOf(copy.get("name")), copy);
      }
      return found;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Metadata speaks of a map or a list of objects as a whole. */
  private static String metadataName(ConfigKey key) {
    return "rwsplit." + key.pattern().replaceAll("\\.[*#].*", "");
  }

  @Test
  void metadata_hasExactlyTheKeysOfTheReader() {
    assertThat(properties.keySet())
        .containsExactlyInAnyOrderElementsOf(
            ConfigKeys.ALL.stream().map(ConfigMetadataTest::metadataName).distinct().toList());
  }

  @Test
  void metadata_hasTheDefaultsOfTheReader() {
    for (ConfigKey key : ConfigKeys.ALL) {
      Map<String, Object> entry = entry(properties, metadataName(key));
      if (metadataName(key).equals("rwsplit." + key.pattern())) {
        Object preset = entry.get("defaultValue");
        assertThat(preset == null ? null : preset.toString())
            .as(key.pattern())
            .isEqualTo(key.defaultValue());
      } else if (!key.pattern().contains("**")) {
        String below = key.pattern().replaceAll(".*[*#]\\.", "");
        assertThat(entry.get("description")).asString().as(key.pattern()).contains(below);
        if (key.defaultValue() != null) {
          assertThat(entry.get("description"))
              .asString()
              .as(key.pattern())
              .contains(key.defaultValue());
        }
      }
    }
  }

  @Test
  void metadata_saysOneSentenceOfEachKey() {
    properties.forEach(
        (name, entry) ->
            assertThat(entry.get("description")).asString().as(name).matches("[A-Z].{20,}\\."));
  }

  @Test
  void metadata_hintsAtTheChoicesOfTheReader() {
    for (ConfigKey key : ConfigKeys.ALL) {
      if (!key.choices().isEmpty() && metadataName(key).equals("rwsplit." + key.pattern())) {
        List<?> values =
            (List<?>) Objects.requireNonNull(entry(hints, metadataName(key)).get("values"));
        assertThat(values.stream().map(value -> ((Map<?, ?>) value).get("value")).toList())
            .as(key.pattern())
            .isEqualTo(key.choices());
      }
    }
  }

  private static Map<String, Object> entry(Map<String, Map<String, Object>> from, String name) {
    return Objects.requireNonNull(from.get(name), name);
  }
}
