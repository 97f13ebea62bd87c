package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.LogSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/** Makes the report of a tally when all lines are read. */
final class ReportMaker {

  private final Tally tally;
  private final Expected expected;

  ReportMaker(Tally tally, Expected expected) {
    this.tally = tally;
    this.expected = expected;
  }

  Report make(LogSummary read) {
    List<Report.Cell> cells = cells();
    new SumRules(expected, tally.findings, cells).look(tally.series);
    boolean any = read.entries() > 0;
    return new Report(
        read,
        tally.zone,
        any ? instant(tally.firstMicros) : null,
        any ? instant(tally.lastMicros) : null,
        tally.observed,
        cells.stream().mapToLong(Report.Cell::refused).sum(),
        cells.stream().mapToLong(Report.Cell::errors).sum(),
        tally.findings.all(),
        nodes(),
        reasons(cells),
        days(),
        statements(cells),
        cells,
        lags(),
        timeline(),
        tally.folded || tally.statements.overflowed() || tally.nodeNames.overflowed());
  }

  private static Instant instant(long micros) {
    return Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000);
  }

  private static String text(@Nullable String name) {
    return Objects.requireNonNullElse(name, "");
  }

  private List<Report.Cell> cells() {
    List<Report.Cell> cells = new ArrayList<>();
    tally.cells.forEach(
        (key, sums) ->
            cells.add(
                new Report.Cell(
                    text(tally.statements.name(key.statement())),
                    text(tally.words.name(key.command())),
                    text(tally.words.name(key.level())),
                    text(tally.words.name(key.group())),
                    text(tally.words.name(key.reason())),
                    text(tally.nodeNames.name(key.node())),
                    text(tally.words.name(key.role())),
                    sums.count,
                    sums.errors,
                    sums.refused,
                    sums.rows,
                    sums.micros,
                    sums.maxMicros)));
    cells.sort(
        Comparator.comparing(Report.Cell::statement)
            .thenComparing(Comparator.comparingLong(Report.Cell::count).reversed())
            .thenComparing(Report.Cell::reason)
            .thenComparing(Report.Cell::node));
    return cells;
  }

  private List<Report.Node> nodes() {
    List<Report.Node> nodes = new ArrayList<>();
    tally.nodes.forEach(
        (number, sums) -> {
          boolean lags = sums.lag.getTotalCount() > 0;
          nodes.add(
              new Report.Node(
                  text(tally.nodeNames.name(number)),
                  sums.role,
                  List.copyOf(sums.servers),
                  sums.reads,
                  sums.writes,
                  Math.min(sums.latency.getValueAtPercentile(50), sums.maxMicros),
                  Math.min(sums.latency.getValueAtPercentile(95), sums.maxMicros),
                  Math.min(sums.latency.getValueAtPercentile(99), sums.maxMicros),
                  sums.maxMicros,
                  lags ? Math.min(sums.lag.getValueAtPercentile(95), sums.maxLag) : -1,
                  lags ? sums.maxLag : -1));
        });
    nodes.sort(Comparator.comparing(Report.Node::role).thenComparing(Report.Node::name));
    return nodes;
  }

  private static List<Report.Reason> reasons(List<Report.Cell> cells) {
    Map<String, long[]> sums = new TreeMap<>();
    for (Report.Cell cell : cells) {
      long[] sum = sums.computeIfAbsent(cell.reason(), unused -> new long[2]);
      sum[0] += cell.count();
      sum[1] += cell.role().equals("replica") ? cell.count() : 0;
    }
    List<Report.Reason> reasons = new ArrayList<>();
    sums.forEach((name, sum) -> reasons.add(new Report.Reason(name, sum[0], sum[1])));
    reasons.sort(Comparator.comparingLong(Report.Reason::count).reversed());
    return reasons;
  }

  private List<Report.Day> days() {
    List<Report.Day> days = new ArrayList<>();
    tally.days.forEach(
        (date, d) ->
            days.add(
                new Report.Day(date, d.reads, d.replicaReads, d.writes, d.fallbacks, d.errors)));
    return days;
  }

  private List<Report.Statement> statements(List<Report.Cell> cells) {
    Map<String, List<Report.Cell>> byId = new LinkedHashMap<>();
    cells.forEach(
        cell -> byId.computeIfAbsent(cell.statement(), unused -> new ArrayList<>()).add(cell));
    List<Report.Statement> statements = new ArrayList<>();
    byId.forEach((id, own) -> statements.add(statement(id, own)));
    statements.sort(
        Comparator.comparingLong(Report.Statement::count)
            .reversed()
            .thenComparing(Report.Statement::id));
    return statements;
  }

  private Report.Statement statement(String id, List<Report.Cell> cells) {
    Map<String, Long> reasons = new HashMap<>();
    long count = 0;
    long primary = 0;
    long replica = 0;
    long errors = 0;
    long micros = 0;
    long max = 0;
    for (Report.Cell cell : cells) {
      count += cell.count();
      primary += cell.role().equals("primary") ? cell.count() : 0;
      replica += cell.role().equals("replica") ? cell.count() : 0;
      errors += cell.errors() + cell.refused();
      micros += cell.totalMicros();
      max = Math.max(max, cell.maxMicros());
      reasons.merge(cell.reason(), cell.count(), Long::sum);
    }
    IntCountsHistogram latency = tally.latencies.get(tally.statements.number(id));
    return new Report.Statement(
        id,
        cells.get(0).command(),
        cells.get(0).level(),
        count,
        primary,
        replica,
        errors,
        micros,
        latency == null ? -1 : Math.min(latency.getValueAtPercentile(95), max),
        max,
        byCount(reasons));
  }

  private static String byCount(Map<String, Long> reasons) {
    return String.join(
        ", ",
        reasons.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(reason -> reason.getKey() + " " + reason.getValue())
            .toList());
  }

  private Map<String, long[]> lags() {
    Map<String, long[]> lags = new TreeMap<>();
    tally.nodes.forEach(
        (number, sums) -> {
          if (sums.lag.getTotalCount() > 0) {
            lags.put(text(tally.nodeNames.name(number)), sums.lags);
          }
        });
    return lags;
  }

  private Report.Timeline timeline() {
    List<String> names = new ArrayList<>();
    List<long[]> counts = new ArrayList<>();
    for (Report.Node node : nodes()) {
      int number = tally.nodeNames.number(node.name());
      long[] row = new long[tally.series.used()];
      for (int step = 0; step < row.length; step++) {
        row[step] = tally.series.at(number, step);
      }
      names.add(node.name());
      counts.add(row);
    }
    boolean any = tally.series.used() > 0;
    return new Report.Timeline(
        any ? tally.series.originMicros() : 0, tally.series.widthMicros(), names, counts);
  }
}
