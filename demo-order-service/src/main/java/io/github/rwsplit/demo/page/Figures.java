package io.github.rwsplit.demo.page;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.audit.StatementListener;
import io.github.rwsplit.route.RouteReason;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * What the library tells of every statement, added up. Safe for use by many threads; a statement
 * waits for a few additions at most.
 */
@Component
final class Figures implements StatementListener {

  private static final int RECENT = 60;

  /**
   * What is added up at one moment.
   *
   * @param second the last whole second of the series, since 1970
   * @param traffic by node, the oldest second first
   * @param reasons how often each was given since the start
   * @param recent the last statements, the newest first
   */
  record Sums(
      long second,
      Map<String, TrafficSeries.Counts> traffic,
      Map<RouteReason, Long> reasons,
      List<RecentStatement> recent) {}

  private final Clock clock;
  private final TrafficSeries traffic = new TrafficSeries();
  private final Map<RouteReason, Long> reasons = new EnumMap<>(RouteReason.class);
  private final Deque<RecentStatement> recent = new ArrayDeque<>();
  private long statements;

  Figures(Clock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized void onStatement(StatementEvent event) {
    statements++;
    reasons.merge(event.reason(), 1L, Long::sum);
    String node = event.node();
    if (node != null) {
      traffic.count(node, event.level() == null, second());
    }
    if (recent.size() == RECENT) {
      recent.removeLast();
    }
    recent.addFirst(RecentStatement.of(statements, event));
  }

  synchronized Sums sums() {
    long now = second();
    return new Sums(
        now - 1,
        traffic.before(now),
        Collections.unmodifiableMap(new EnumMap<>(reasons)),
        new ArrayList<>(recent));
  }

  private long second() {
    return clock.millis() / 1_000;
  }
}
