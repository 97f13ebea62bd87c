package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.LogSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a log adds up to; everything that is shown, in whatever form.
 *
 * @param read how the reading went
 * @param zone the time zone of days and times
 * @param first when the first statement began; null: there is none
 * @param last when the last one began
 * @param observed how many lines are of observe mode
 * @param refused how many statements were not let run
 * @param errors how many failed
 * @param findings what the rules found, violations first
 * @param nodes the nodes, the primary first
 * @param reasons each reason and how often it stands in the log, the most frequent first
 * @param days each day
 * @param statements each statement, the most frequent first
 * @param cells each statement by level, group, reason and node
 * @param lags for each bound of {@link Tally#LAG_BOUNDS}, and beyond, how often a replica had that
 *     lag when it was read
 * @param series reads per node over time
 * @param folded whether there were more names than are told apart
 */
record Report(
    LogSummary read,
    ZoneId zone,
    @Nullable Instant first,
    @Nullable Instant last,
    long observed,
    long refused,
    long errors,
    List<Finding> findings,
    List<Node> nodes,
    List<Reason> reasons,
    List<Day> days,
    List<Statement> statements,
    List<Cell> cells,
    Map<String, long[]> lags,
    Timeline series,
    boolean folded) {

  /** One node; latencies in microseconds, lags in milliseconds, -1 where there is none. */
  record Node(
      String name,
      String role,
      List<String> servers,
      long reads,
      long writes,
      long p50,
      long p95,
      long p99,
      long max,
      long lag95,
      long lagMax) {}

  /** How often a reason stands in the log, and how often it led to a replica. */
  record Reason(String name, long count, long onReplica) {}

  /** One day of the time zone. */
  record Day(
      LocalDate date, long reads, long replicaReads, long writes, long fallbacks, long errors) {}

  /** One statement; times in microseconds. */
  record Statement(
      String id,
      String command,
      String level,
      long count,
      long onPrimary,
      long onReplica,
      long errors,
      long totalMicros,
      long p95,
      long max,
      String reasons) {}

  /** One statement by all that tells its calls apart; texts are empty where a line has none. */
  record Cell(
      String statement,
      String command,
      String level,
      String group,
      String reason,
      String node,
      String role,
      long count,
      long errors,
      long refused,
      long rows,
      long totalMicros,
      long maxMicros) {}

  /**
   * Reads per node over time.
   *
   * @param startMicros when the first step begins, in microseconds since 1970
   * @param stepMicros how long each step is
   * @param names what is counted
   * @param counts for each name the counts of the steps
   */
  record Timeline(long startMicros, long stepMicros, List<String> names, List<long[]> counts) {}

  long violations() {
    return findings.stream().filter(finding -> finding.rule().violation()).count();
  }

  long reads() {
    return nodes.stream().mapToLong(Node::reads).sum();
  }

  long replicaReads() {
    return nodes.stream()
        .filter(node -> node.role().equals("replica"))
        .mapToLong(Node::reads)
        .sum();
  }
}
