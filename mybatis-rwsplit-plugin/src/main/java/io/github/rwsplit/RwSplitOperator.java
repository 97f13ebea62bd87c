package io.github.rwsplit;

import io.github.rwsplit.node.Nodes;
import io.github.rwsplit.statement.StatementPattern;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one person turns for one reason; see {@link RwSplitSwitches#by}. Every method takes effect
 * at once, for statements that are decided after it returns, and does nothing where it is so
 * already. Nothing that runs is interrupted. Safe for use by many threads.
 */
public final class RwSplitOperator {

  private final RwSplitSwitches switches;
  private final String who;
  private final String why;

  RwSplitOperator(RwSplitSwitches switches, String who, String why) {
    this.switches = switches;
    this.who = who;
    this.why = why;
  }

  /**
   * Sends all reads to the primary ({@code PRIMARY_ONLY}), or no longer.
   *
   * @param on whether they go there
   */
  public void primaryOnly(boolean on) {
    switches.change(who, why, change -> change.primaryOnly(on, null));
  }

  /**
   * Sends all reads to the primary for a time; then it is as configured again.
   *
   * @param time from now on; above 0
   */
  public void primaryOnly(Duration time) {
    Duration checked = positive(time);
    switches.change(who, why, change -> change.primaryOnly(true, checked));
  }

  /**
   * Sends the reads of one tenant to the primary, or no longer.
   *
   * @param tenant as the {@link io.github.rwsplit.route.TenantResolver} names it; not blank
   * @param on whether they go there
   */
  public void primaryOnlyForTenant(String tenant, boolean on) {
    String checked = named(tenant);
    switches.change(who, why, change -> change.tenant(checked, on, null));
  }

  /**
   * Sends the reads of one tenant to the primary for a time.
   *
   * @param tenant as the {@link io.github.rwsplit.route.TenantResolver} names it; not blank
   * @param time from now on; above 0
   */
  public void primaryOnlyForTenant(String tenant, Duration time) {
    String checked = named(tenant);
    Duration bounded = positive(time);
    switches.change(who, why, change -> change.tenant(checked, true, bounded));
  }

  /**
   * Sends the reads of a mapper, or of other statements, to the primary, or no longer.
   *
   * @param pattern of statement ids, such as {@code com.acme.OrderMapper.*}: {@code *} is one whole
   *     segment, {@code **} any number; written as when it was turned on
   * @param on whether they go there
   * @throws IllegalArgumentException if it is no pattern
   */
  public void primaryOnlyForStatements(String pattern, boolean on) {
    StatementPattern read = StatementPattern.of(pattern);
    switches.change(who, why, change -> change.statements(read, on, null));
  }

  /**
   * Sends the reads of a mapper, or of other statements, to the primary for a time.
   *
   * @param pattern of statement ids: {@code *} is one whole segment, {@code **} any number
   * @param time from now on; above 0
   * @throws IllegalArgumentException if it is no pattern
   */
  public void primaryOnlyForStatements(String pattern, Duration time) {
    StatementPattern read = StatementPattern.of(pattern);
    Duration bounded = positive(time);
    switches.change(who, why, change -> change.statements(read, true, bounded));
  }

  /**
   * Refuses everything that may write ({@code READ_ONLY_MODE}), or no longer. A transaction that
   * has written can still commit.
   *
   * @param on whether it is refused
   */
  public void readOnly(boolean on) {
    switches.change(who, why, change -> change.readOnly(on, null));
  }

  /**
   * Refuses everything that may write, for a time; then it is as configured again.
   *
   * @param time from now on; above 0
   */
  public void readOnly(Duration time) {
    Duration checked = positive(time);
    switches.change(who, why, change -> change.readOnly(true, checked));
  }

  /**
   * Sends a share of the reads that a replica may serve to replicas, the rest to the primary
   * ({@code ROLLOUT}).
   *
   * @param percent 0 to 100
   */
  public void replicaPercent(int percent) {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("percent must be from 0 to 100, but was " + percent);
    }
    switches.change(who, why, change -> change.replicaPercent(percent));
  }

  /**
   * Limits how many reads that a replica could serve, by their level, begin on the primary each
   * second, whatever brought them there. Beyond it they fail at once with a transient error ({@code
   * REFUSED}). Writes, STRONG and undeclared reads, and everything in a transaction are never held
   * back, nor counted.
   *
   * @param perSecond 0 or more, for this instance of the application
   */
  public void limitPrimaryReads(int perSecond) {
    if (perSecond < 0) {
      throw new IllegalArgumentException("perSecond must be 0 or more, but was " + perSecond);
    }
    switches.change(who, why, change -> change.primaryReads(perSecond));
  }

  /** Ends the limit of {@link #limitPrimaryReads}. */
  public void unlimitPrimaryReads() {
    switches.change(who, why, change -> change.primaryReads(null));
  }

  /**
   * Keeps new reads from a replica, as weight 0 does, or lets them in again. What runs there ends
   * there: statements, cursors, read-only transactions. Its pool and its probe stay.
   *
   * @param node the replica's name
   * @param on whether it is drained
   * @throws IllegalArgumentException if there is no such replica
   */
  public void drain(String node, boolean on) {
    switches.change(
        who,
        why,
        change -> {
          if (on) {
            requireReplica(node);
          }
          change.drain(node, on);
        });
  }

  /** Turns everything back to what is configured. */
  public void reset() {
    switches.change(who, why, SwitchChange::reset);
  }

  private void requireReplica(String node) {
    Nodes nodes = switches.nodes();
    Set<String> names = new TreeSet<>();
    nodes.replicas().forEach(replica -> names.add(replica.name()));
    if (!names.contains(node)) {
      throw new IllegalArgumentException(
          "node must be one of the replicas %s, but was '%s'".formatted(List.copyOf(names), node));
    }
  }

  private static String named(String tenant) {
    if (tenant.isBlank()) {
      throw new IllegalArgumentException("tenant must not be blank");
    }
    return tenant;
  }

  private static Duration positive(Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time must be positive, but was " + time);
    }
    return time;
  }
}
