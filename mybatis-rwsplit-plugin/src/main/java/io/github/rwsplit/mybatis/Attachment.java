package io.github.rwsplit.mybatis;

import io.github.rwsplit.audit.Audit;
import io.github.rwsplit.connection.AttachedFactory;
import io.github.rwsplit.connection.ClusterConnections;
import io.github.rwsplit.route.Router;
import io.github.rwsplit.statement.DeclarationSettings;
import io.github.rwsplit.statement.SqlTraitsCache;
import io.github.rwsplit.statement.StatementCatalog;
import io.github.rwsplit.statement.TemporaryTables;
import org.apache.ibatis.session.Configuration;

/**
 * Puts the library between one MyBatis Configuration and its connections: the TransactionFactory of
 * its Environment, and two places in its plugin chain. The application's DataSource is not touched.
 *
 * @param router the rules
 * @param cluster nodes, sessions and the primary
 * @param audit who is told what happened
 * @param sqlComments whether a comment goes with each statement to the server
 * @param traits what SQL is, by its text
 * @param temporary the temporary tables that were made through the cluster
 * @param strongBypassesCaches whether declared STRONG and SESSION reads take nothing from caches
 */
public record Attachment(
    Router router,
    ClusterConnections cluster,
    Audit audit,
    boolean sqlComments,
    SqlTraitsCache traits,
    TemporaryTables temporary,
    boolean strongBypassesCaches) {

  /**
   * Attaches a Configuration that is not attached yet. Sessions opened from now on are routed; one
   * that is open already stays on the primary.
   *
   * @param configuration the Configuration
   * @param declarations what is declared outside the mappers
   * @return what its statements declare
   */
  public StatementCatalog attach(Configuration configuration, DeclarationSettings declarations) {
    StatementCatalog catalog = new StatementCatalog(configuration, declarations);
    StatementRouting routing =
        new StatementRouting(
            catalog,
            traits,
            temporary,
            router,
            cluster,
            audit,
            sqlComments,
            strongBypassesCaches,
            new StatementAdvice());
    AttachedFactory.install(configuration, cluster);
    PluginOrder.install(
        configuration, new RoutingInterceptor.Inner(routing), new RoutingInterceptor.Outer());
    return catalog;
  }

  /**
   * Looks at the other plugins of a Configuration, once all have been added: refuses a second one
   * that routes, and logs the order for debugging.
   *
   * @param configuration an attached Configuration
   * @throws IllegalStateException naming a plugin that cannot work beside this library
   */
  public static void checkPlugins(Configuration configuration) {
    ForeignPlugins.refuseRouters(configuration);
    ForeignPlugins.warnAboutAsyncCount(configuration);
    ForeignPlugins.logOrder(configuration);
  }
}
