package io.github.rwsplit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where a run puts what it found. */
class RunTest {

  @TempDir Path folder;

  static Iterable<String> parts() {
    return Run.parts();
  }

  @ParameterizedTest
  @MethodSource("parts")
  void part_hasItsPlaceInTheDocument_thatNothingElseChangesWith(String part) throws Exception {
    String document = Files.readString(Path.of("..", "docs", "performance.md"));
    Path copy = Files.writeString(folder.resolve("performance.md"), document);

    Run.put(part, "found", copy);
    Run.put(part, "found anew\n", copy);

    String begin = "<!-- " + part + ": what the run wrote -->\n";
    String end = "<!-- " + part + ": end -->";
    assertThat(copy)
        .content(StandardCharsets.UTF_8)
        .isEqualTo(
            document.substring(0, document.indexOf(begin))
                + begin
                + "\nfound anew\n\n"
                + document.substring(document.indexOf(end)));
  }

  @Test
  void part_withoutAPlace_saysWhatIsMissing() throws Exception {
    Path document = Files.writeString(folder.resolve("other.md"), "# Other\n");

    assertThatThrownBy(() -> Run.put("read", "found", document))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("<!-- read: what the run wrote -->");
  }
}
