package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.Entry;
import io.github.rwsplit.cli.log.LogReader;
import io.github.rwsplit.cli.log.Place;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Adds lines up while they stream by. What it holds depends on how many statements, nodes and days
 * there are, up to fixed limits, and not on how many lines.
 */
final class Tally implements LogReader.Sink {

  /** Upper bounds of lag in milliseconds, for the chart. */
  static final long[] LAG_BOUNDS = {10, 50, 100, 500, 1_000, 3_000, 10_000};

  private static final int MOST_STATEMENTS = 5_000;
  private static final int MOST_NODES = 64;
  private static final int MOST_CELLS = 30_000;
  private static final int MOST_DAYS = 3_660;
  private static final long LONGEST_MICROS = 3_600_000_000L;
  private static final long QUARTER_HOUR_MICROS = 900_000_000L;

  /** What tells calls of one statement apart; numbers of names. */
  record Key(int statement, int command, int level, int group, int reason, int node, int role) {}

  /** What is counted of them. */
  static final class Sums {
    long count;
    long errors;
    long refused;
    long rows;
    long micros;
    long maxMicros;
  }

  /** What is counted of a node. */
  static final class NodeSums {
    final IntCountsHistogram latency = new IntCountsHistogram(1, LONGEST_MICROS, 2);
    final IntCountsHistogram lag = new IntCountsHistogram(1, LONGEST_MICROS, 2);
    final long[] lags = new long[LAG_BOUNDS.length + 1];
    final Set<String> servers = new LinkedHashSet<>();
    String role = "";
    long reads;
    long writes;
    long maxMicros;
    long maxLag;
  }

  /** What is counted of a day. */
  static final class DaySums {
    long reads;
    long replicaReads;
    long writes;
    long fallbacks;
    long errors;
  }

  final Names statements = new Names(MOST_STATEMENTS);
  final Names words = new Names(500);
  final Names nodeNames = new Names(MOST_NODES);
  final Map<Key, Sums> cells = new HashMap<>();
  final Map<Integer, IntCountsHistogram> latencies = new HashMap<>();
  final Map<Integer, NodeSums> nodes = new HashMap<>();
  final Map<LocalDate, DaySums> days = new TreeMap<>();

  /** Rows: reads per node; behind those {@link #DECLARED} and {@link #FALLBACKS}. */
  final Series series = new Series();

  static final int DECLARED = MOST_NODES + 1;
  static final int FALLBACKS = MOST_NODES + 2;

  final Findings findings = new Findings();
  final ZoneId zone;
  long observed;
  long firstMicros = Long.MAX_VALUE;
  long lastMicros = Long.MIN_VALUE;
  boolean folded;

  private final LineRules rules;
  private long quarter = Long.MIN_VALUE;
  private @Nullable DaySums today;

  Tally(ZoneId zone, Expected expected) {
    this.zone = zone;
    this.rules = new LineRules(expected, findings);
  }

  @Override
  public void take(Entry entry, Place place) {
    firstMicros = Math.min(firstMicros, entry.micros());
    lastMicros = Math.max(lastMicros, entry.micros());
    if (entry.reason().equals("OBSERVED")) {
      observed++;
    }
    int statement = statements.number(entry.statement());
    count(entry, statement);
    if (entry.durationMicros() >= 0 && entry.node() != null) {
      latencies
          .computeIfAbsent(statement, unused -> resizing())
          .recordValue(Math.min(LONGEST_MICROS, entry.durationMicros()));
    }
    countNode(entry);
    countDay(entry);
    rules.look(entry, place);
  }

  private static IntCountsHistogram resizing() {
    IntCountsHistogram histogram = new IntCountsHistogram(1);
    histogram.setAutoResize(true);
    return histogram;
  }

  private void count(Entry entry, int statement) {
    Key key =
        new Key(
            statement,
            words.number(entry.command()),
            words.number(entry.level()),
            words.number(entry.group()),
            words.number(entry.reason()),
            nodeNames.number(entry.node()),
            words.number(entry.role()));
    Sums sums = cells.get(key);
    if (sums == null) {
      if (cells.size() >= MOST_CELLS) {
        folded = true;
        int other = statements.number(Names.OTHERS);
        key = new Key(other, key.command, key.level, -1, key.reason, key.node, key.role);
      }
      sums = cells.computeIfAbsent(key, unused -> new Sums());
    }
    sums.count++;
    sums.errors += entry.outcome().equals("error") ? 1 : 0;
    sums.refused += entry.outcome().equals("refused") ? 1 : 0;
    sums.rows += Math.max(0, entry.rows());
    sums.micros += Math.max(0, entry.durationMicros());
    sums.maxMicros = Math.max(sums.maxMicros, entry.durationMicros());
  }

  private void countNode(Entry entry) {
    if (entry.node() == null) {
      return;
    }
    int number = nodeNames.number(entry.node());
    NodeSums node = nodes.computeIfAbsent(number, unused -> new NodeSums());
    if (entry.role() != null) {
      node.role = entry.role();
    }
    if (entry.server() != null && node.servers.size() < 8) {
      node.servers.add(entry.server());
    }
    if (entry.durationMicros() >= 0) {
      node.latency.recordValue(Math.min(LONGEST_MICROS, entry.durationMicros()));
      node.maxMicros = Math.max(node.maxMicros, entry.durationMicros());
    }
    if (entry.lagMillis() >= 0 && entry.onReplica()) {
      node.lag.recordValue(Math.min(LONGEST_MICROS, entry.lagMillis()));
      node.maxLag = Math.max(node.maxLag, entry.lagMillis());
      int bound = 0;
      while (bound < LAG_BOUNDS.length && entry.lagMillis() > LAG_BOUNDS[bound]) {
        bound++;
      }
      node.lags[bound]++;
    }
    if (entry.isRead()) {
      node.reads++;
      series.add(number, entry.micros(), 1);
    } else {
      node.writes++;
    }
  }

  private void countDay(Entry entry) {
    long now = Math.floorDiv(entry.micros(), QUARTER_HOUR_MICROS);
    if (now != quarter || today == null) {
      quarter = now;
      LocalDate date = Instant.ofEpochSecond(entry.micros() / 1_000_000).atZone(zone).toLocalDate();
      if (days.size() >= MOST_DAYS && !days.containsKey(date)) {
        folded = true;
        date = days.keySet().iterator().next();
      }
      today = days.computeIfAbsent(date, unused -> new DaySums());
    }
    DaySums day = today;
    boolean fallback = fellBack(entry);
    if (entry.isRead()) {
      day.reads++;
      day.replicaReads += entry.onReplica() ? 1 : 0;
      day.fallbacks += fallback ? 1 : 0;
      if (fallback || wanted(entry)) {
        series.add(DECLARED, entry.micros(), 1);
        series.add(FALLBACKS, entry.micros(), fallback ? 1 : 0);
      }
    } else {
      day.writes++;
    }
    day.errors += entry.outcome().equals("ok") ? 0 : 1;
  }

  /** Whether the read was to be served by a replica and found none that was good enough. */
  private static boolean fellBack(Entry entry) {
    return switch (entry.reason()) {
      case "NO_ELIGIBLE_REPLICA", "DEGRADED_STALE" -> true;
      case "REFUSED" -> entry.isRead();
      default -> false;
    };
  }

  private static boolean wanted(Entry entry) {
    return entry.onReplica() || entry.reason().equals("SESSION_MARKER");
  }
}
