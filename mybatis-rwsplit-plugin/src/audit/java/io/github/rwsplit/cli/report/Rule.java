package io.github.rwsplit.cli.report;

/** What a log is held against. Violations are never right; advice may be as intended. */
enum Rule {
  WRITE_ON_REPLICA(
      true,
      "a write ran on a replica",
      "it was refused there or made the replica diverge; check the replica's data and report this"),
  PRIMARY_ONLY_ON_REPLICA(
      true,
      "SQL that belongs to the primary ran on a replica",
      "locks, functions with effects and unrecognized SQL must not leave the primary; report this"),
  STRONG_ON_REPLICA(true, "a STRONG read ran on a replica", "it may have been stale; report this"),
  SESSION_BEHIND_MARKER(
      true,
      "a SESSION read ran on a replica that was behind the session's last write",
      "lag_ms exceeds marker_age_ms by more than the lag's resolution; report this"),
  DECISION_SPLIT(
      true,
      "statements of one logical call ran on different nodes without a retry",
      "count and page may disagree; look at the decision's lines, and let all declare one level"),
  REPLICA_WITHOUT_CHOICE(
      true,
      "the primary was chosen and a replica's connection was used",
      "the statement left the primary by mistake; report this"),
  GROUP_LEAK(
      true,
      "reads of a group ran on a node that is not in it",
      "compare rwsplit.replicas.*.groups with the nodes; a reload in the log's time may explain it"),
  TARGET_PASSED_OVER(
      false,
      "the node that was chosen is not the node that was used",
      "most often it gave no connection; look at its pool and its state at that time"),
  GROUP_SHARED(
      false,
      "a node served reads of more than one group",
      "as intended if it is in both; give --config or --node-group to have it checked"),
  SESSION_NEAR_MARKER(
      false,
      "a SESSION read ran on a replica whose lag_ms is above marker_age_ms, within its resolution",
      "right where the position was proved, which a line does not show; nothing to do as a rule"),
  UNDECLARED(
      false,
      "selects without a declaration stay on the primary",
      "declare a level where one is known; the command candidates ranks them"),
  EVENTUAL_ON_PRIMARY(
      false,
      "a statement declared EVENTUAL never left the primary",
      "see its reasons: most often every call is inside a transaction"),
  SKEW(
      false,
      "replicas of a group did not get reads by their weights",
      "one was away or late, or sessions are hashed; see reads per node over time"),
  FALLBACK_RISING(
      false,
      "the share of reads that found no replica rose",
      "see when it began and the lag at that time; the primary carries these reads"),
  OUTCOME_UNKNOWN(
      false,
      "connections were lost at commit: nobody knows whether the write was made",
      "check the data these statements wrote");

  private final boolean violation;
  private final String title;
  private final String next;

  Rule(boolean violation, String title, String next) {
    this.violation = violation;
    this.title = title;
    this.next = next;
  }

  boolean violation() {
    return violation;
  }

  String severity() {
    return violation ? "violation" : "advice";
  }

  String title() {
    return title;
  }

  String next() {
    return next;
  }
}
