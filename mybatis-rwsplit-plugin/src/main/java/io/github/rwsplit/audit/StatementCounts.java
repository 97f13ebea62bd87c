package io.github.rwsplit.audit;

import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.route.RouteReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How many statements went where for which reason, since somebody began to count. Safe for use by
 * many threads.
 */
public final class StatementCounts implements StatementListener {

  private final Map<RouteReason, PerRole> counts = new EnumMap<>(RouteReason.class);

  private record PerRole(LongAdder primary, LongAdder replica, LongAdder none) {

    PerRole() {
      this(new LongAdder(), new LongAdder(), new LongAdder());
    }

    LongAdder of(@Nullable NodeRole role) {
      return role == null ? none : role == NodeRole.PRIMARY ? primary : replica;
    }
  }

  /** Begins with nothing. */
  public StatementCounts() {
    for (RouteReason reason : RouteReason.values()) {
      counts.put(reason, new PerRole());
    }
  }

  @Override
  public void onStatement(StatementEvent event) {
    perRole(event.reason()).of(event.role()).increment();
  }

  private PerRole perRole(RouteReason reason) {
    PerRole found = counts.get(reason);
    if (found == null) {
      throw new IllegalStateException("every reason has its counts");
    }
    return found;
  }

  /**
   * The statements with one reason on nodes of one role.
   *
   * @param reason why they went there
   * @param role what the node is; null: those that used no node
   * @return their number
   */
  public long count(RouteReason reason, @Nullable NodeRole role) {
    return perRole(reason).of(role).sum();
  }

  /**
   * The statements by reason.
   *
   * @return numbers above 0, in the order of the reasons
   */
  public Map<RouteReason, Long> byReason() {
    Map<RouteReason, Long> found = new EnumMap<>(RouteReason.class);
    counts.forEach(
        (reason, roles) -> {
          long sum = roles.primary().sum() + roles.replica().sum() + roles.none().sum();
          if (sum > 0) {
            found.put(reason, sum);
          }
        });
    return found;
  }
}
