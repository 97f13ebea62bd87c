package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfigException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what is wrong with {@code rwsplit.*} in Spring Boot's report of a failed start. */
final class ConfigFailureAnalyzer extends AbstractFailureAnalyzer<RwSplitConfigException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RwSplitConfigException cause) {
    return new FailureAnalysis(
        "The configuration under 'rwsplit' cannot be used:\n\n    "
            + String.join("\n    ", cause.problems()),
        "Correct these properties. They are checked with 'rwsplit.mode: off', too.",
        cause);
  }
}
