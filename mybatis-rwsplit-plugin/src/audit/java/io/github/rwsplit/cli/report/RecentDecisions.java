package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.Entry;
import io.github.rwsplit.cli.log.Place;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Sees when one decision is split over nodes. The statements of a call follow each other closely,
 * so it is enough to remember the latest decisions.
 */
final class RecentDecisions {

  /** More than a thousand threads write between the statements of one call. */
  static final int REMEMBERED = 1 << 15;

  private static final String RETRIED = "";

  private final Map<String, String> nodes =
      new LinkedHashMap<>(REMEMBERED, 0.75f, false) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > REMEMBERED;
        }
      };

  void look(Entry entry, Place place, Findings findings) {
    String node = entry.node();
    if (node == null) {
      return;
    }
    if (entry.retried()) {
      nodes.put(entry.decision(), RETRIED);
      return;
    }
    String before = nodes.putIfAbsent(entry.decision(), node);
    if (before != null && !before.equals(RETRIED) && !before.equals(node)) {
      String both = before.compareTo(node) < 0 ? before + " and " + node : node + " and " + before;
      findings.add(
          Rule.DECISION_SPLIT,
          entry.statement(),
          both + ", such as decision " + firstOf(entry, both),
          place);
    }
  }

  /** One example for each pair of nodes, so that findings stay few. */
  private final Map<String, String> examples = new LinkedHashMap<>();

  private String firstOf(Entry entry, String both) {
    String key = entry.statement() + ' ' + both;
    if (examples.size() < 1_000) {
      examples.putIfAbsent(key, entry.decision());
    }
    return Objects.requireNonNullElse(examples.get(key), "of others");
  }
}
