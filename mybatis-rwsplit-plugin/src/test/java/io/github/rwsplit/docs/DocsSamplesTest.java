package io.github.rwsplit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplitConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

/** What the documents show, works: configuration is read, code is what a class here compiles. */
class DocsSamplesTest {

  private static final Path ROOT = Path.of("..");
  private static final Path COMPILED =
      Path.of("src/test/java/io/github/rwsplit/docs/GuideSamples.java");
  private static final Pattern FENCED =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  /** A sample of a document. */
  record Sample(String document, String text) {
    @Override
    public String toString() {
      return document + ": " + text.lines().limit(3).collect(Collectors.joining(" "));
    }
  }

  static List<Sample> configurations() throws IOException {
    List<Sample> found = new ArrayList<>();
    try (Stream<Path> documents =
        Stream.concat(
            Files.list(ROOT.resolve("docs")),
            Stream.of(ROOT.resolve("README.md"), ROOT.resolve("README.zh-CN.md")))) {
      for (Path document :
          documents.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        samples(document, "yaml").stream()
            .filter(sample -> sample.text().contains("rwsplit:"))
            .forEach(found::add);
      }
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void configuration_ofADocument_isReadWithoutAProblem(Sample sample) throws IOException {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().remove("systemEnvironment");
    new YamlPropertySourceLoader()
        .load(
            sample.document(),
            new ByteArrayResource(secretsGiven(sample.text()).getBytes(StandardCharsets.UTF_8)))
        .forEach(environment.getPropertySources()::addLast);

    RwSplitConfig config = RwSplitConfig.read(environment);

    assertThat(config).isNotNull();
  }

  /** What a reader has in his environment. */
  private static String secretsGiven(String text) {
    return text.replaceAll("\\$\\{[A-Z_]+}", "a secret of the reader, long enough to be one");
  }

  @Test
  void code_ofTheGuide_isCompiled() throws IOException {
    String compiled = plain(Files.readString(COMPILED));

    List<Sample> samples = samples(ROOT.resolve("docs/guide.md"), "java");

    assertThat(samples).hasSizeGreaterThan(8);
    assertThat(samples)
        .allSatisfy(sample -> assertThat(compiled).contains(plain(sample.text()).strip()));
  }

  private static List<Sample> samples(Path document, String language) throws IOException {
    List<Sample> samples = new ArrayList<>();
    Matcher fence = FENCED.matcher(Files.readString(document));
    while (fence.find()) {
      if (fence.group(1).equals(language)) {
        samples.add(new Sample(document.getFileName().toString(), fence.group(2)));
      }
    }
    return samples;
  }

  /** Without what depends on where a line stands. */
  private static String plain(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }
}
