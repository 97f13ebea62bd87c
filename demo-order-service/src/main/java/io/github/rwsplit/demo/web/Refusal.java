package io.github.rwsplit.demo.web;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A request that was understood and cannot be met; thrown in a transaction, it rolls back. */
public final class Refusal extends ErrorResponseException {

  private static final long serialVersionUID = 1L;

  private Refusal(HttpStatus status, String type, String detail) {
    super(status, problem(status, type, detail), null);
  }

  /** 404: there is no {@code what} with this id. */
  public static Refusal notFound(String what, long id) {
    return notFound(what, Long.toString(id));
  }

  /** 404: there is no {@code what} of this name. */
  public static Refusal notFound(String what, String name) {
    return new Refusal(
        HttpStatus.NOT_FOUND, "unknown-" + what, "There is no %s %s.".formatted(what, name));
  }

  /** 403: this caller may not. */
  public static Refusal forbidden(String type, String detail) {
    return new Refusal(HttpStatus.FORBIDDEN, type, detail);
  }

  /** 409: the state of things forbids it; {@code type} names the kind for a program to tell. */
  public static Refusal conflict(String type, String detail) {
    return new Refusal(HttpStatus.CONFLICT, type, detail);
  }

  /** 400: each value may be right by itself, but not these together. */
  public static Refusal badRequest(String type, String detail) {
    return new Refusal(HttpStatus.BAD_REQUEST, type, detail);
  }

  private static ProblemDetail problem(HttpStatus status, String type, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(URI.create("urn:problem:" + type));
    return problem;
  }
}
