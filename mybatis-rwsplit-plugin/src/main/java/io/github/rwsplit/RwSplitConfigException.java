package io.github.rwsplit;

import java.util.List;

/**
 * The configuration under {@code rwsplit} cannot be used. All problems are collected and thrown
 * once; each names the property, the rule and the value, and no message ever holds a secret.
 */
public final class RwSplitConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /**
   * Makes the exception.
   *
   * @param problems what is wrong, one sentence each; not empty
   */
  public RwSplitConfigException(List<String> problems) {
    super("rwsplit is not configured right:\n  - " + String.join("\n  - ", problems));
    this.problems = List.copyOf(problems);
  }

  /**
   * What is wrong.
   *
   * @return one sentence for each problem, in the order in which they were found; not empty
   */
  public List<String> problems() {
    return problems;
  }
}
