package io.github.rwsplit.audit;

/**
 * Is told of every physical statement. Called on the thread that ran the statement, right after it;
 * must be quick, and must not throw.
 */
@FunctionalInterface
public interface StatementListener {

  /**
   * A statement has ended.
   *
   * @param event what happened
   */
  void onStatement(StatementEvent event);
}
