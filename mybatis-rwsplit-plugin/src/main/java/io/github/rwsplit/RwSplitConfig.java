package io.github.rwsplit;

import io.github.rwsplit.audit.AuditSettings;
import io.github.rwsplit.node.NodeSettings;
import io.github.rwsplit.node.PrimarySettings;
import io.github.rwsplit.route.RouteSettings;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.statement.DeclarationSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Everything under {@code rwsplit}, checked and immutable.
 *
 * @param route what decides routes
 * @param declarations what is declared outside the mappers
 * @param nodes replicas and groups
 * @param session sessions and their writes
 * @param audit the audit log
 * @param sqlComments {@code rwsplit.sql-comment=static}: a comment goes with each statement to the
 *     server
 * @param strongBypassesCaches {@code rwsplit.cache.strong=bypass}: declared STRONG and SESSION
 *     reads never take what a MyBatis cache holds
 * @param sqlSessionFactories {@code rwsplit.sql-session-factories}: bean names; empty: the only one
 * @param instances {@code rwsplit.instances}: how many instances of this application run
 * @param primary {@code rwsplit.primary} with {@code rwsplit.failover}; null: the primary is the
 *     application's own DataSource
 * @param shown every key below {@code rwsplit} with the value that is in effect, secrets masked
 */
public record RwSplitConfig(
    RouteSettings route,
    DeclarationSettings declarations,
    NodeSettings nodes,
    SessionSettings session,
    AuditSettings audit,
    boolean sqlComments,
    boolean strongBypassesCaches,
    List<String> sqlSessionFactories,
    int instances,
    @Nullable PrimarySettings primary,
    Map<String, String> shown) {

  private static final String PREFIX = "rwsplit.";

  /** Copies what may be mutable. */
  public RwSplitConfig {
    sqlSessionFactories = List.copyOf(sqlSessionFactories);
    shown = Collections.unmodifiableMap(new LinkedHashMap<>(shown));
  }

  /**
   * Reads a configuration from text.
   *
   * <p>Known words are read whatever their case and dashes ({@code defaultGroup}, {@code
   * default-group}); names of replicas and groups are kept as written. A list is given by elements
   * ({@code session.key[0]}) or comma-separated. Without any replica and without {@code mode} the
   * mode is {@code off}.
   *
   * @param properties values by key, with or without the prefix {@code rwsplit.}, such as {@code
   *     replicas.replica-1.url}
   * @return the configuration
   * @throws RwSplitConfigException with everything that is wrong: unknown keys, bad values,
   *     contradictions, and features that this version does not have
   */
  public static RwSplitConfig read(Map<String, String> properties) {
    Map<String, String> below = new LinkedHashMap<>();
    properties.forEach(
        (key, value) ->
            below.put(key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key, value));
    return ConfigReader.read(below, Map.of());
  }

  /**
   * Reads what stands under {@code rwsplit} in a Spring Environment, the same way with and without
   * Spring Boot. The property source that comes first wins, for a list as a whole. An unknown key
   * among the environment variables is only warned about, since orchestrators set {@code
   * RWSPLIT_PORT} and the like by themselves.
   *
   * @param environment the application's
   * @return the configuration
   * @throws RwSplitConfigException with everything that is wrong
   */
  public static RwSplitConfig read(ConfigurableEnvironment environment) {
    return ConfigEnvironment.read(environment);
  }
}
