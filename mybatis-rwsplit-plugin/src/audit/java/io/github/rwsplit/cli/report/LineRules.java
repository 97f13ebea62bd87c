package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.Entry;
import io.github.rwsplit.cli.log.Place;
import java.util.Set;

/** The rules that one line can break by itself, and the split of a decision. */
final class LineRules {

  /** Reasons that name SQL or a switch which binds a statement to the primary. */
  private static final Set<String> PRIMARY_ONLY =
      Set.of(
          "SELECT_KEY",
          "MULTI_STATEMENT",
          "CALLABLE",
          "LOCKING_READ",
          "SIDE_EFFECT_FUNCTION",
          "UNCLASSIFIED");

  private static final Set<String> MOVED =
      Set.of("OBSERVED", "FOREIGN_DATASOURCE", "CACHE_HIT", "NO_ELIGIBLE_REPLICA");

  private final Expected expected;
  private final Findings findings;
  private final RecentDecisions decisions = new RecentDecisions();

  LineRules(Expected expected, Findings findings) {
    this.expected = expected;
    this.findings = findings;
  }

  void look(Entry entry, Place place) {
    decisions.look(entry, place, findings);
    if (entry.onReplica()) {
      lookAtReplica(entry, place);
    }
    lookAtTarget(entry, place);
    if (entry.reason().equals("UNDECLARED")) {
      findings.add(Rule.UNDECLARED, entry.statement(), "", place);
    }
    if (entry.reason().equals("OUTCOME_UNKNOWN")) {
      findings.add(Rule.OUTCOME_UNKNOWN, entry.statement(), "", place);
    }
  }

  private void lookAtReplica(Entry entry, Place place) {
    String node = "on " + entry.node();
    String level = entry.level();
    if (!entry.isRead() && !entry.statement().endsWith("!selectKey")) {
      findings.add(Rule.WRITE_ON_REPLICA, entry.statement(), entry.command() + " " + node, place);
    } else if (PRIMARY_ONLY.contains(entry.reason()) || !entry.isRead()) {
      findings.add(
          Rule.PRIMARY_ONLY_ON_REPLICA, entry.statement(), entry.reason() + " " + node, place);
    } else if ("STRONG".equals(level)) {
      findings.add(Rule.STRONG_ON_REPLICA, entry.statement(), entry.reason() + " " + node, place);
    } else if ("SESSION".equals(level)
        && entry.lagMillis() != Entry.NONE
        && entry.markerAgeMillis() != Entry.NONE
        && entry.lagMillis() > entry.markerAgeMillis()) {
      boolean proved = entry.lagMillis() - entry.markerAgeMillis() > expected.lagMillis();
      findings.add(
          proved ? Rule.SESSION_BEHIND_MARKER : Rule.SESSION_NEAR_MARKER,
          entry.statement(),
          node,
          place);
    }
    lookAtGroup(entry, place);
  }

  private void lookAtGroup(Entry entry, Place place) {
    String group = entry.group();
    Set<String> groups = entry.node() == null ? null : expected.groups().get(entry.node());
    if (group != null && groups != null && !groups.contains(group)) {
      findings.add(
          Rule.GROUP_LEAK,
          entry.statement(),
          "group " + group + " on " + entry.node() + ", which is in " + sorted(groups),
          place);
    }
  }

  private static String sorted(Set<String> groups) {
    return String.join(", ", new java.util.TreeSet<>(groups));
  }

  private void lookAtTarget(Entry entry, Place place) {
    String target = entry.target();
    String node = entry.node();
    if (target == null
        || node == null
        || target.equals(node)
        || entry.retried()
        || MOVED.contains(entry.reason())) {
      return;
    }
    boolean left = entry.onReplica() && target.equals("primary");
    findings.add(
        left ? Rule.REPLICA_WITHOUT_CHOICE : Rule.TARGET_PASSED_OVER,
        entry.statement(),
        target + " was chosen, " + node + " was used",
        place);
  }
}
