package io.github.rwsplit.benchmarks;

import io.github.rwsplit.benchmarks.Forks.Figure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A line of a table.
 *
 * @param nanos the median time of a read
 * @param ratio its ratios to what it is compared with in the same round
 * @param bytes the median of what a read allocates
 * @param moreBytes how much that is above what it is compared with
 */
record Row(Cell cell, double nanos, Median ratio, double bytes, double moreBytes) {

  static Row of(Cell cell, List<Figure> figures, List<Figure> base) {
    double bytes = Median.of(figures.stream().map(Figure::bytes).toList()).value();
    return new Row(
        cell,
        Median.of(figures.stream().map(Figure::nanos).toList()).value(),
        Median.of(ratios(figures, base)),
        bytes,
        bytes - Median.of(base.stream().map(Figure::bytes).toList()).value());
  }

  /** Round by round. */
  static List<Double> ratios(List<Figure> figures, List<Figure> base) {
    return Forks.together(figures, base)
        .mapToObj(i -> figures.get(i).nanos() / base.get(i).nanos())
        .toList();
  }

  static String heading(String comparedWith) {
    return """
        | | µs | of %s | 95 %% interval | bytes | more |
        |---|---|---|---|---|---|
        """
        .formatted(comparedWith);
  }

  Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("contestant", cell.contestant());
    values.put("database", cell.database());
    values.put("scenario", cell.scenario());
    values.put("replicas", cell.replicas());
    values.put("threads", cell.threads());
    values.put("sessions", cell.sessions());
    values.put("nanos", nanos);
    values.put("ratio", ratio.value());
    values.put("low", ratio.low());
    values.put("high", ratio.high());
    values.put("bytes", bytes);
    values.put("moreBytes", moreBytes);
    return values;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %s | %,.0f | %+,.0f |%n",
        cell.label(),
        nanos / 1_000,
        ratio.value(),
        String.format(
            Locale.ROOT,
            ratio.told() ? "%.2f to %.2f" : "all: %.2f to %.2f",
            ratio.low(),
            ratio.high()),
        bytes,
        moreBytes);
  }
}
