package io.github.rwsplit.benchmarks;

import io.github.rwsplit.benchmarks.Forks.Figure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A line of a table.
 *
 * @param nanos the median time of a read
 * @param ratio its ratios to what it is compared with in the same fork
 * @param bytes the median of what a read allocates
 * @param moreBytes how much that is above what it is compared with
 */
record Row(Cell cell, double nanos, Median ratio, double bytes, double moreBytes) {

  static Row of(Cell cell, List<Figure> figures) {
    return new Row(
        cell,
        middle(figures, Figure::nanos),
        Median.of(figures.stream().map(Figure::ratio).toList()),
        middle(figures, Figure::bytes),
        middle(figures, Figure::moreBytes));
  }

  private static double middle(List<Figure> figures, Function<Figure, Double> of) {
    return Median.of(figures.stream().map(of).toList()).value();
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
        interval(),
        bytes,
        moreBytes);
  }

  private String interval() {
    if (ratio.width() == 0) {
      return ratio.value() == 1 ? "" : "one fork";
    }
    return String.format(
        Locale.ROOT,
        ratio.told() ? "%.2f to %.2f" : "all: %.2f to %.2f",
        ratio.low(),
        ratio.high());
  }
}
