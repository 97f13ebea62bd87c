package io.github.rwsplit.cli;

/** What the process says to whoever started it. */
final class ExitCode {

  static final int OK = 0;

  /** What {@code --fail-on} names was found. */
  static final int FOUND = 1;

  /** The call itself is wrong; picocli's own number for it. */
  static final int USAGE = 2;

  /** Something could not be read or written, in whole or in part. */
  static final int INCOMPLETE = 3;

  /** A fault of this tool. */
  static final int FAULT = 70;

  private ExitCode() {}
}
