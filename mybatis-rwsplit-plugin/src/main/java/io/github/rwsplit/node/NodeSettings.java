package io.github.rwsplit.node;

import io.github.rwsplit.session.SessionSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of the configuration that speaks of replicas and their groups.
 *
 * @param replicas the replicas by name, in the order given
 * @param groups the groups by name; the default group is always among them
 * @param defaultGroup {@code rwsplit.default-group}
 * @param fallbackConcurrency {@code rwsplit.fallback.max-concurrent}: how many reads may be on the
 *     primary at one time only for want of a replica
 * @param staleWhenExhausted {@code rwsplit.fallback.when-exhausted=stale}: an EVENTUAL read beyond
 *     that number takes the least stale replica; false: it is refused
 * @param lag how the lag of replicas is measured
 * @param strategy {@code rwsplit.session.strategy}: what counts of a node that has no GTIDs
 */
public record NodeSettings(
    Map<String, Replica> replicas,
    Map<String, Group> groups,
    String defaultGroup,
    int fallbackConcurrency,
    boolean staleWhenExhausted,
    LagSettings lag,
    SessionSettings.Strategy strategy) {

  /**
   * The same without any replica, for a cluster that does not route.
   *
   * @return the settings
   */
  public NodeSettings withoutReplicas() {
    return new NodeSettings(
        Map.of(), groups, defaultGroup, fallbackConcurrency, staleWhenExhausted, lag, strategy);
  }

  /**
   * One replica: either {@code url} or {@code dataSource} is given.
   *
   * @param url its JDBC URL; null where {@code dataSource} names a bean
   * @param dataSource the name of a DataSource bean; null where {@code url} is given
   * @param username its user; null: the primary's
   * @param password its password; null: the primary's
   * @param weight its share among its group; 0: drained
   * @param groups the groups it serves; not empty
   * @param pool HikariCP properties in kebab-case, times in milliseconds; those of the driver under
   *     {@code data-source-properties.}
   */
  public record Replica(
      @Nullable String url,
      @Nullable String dataSource,
      @Nullable String username,
      @Nullable String password,
      int weight,
      Set<String> groups,
      Map<String, String> pool) {

    /** Without user, password, pool settings and the URL's parameters, which may hold secrets. */
    @Override
    public String toString() {
      return "Replica[url=%s, dataSource=%s, weight=%d, groups=%s]"
          .formatted(url == null ? null : JdbcUrls.shown(url), dataSource, weight, groups);
    }
  }

  /**
   * One group of replicas.
   *
   * @param loadBalancer {@code least-connections}, {@code random}, {@code round-robin}, {@code
   *     hash-session}, {@code hash-query} or a bean name
   * @param whenNone what a read does when no replica of the group may serve it
   * @param limits how late its replicas may be
   */
  public record Group(String loadBalancer, WhenNone whenNone, LagLimits limits) {}

  /** What a read does when no replica may serve it. */
  public enum WhenNone {
    /** The primary, within the fallback budget. */
    PRIMARY,
    /** An error. */
    REFUSE,
    /**
     * An EVENTUAL read: the least stale replica, however late it is; the primary as above where no
     * replica is there at all. Any other read: the primary as above.
     */
    STALE
  }

  /** The names of the load balancers that come with the library. */
  public static final List<String> LOAD_BALANCERS =
      List.of("least-connections", "random", "round-robin", "hash-session", "hash-query");
}
