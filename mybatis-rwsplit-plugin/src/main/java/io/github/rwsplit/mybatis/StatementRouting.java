package io.github.rwsplit.mybatis;

import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.audit.Audit;
import io.github.rwsplit.connection.ClusterConnections;
import io.github.rwsplit.connection.Frame;
import io.github.rwsplit.connection.RoutingTransaction;
import io.github.rwsplit.connection.SentSql;
import io.github.rwsplit.route.Router;
import io.github.rwsplit.route.TransactionKind;
import io.github.rwsplit.session.CallContext;
import io.github.rwsplit.statement.Declaration;
import io.github.rwsplit.statement.SqlKind;
import io.github.rwsplit.statement.SqlTraits;
import io.github.rwsplit.statement.SqlTraitsCache;
import io.github.rwsplit.statement.StatementCatalog;
import io.github.rwsplit.statement.StatementProfile;
import io.github.rwsplit.statement.TemporaryTables;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.scripting.defaults.RawSqlSource;

/**
 * What the executors of one attached Configuration share: from the statement to the decision.
 *
 * @param catalog what its statements declare
 * @param traits what SQL is, by its text
 * @param temporary the temporary tables that were made
 * @param router the rules
 * @param cluster nodes, sessions and the primary
 * @param audit who is told what happened
 * @param sqlComments whether a comment goes with each statement to the server
 * @param strongBypassesCaches whether declared STRONG and SESSION reads take nothing from caches
 * @param advice what a person should know about a statement, said once
 */
record StatementRouting(
    StatementCatalog catalog,
    SqlTraitsCache traits,
    TemporaryTables temporary,
    Router router,
    ClusterConnections cluster,
    Audit audit,
    boolean sqlComments,
    boolean strongBypassesCaches,
    StatementAdvice advice) {

  private static final SqlTraits WRITE = new SqlTraits(SqlKind.WRITE, true, false, false);

  /** Has a statement watched that is about to run, as far as somebody wants to know of it. */
  void watch(Frame frame, MappedStatement ms) {
    if (audit.on()) {
      frame.timed();
    }
    if (sqlComments || audit.showsSql()) {
      frame.sends(new SentSql(ms.getId(), sqlComments));
    }
  }

  /** Looks at a select whose SQL is known, and decides. */
  Looked select(MappedStatement ms, String sql, RoutingTransaction transaction) {
    return look(ms, catalog.profile(ms), traitsOfSelect(sql, transaction), sql, transaction);
  }

  /**
   * Looks at a select that runs by itself, and decides. Where it declares nothing it may be what a
   * lazy property loads late, so it is no weaker than what may be its parent.
   */
  Looked late(MappedStatement ms, String sql, RoutingTransaction transaction) {
    StatementProfile profile = catalog.profile(ms);
    ConsistencyLevel parent = catalog.loadedBy(ms);
    if (parent != null && profile.declaration() == null) {
      ConsistencyLevel asked = router.undeclaredLevel(CallContext.current().hint());
      if (asked.stricter(parent) != asked) {
        profile = profile.declaring(Declaration.of(parent));
      }
    }
    return look(ms, profile, traitsOfSelect(sql, transaction), sql, transaction);
  }

  /** Looks at an insert, update or delete, and decides. */
  Looked write(MappedStatement ms, RoutingTransaction transaction) {
    return look(ms, catalog.profile(ms), traitsOfWrite(ms), "", transaction);
  }

  /**
   * Whatever it is, it goes to the primary; its text may tell that it leaves connection state. Only
   * a text that is there already is looked at: making one may run code of the application, which
   * must not run twice.
   */
  private SqlTraits traitsOfWrite(MappedStatement ms) {
    SqlSource source = ms.getSqlSource();
    if (source.getClass() != RawSqlSource.class) {
      return WRITE;
    }
    String sql = source.getBoundSql(null).getSql();
    return temporary.look(sql, traits.traits(sql));
  }

  /** Where the connection that made a temporary table is kept, its read is like any other. */
  private SqlTraits traitsOfSelect(String sql, RoutingTransaction transaction) {
    SqlTraits bare = traits.traits(sql);
    if (bare.kind() != SqlKind.WRITE
        && (temporary.noneKnown()
            || transaction.scopePinned()
            || transaction.kind() == TransactionKind.READ_WRITE)) {
      return bare;
    }
    return temporary.look(sql, bare);
  }

  private Looked look(
      MappedStatement ms,
      StatementProfile profile,
      SqlTraits traits,
      String sql,
      RoutingTransaction transaction) {
    Looked looked = new Looked(ms, profile, traits, sql, transaction, router);
    advice.about(looked, looked.decision());
    return looked;
  }
}
