package io.github.rwsplit.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ByteArrayResource;

/** What the demo and a generated project both show, they show alike. */
class ArchetypeInStepTest {

  private static final Path TEMPLATE =
      Path.of("../mybatis-rwsplit-archetype/src/main/resources/archetype-resources");
  private static final Path DEMO = Path.of("src/main/resources");

  @Test
  void configuration_ofWhatBothHave_isTheSame() throws IOException {
    Map<String, Object> demo = yaml(DEMO.resolve("application.yml"));
    Map<String, Object> template = yaml(TEMPLATE.resolve("src/main/resources/application.yml"));

    for (String key :
        List.of(
            "rwsplit.groups.",
            "rwsplit.session.key",
            "rwsplit.audit.",
            "mybatis.mapper-locations",
            "mybatis.configuration.")) {
      assertThat(startingWith(key, template))
          .as(key)
          .isNotEmpty()
          .isEqualTo(startingWith(key, demo));
    }
  }

  @Test
  void primary_ofBoth_tellsPositionsByTheSameSettings() throws IOException {
    String demo = suffix(yaml(DEMO.resolve("own-servers.yml")));
    String template = suffix(yaml(TEMPLATE.resolve("src/main/resources/application.yml")));

    assertThat(template).contains("session_track_gtids").isEqualTo(demo);
  }

  @Test
  void statementsOnOrders_ofBoth_declareTheSame() throws IOException {
    String demo = Files.readString(DEMO.resolve("mapper/OrderMapper.xml"));
    String reports = Files.readString(DEMO.resolve("mapper/ReportMapper.xml"));
    String template =
        Files.readString(TEMPLATE.resolve("src/main/resources/mapper/OrderMapper.xml"));

    assertThat(declared("mapper namespace", template))
        .isEqualTo(declared("mapper namespace", demo));
    assertThat(declared("select id=\"find\"", template))
        .contains("STRONG")
        .isEqualTo(declared("select id=\"find\"", demo));
    assertThat(declared("select id=\"status\"", template))
        .contains("SESSION")
        .isEqualTo(declared("select id=\"findState\"", demo));
    assertThat(template).contains("id=\"sales\" group=\"reporting\"");
    assertThat(reports).contains("consistency=\"EVENTUAL\" group=\"reporting\"");
  }

  /** The level of an element that begins so. */
  private static String declared(String element, String xml) {
    Matcher level =
        Pattern.compile(Pattern.quote("<" + element) + "[^>]*consistency=\"(\\w+)\"").matcher(xml);
    assertThat(level.find()).as(element).isTrue();
    return level.group(1);
  }

  private static String suffix(Map<String, Object> properties) {
    String url = String.valueOf(properties.get("spring.datasource.url"));
    return url.substring(url.indexOf("trackSessionState"));
  }

  private static Map<String, Object> startingWith(String key, Map<String, Object> properties) {
    Map<String, Object> found = new TreeMap<>(properties);
    found.keySet().removeIf(name -> !name.startsWith(key));
    return found;
  }

  /** Its lines between "#if" and "#end" are optional, and comments to YAML. */
  private static Map<String, Object> yaml(Path file) throws IOException {
    String text = Files.readString(file).replaceAll("(?s)#if .*?#end", "").replace("@@", "");
    EnumerablePropertySource<?> source =
        (EnumerablePropertySource<?>)
            new YamlPropertySourceLoader()
                .load(file.toString(), new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)))
                .get(0);
    Map<String, Object> properties = new TreeMap<>();
    for (String name : source.getPropertyNames()) {
      properties.put(name, source.getProperty(name));
    }
    return properties;
  }
}
