package io.github.rwsplit.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A line of the table.
 *
 * @param nanos the median time of a read
 * @param ratio the median of its ratios to the plain read of the same round
 * @param low the lower end of the interval that holds that median with at least 95 %
 * @param high its upper end
 * @param bytes the median of what a read allocates
 * @param moreBytes how much that is above the plain read
 */
record Row(
    Comparison.Cell cell,
    double nanos,
    double ratio,
    double low,
    double high,
    double bytes,
    double moreBytes) {

  static final String HEADING =
      "| contestant | database | scenario | replicas | threads | µs | ratio to plain | 95 % interval"
          + " | bytes | more bytes |\n|---|---|---|---|---|---|---|---|---|---|";

  static Row of(
      Comparison.Cell cell, List<Comparison.Figure> figures, List<Comparison.Figure> plain) {
    List<Double> ratios =
        IntStream.range(0, figures.size())
            .mapToObj(i -> figures.get(i).nanos() / plain.get(i).nanos())
            .sorted()
            .toList();
    double bytes = median(figures.stream().map(Comparison.Figure::bytes).sorted().toList());
    int outside = outside(ratios.size());
    return new Row(
        cell,
        median(figures.stream().map(Comparison.Figure::nanos).sorted().toList()),
        median(ratios),
        ratios.get(outside),
        ratios.get(ratios.size() - 1 - outside),
        bytes,
        bytes - median(plain.stream().map(Comparison.Figure::bytes).sorted().toList()));
  }

  /**
   * How many of the sorted values lie below the interval, and as many above it: the sign test's
   * interval of a median, which supposes nothing of how the values are spread.
   */
  static int outside(int count) {
    double below = 0;
    double choose = 1;
    int outside = 0;
    for (int k = 0; k < count / 2; k++) {
      below += choose / Math.pow(2, count);
      if (2 * below > 0.05) {
        break;
      }
      outside = k;
      choose = choose * (count - k) / (k + 1);
    }
    return outside;
  }

  static double median(List<Double> sorted) {
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("contestant", cell.contestant());
    values.put("database", cell.database());
    values.put("scenario", cell.scenario());
    values.put("replicas", cell.replicas());
    values.put("threads", cell.threads());
    values.put("nanos", nanos);
    values.put("ratio", ratio);
    values.put("low", low);
    values.put("high", high);
    values.put("bytes", bytes);
    values.put("moreBytes", moreBytes);
    return values;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %d | %d | %.2f | %.2f | %.2f to %.2f | %,.0f | %,.0f |",
        cell.contestant().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        cell.database().name().toLowerCase(Locale.ROOT),
        cell.scenario().name().toLowerCase(Locale.ROOT),
        cell.replicas(),
        cell.threads(),
        nanos / 1_000,
        ratio,
        low,
        high,
        bytes,
        moreBytes);
  }
}
