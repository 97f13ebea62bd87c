package io.github.rwsplit.boot;

import io.github.rwsplit.statement.DeclarationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows which declarations cannot be used in Spring Boot's report of a failed start. */
final class DeclarationFailureAnalyzer extends AbstractFailureAnalyzer<DeclarationException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, DeclarationException cause) {
    return new FailureAnalysis(
        "Statements declare a consistency that cannot be used:\n\n    "
            + String.join("\n    ", cause.problems()),
        "Correct the mapper annotation, the mapper XML or the entry of 'rwsplit.declarations' that"
            + " is named.",
        cause);
  }
}
