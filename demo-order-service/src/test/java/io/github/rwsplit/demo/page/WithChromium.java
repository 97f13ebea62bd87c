package io.github.rwsplit.demo.page;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test that needs Chromium and its driver; skipped, with the reason, where they are not. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("browser")
@ExtendWith(WithChromium.Condition.class)
@interface WithChromium {

  /** Decides before servers are started for the test. */
  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return binary().isPresent() && driver().isPresent()
          ? ConditionEvaluationResult.enabled("Chromium and its driver are here")
          : ConditionEvaluationResult.disabled(
              "Chromium and its driver must be installed (Debian: chromium, chromium-driver) or be"
                  + " named by -Dchromium.binary and -Dchromium.driver, but are not here");
    }

    static Optional<Path> binary() {
      return found("chromium.binary", List.of("chromium", "chromium-browser"));
    }

    static Optional<Path> driver() {
      return found("chromium.driver", List.of("chromedriver"));
    }

    /** What the property names, and nothing else where it is set; else the first on the PATH. */
    private static Optional<Path> found(String property, List<String> names) {
      String named = System.getProperty(property);
      if (named != null) {
        return Optional.of(Path.of(named)).filter(Files::isExecutable);
      }
      List<String> folders = List.of(System.getenv().getOrDefault("PATH", "").split(":"));
      return names.stream()
          .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
          .filter(Files::isExecutable)
          .findFirst();
    }
  }
}
