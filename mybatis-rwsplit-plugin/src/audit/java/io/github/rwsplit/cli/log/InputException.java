package io.github.rwsplit.cli.log;

import java.io.IOException;

/** Says that something given on the command line cannot be read or written, and what to do. */
public final class InputException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * Makes one.
   *
   * @param message names the thing, what is wrong with it, and the next step
   */
  public InputException(String message) {
    super(message);
  }

  /**
   * Makes one with a cause.
   *
   * @param message names the thing, what is wrong with it, and the next step
   * @param cause what was thrown
   */
  public InputException(String message, Throwable cause) {
    super(message, cause);
  }
}
