package io.github.rwsplit.boot;

import io.github.rwsplit.PrimaryAbsentException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows that the primary cannot be reached in Spring Boot's report of a failed start. */
final class PrimaryFailureAnalyzer extends AbstractFailureAnalyzer<PrimaryAbsentException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, PrimaryAbsentException cause) {
    return new FailureAnalysis(cause.description(), cause.advice(), cause);
  }
}
