package io.github.rwsplit.cli.log;

/** A line that begins like an audit line and is none. Made often, so it has no stack trace. */
final class BrokenLineException extends Exception {

  private static final long serialVersionUID = 1;

  private final String reason;

  BrokenLineException(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  /** What is wrong with it. */
  String reason() {
    return reason;
  }
}
