package io.github.rwsplit.demo.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WalkThroughTest {

  private final String text =
      WalkThrough.text("http://127.0.0.1:8081", Path.of("/shop/target/logs/audit.log"));

  @Test
  void text_firstLine_isTheOneThatScriptsWaitFor() {
    assertThat(text.lines().findFirst())
        .hasValue("demo-order-service is ready at http://127.0.0.1:8081");
  }

  @Test
  void text_page_isNamed() {
    assertThat(text).contains("open http://127.0.0.1:8081/ in a browser");
  }

  @Test
  void text_commands_haveNoCommentsAndWaitForNothing() {
    assertThat(text.lines().filter(line -> line.startsWith("  curl")))
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).doesNotContain("#").contains("http://127.0.0.1:8081"));
    assertThat(text).doesNotContain("sleep").contains("/shop/target/logs/audit.log");
  }
}
