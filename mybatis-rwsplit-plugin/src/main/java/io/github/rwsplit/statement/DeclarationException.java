package io.github.rwsplit.statement;

import java.util.List;

/**
 * Says that what statements declare cannot be used, with all mistakes that were found at once.
 *
 * <p>It is an {@link IllegalStateException} and not one of MyBatis' own, because it belongs to the
 * start of an application and not to a query. Where a statement is first seen by a query, after the
 * start, MyBatis wraps it in a {@code PersistenceException} as it does with every exception.
 */
public final class DeclarationException extends IllegalStateException {

  private final List<String> problems;

  DeclarationException(List<String> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  /**
   * What is wrong.
   *
   * @return one sentence each, with the statement's id and its resource; at least one
   */
  public List<String> problems() {
    return problems;
  }

  private static String message(List<String> problems) {
    return (problems.size() == 1
            ? "A declaration of consistency cannot be used:"
            : problems.size() + " declarations of consistency cannot be used:")
        + "\n  - "
        + String.join("\n  - ", problems);
  }
}
