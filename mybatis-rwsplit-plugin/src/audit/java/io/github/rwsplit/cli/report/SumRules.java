package io.github.rwsplit.cli.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rules that only the sums can show. */
final class SumRules {

  private static final Set<String> BALANCED = Set.of("EVENTUAL_REPLICA", "SESSION_REPLICA");

  /** With fewer reads a share is chance. */
  private static final long ENOUGH_READS = 500;

  private static final double SKEWED = 0.25;
  private static final long ENOUGH_FALLBACKS = 20;
  private static final double RISEN_SHARE = 0.02;

  private final Expected expected;
  private final Findings findings;
  private final Collection<Report.Cell> cells;

  SumRules(Expected expected, Findings findings, Collection<Report.Cell> cells) {
    this.expected = expected;
    this.findings = findings;
    this.cells = cells;
  }

  void look(Series series) {
    lookAtEventual();
    lookAtGroups();
    lookAtWeights();
    lookAtFallbacks(series);
  }

  private void lookAtEventual() {
    Map<String, Map<String, Long>> reasons = new TreeMap<>();
    Set<String> left = new LinkedHashSet<>();
    for (Report.Cell cell : cells) {
      if (!cell.level().equals("EVENTUAL") || cell.reason().equals("OBSERVED")) {
        continue;
      }
      if (cell.role().equals("replica")) {
        left.add(cell.statement());
      } else if (cell.role().equals("primary")) {
        reasons
            .computeIfAbsent(cell.statement(), unused -> new TreeMap<>())
            .merge(cell.reason(), cell.count(), Long::sum);
      }
    }
    reasons.keySet().removeAll(left);
    reasons.forEach(
        (statement, counts) ->
            findings.add(
                Rule.EVENTUAL_ON_PRIMARY,
                statement,
                "because of " + String.join(", ", counts.keySet()),
                counts.values().stream().mapToLong(Long::longValue).sum(),
                null));
  }

  private void lookAtGroups() {
    Map<String, Map<String, Long>> byNode = new TreeMap<>();
    for (Report.Cell cell : cells) {
      if (cell.role().equals("replica") && !cell.group().isEmpty()) {
        byNode
            .computeIfAbsent(cell.node(), unused -> new TreeMap<>())
            .merge(cell.group(), cell.count(), Long::sum);
      }
    }
    byNode.forEach(
        (node, groups) -> {
          if (groups.size() > 1 && !expected.groups().containsKey(node)) {
            long all = groups.values().stream().mapToLong(Long::longValue).sum();
            findings.add(Rule.GROUP_SHARED, null, node + " served " + groups, all, null);
          }
        });
  }

  private void lookAtWeights() {
    Map<String, Map<String, Long>> byGroup = new TreeMap<>();
    for (Report.Cell cell : cells) {
      if (cell.role().equals("replica") && BALANCED.contains(cell.reason())) {
        byGroup
            .computeIfAbsent(cell.group(), unused -> new TreeMap<>())
            .merge(cell.node(), cell.count(), Long::sum);
      }
    }
    byGroup.forEach(
        (group, reads) -> {
          expected
              .groups()
              .forEach(
                  (node, groups) -> {
                    if (groups.contains(group)) {
                      reads.putIfAbsent(node, 0L);
                    }
                  });
          lookAtShares(group, reads);
        });
  }

  private void lookAtShares(String group, Map<String, Long> reads) {
    Map<String, Double> weights = new HashMap<>();
    reads.keySet().forEach(n -> weights.put(n, (double) expected.weights().getOrDefault(n, 1)));
    double allWeights = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    long all = reads.values().stream().mapToLong(Long::longValue).sum();
    if (reads.size() < 2 || all < ENOUGH_READS || allWeights == 0) {
      return;
    }
    List<String> skewed = new ArrayList<>();
    reads.forEach(
        (node, count) -> {
          double due = weights.getOrDefault(node, 1.0) / allWeights;
          double got = (double) count / all;
          if (Math.abs(got - due) > SKEWED * Math.max(due, 1.0 / reads.size())) {
            skewed.add(
                String.format(
                    Locale.ROOT, "%s got %.0f %% and not %.0f %%", node, 100 * got, 100 * due));
          }
        });
    if (!skewed.isEmpty()) {
      String where = group.isEmpty() ? "" : "group " + group + ": ";
      findings.add(Rule.SKEW, null, where + String.join(", ", skewed), all, null);
    }
  }

  /** Compares the last third of the time with what came before it. */
  private void lookAtFallbacks(Series series) {
    int used = series.used();
    int from = used - Math.max(1, used / 3);
    long before = series.sum(Tally.FALLBACKS, 0, from);
    long beforeOf = series.sum(Tally.DECLARED, 0, from);
    long after = series.sum(Tally.FALLBACKS, from, used);
    long afterOf = series.sum(Tally.DECLARED, from, used);
    if (beforeOf == 0 || afterOf == 0 || after < ENOUGH_FALLBACKS) {
      return;
    }
    double was = (double) before / beforeOf;
    double is = (double) after / afterOf;
    if (is - was >= RISEN_SHARE && is >= 2 * was) {
      findings.add(
          Rule.FALLBACK_RISING,
          null,
          String.format(
              Locale.ROOT,
              "%.1f %% in the last third of the time, %.1f %% before",
              100 * is,
              100 * was),
          after,
          null);
    }
  }
}
