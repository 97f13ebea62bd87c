package io.github.rwsplit;

import io.github.rwsplit.audit.AuditSettings;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.statement.DeclarationSettings;
import java.util.List;

/**
 * Everything under {@code rwsplit}, checked and immutable.
 *
 * @param route what decides routes
 * @param declarations what is declared outside the mappers
 * @param nodes replicas and groups
 * @param session sessions and their writes
 * @param audit the audit log
 * @param strongBypassesCaches {@code rwsplit.cache.strong=bypass}: declared STRONG and SESSION
 *     reads never take what a MyBatis cache holds
 * @param sqlSessionFactories {@code rwsplit.sql-session-factories}: bean names; empty: the only one
 * @param instances {@code rwsplit.instances}: how many instances of this application run
 */
public record RwSplitConfig(
    RouteSettings route,
    DeclarationSettings declarations,
    NodeSettings nodes,
    SessionSettings session,
    AuditSettings audit,
    boolean strongBypassesCaches,
    List<String> sqlSessionFactories,
    int instances) {

  /** Copies what may be mutable. */
  public RwSplitConfig {
    sqlSessionFactories = List.copyOf(sqlSessionFactories);
  }
}
