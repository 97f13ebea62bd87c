package io.github.rwsplit.demo.web;

import java.net.URI;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.databind.DatabindException;

/** Answers every error as {@code application/problem+json}, without a word about the inside. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

  /**
   * One value that was refused.
   *
   * @param field its name in the body, path or query
   * @param message what it must be
   */
  record Violation(String field, @Nullable String message) {}

  @Override
  protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return invalid(
        e,
        e.getBody(),
        e.getBindingResult().getFieldErrors().stream().map(ProblemAdvice::violation).toList(),
        headers,
        status,
        request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
      HandlerMethodValidationException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    List<Violation> violations =
        e.getParameterValidationResults().stream()
            .flatMap(
                result ->
                    result.getResolvableErrors().stream()
                        .map(
                            error ->
                                new Violation(
                                    Objects.requireNonNullElse(
                                        result.getMethodParameter().getParameterName(), "?"),
                                    error.getDefaultMessage())))
            .toList();
    return invalid(e, e.getBody(), violations, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String detail = "The body must be a JSON object of the fields and types that this path takes.";
    if (e.getCause() instanceof DatabindException mismatch && !mismatch.getPath().isEmpty()) {
      detail =
          "The value of '%s' is not of its type."
              .formatted(mismatch.getPath().get(mismatch.getPath().size() - 1).getPropertyName());
    }
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    return handleExceptionInternal(e, problem, headers, status, request);
  }

  /** The database cannot answer now; the same request may succeed a moment later. */
  @ExceptionHandler({
    TransientDataAccessException.class,
    RecoverableDataAccessException.class,
    CannotGetJdbcConnectionException.class,
    CannotCreateTransactionException.class
  })
  ResponseEntity<ProblemDetail> unavailable(Exception e, WebRequest request) {
    if (SentCommits.in(request)) {
      return outcomeUnknown(e);
    }
    log.warn(
        "A request could not be answered: {}",
        NestedExceptionUtils.getMostSpecificCause(e).getMessage());
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(
            ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, "The database cannot answer now. Try again."));
  }

  /**
   * A read that was refused for want of a replica is transient too, though Spring has no name for
   * it.
   */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> uncategorized(UncategorizedSQLException e, WebRequest request) {
    return e.getSQLException() instanceof SQLTransientException
        ? unavailable(e, request)
        : unexpected(e, request);
  }

  /** A fault of ours: the log has it, the answer does not. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unexpected(Exception e, WebRequest request) {
    if (SentCommits.in(request)) {
      return outcomeUnknown(e);
    }
    log.error("A request failed", e);
    return ResponseEntity.internalServerError()
        .body(
            ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "The request failed; the service's log says why."));
  }

  /** Nobody is told to try again what may be done already. */
  private static ResponseEntity<ProblemDetail> outcomeUnknown(Exception e) {
    log.error("A request failed after its commit was sent; it may be done", e);
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "It is not known whether this was done. Look before you send it again.");
    problem.setType(URI.create("urn:problem:outcome-unknown"));
    return ResponseEntity.internalServerError().body(problem);
  }

  private @Nullable ResponseEntity<Object> invalid(
      Exception e,
      ProblemDetail problem,
      List<Violation> violations,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    problem.setDetail("Some values are not valid; 'errors' says which.");
    problem.setProperty("errors", violations);
    return handleExceptionInternal(e, problem, headers, status, request);
  }

  private static Violation violation(FieldError error) {
    return new Violation(error.getField(), error.getDefaultMessage());
  }
}
