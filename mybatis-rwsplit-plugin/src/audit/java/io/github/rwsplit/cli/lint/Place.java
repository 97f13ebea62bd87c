package io.github.rwsplit.cli.lint;

/**
 * Where something is declared.
 *
 * @param file the file as a person would open it; inside a jar: the jar, and what is in it behind
 *     an exclamation mark
 * @param line its line from 1; 0: only the file is known
 */
record Place(String file, int line) {

  @Override
  public String toString() {
    return line > 0 ? file + ":" + line : file;
  }
}
