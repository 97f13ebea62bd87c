package io.github.rwsplit.mybatis;

import io.github.rwsplit.route.RouteDecision;
import io.github.rwsplit.route.RouteQuestion;
import io.github.rwsplit.route.TransactionKind;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns, once for each statement, of what runs on the primary as it should and still does not do
 * what its author expects. Safe for use by many threads.
 */
final class StatementAdvice {

  private static final Logger log = LoggerFactory.getLogger(StatementAdvice.class);

  private final Set<String> said = ConcurrentHashMap.newKeySet();

  void about(RouteQuestion question, RouteDecision decision) {
    String id = question.profile().id();
    // a scope keeps its connection, so only locks are lost in it
    boolean scope = question.transaction() == TransactionKind.SCOPE;
    boolean none = question.transaction() == TransactionKind.NONE;
    switch (decision.reason()) {
      case LOCKING_READ -> {
        if ((none || scope) && said.add(id)) {
          log.warn(
              "{} locks rows outside a transaction, so its locks end with the statement; run it in"
                  + " a transaction",
              id);
        }
      }
      case SIDE_EFFECT_FUNCTION, WRITE, MULTI_STATEMENT, UNCLASSIFIED -> {
        if (none && question.traits().connectionState() && said.add(id)) {
          log.warn(
              "{} uses state of its connection outside a transaction, where each statement may get"
                  + " another connection; run it in the transaction that made the state",
              id);
        }
      }
      case TX_MANAGER_MISMATCH -> {
        if (said.add(id)) {
          log.warn(
              "{} runs in a transaction that is not on its SqlSessionFactory's DataSource, so the"
                  + " transaction does not hold for it; name the right transaction manager",
              id);
        }
      }
      default -> {}
    }
  }
}
