package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.statement.DeclarationExceptions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

class FailureAnalyzersTest {

  private static FailureAnalysis analyze(Throwable failure) {
    List<FailureAnalysis> found =
        SpringFactoriesLoader.forDefaultResourceLocation()
            // Boot's own need arguments that only a real start has.
            .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, failed) -> {}))
            .stream()
            .filter(analyzer -> analyzer.getClass().getName().startsWith("io.github.rwsplit"))
            .map(analyzer -> analyzer.analyze(new IllegalStateException("wrapped", failure)))
            .filter(Objects::nonNull)
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void analyze_badConfiguration_listsOneProblemALine() {
    FailureAnalysis analysis =
        analyze(new RwSplitConfigException(List.of("rwsplit.a is bad", "rwsplit.b is bad")));

    assertThat(analysis.getDescription().lines().map(String::strip))
        .contains("rwsplit.a is bad", "rwsplit.b is bad");
    assertThat(analysis.getAction()).contains("Correct these properties");
  }

  @Test
  void analyze_absentPrimary_namesItAndSaysWhatToDo() {
    FailureAnalysis analysis =
        analyze(ClusterProbe.primaryAbsent("The primary (jdbc:mysql://db/shop) is not there."));

    assertThat(analysis.getDescription())
        .isEqualTo("The primary (jdbc:mysql://db/shop) is not there.");
    assertThat(analysis.getAction())
        .startsWith("Start it, or check")
        .contains("rwsplit.switches.read-only");
  }

  @Test
  void analyze_badDeclarations_listsOneProblemALine() {
    FailureAnalysis analysis = analyze(DeclarationExceptions.of("a.B.c is bad", "a.B.d is bad"));

    assertThat(analysis.getDescription().lines().map(String::strip))
        .contains("a.B.c is bad", "a.B.d is bad");
    assertThat(analysis.getAction()).contains("mapper");
  }
}
