package io.github.rwsplit.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the scripts of the page never do, so that no text can become markup or code. */
class PageSourcesTest {

  private static final Path PAGE = Path.of("src/main/resources/static/page");

  @Test
  void scripts_writeTextsOnly() throws IOException {
    List<Path> scripts;
    try (Stream<Path> files = Files.list(PAGE)) {
      scripts = files.filter(file -> file.toString().endsWith(".js")).toList();
    }
    assertThat(scripts).hasSizeGreaterThan(8);
    for (Path script : scripts) {
      assertThat(Files.readString(script))
          .as(script.toString())
          .doesNotContain(
              "innerHTML",
              "outerHTML",
              "insertAdjacentHTML",
              "document.write",
              "DOMParser",
              "createContextualFragment",
              "setHTML",
              "eval(",
              "new Function",
              "javascript:");
    }
  }
}
