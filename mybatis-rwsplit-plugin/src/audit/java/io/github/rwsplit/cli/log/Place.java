package io.github.rwsplit.cli.log;

/**
 * Where a line stands.
 *
 * @param log the log as it was named
 * @param line its number, from 1
 */
public record Place(String log, long line) {

  @Override
  public String toString() {
    return log + ":" + line;
  }
}
