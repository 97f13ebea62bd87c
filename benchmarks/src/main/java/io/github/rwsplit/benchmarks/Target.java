package io.github.rwsplit.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * What a figure should be, and what a run can say about it.
 *
 * @param what in words
 * @param limit what the median must not exceed
 * @param room what the interval must be narrower than, to tell that
 */
record Target(String what, Median found, double limit, double room, DoubleFunction<String> unit) {

  static final String HEADING =
      "| target | limit | found | 95 % interval | |\n|---|---|---|---|---|\n";

  /** A share of another time, in percent above or below it. */
  static Target time(String what, List<Double> ratios, double limit) {
    return new Target(
        what,
        Median.of(ratios.stream().map(ratio -> ratio - 1).toList()),
        limit,
        Math.max(limit, 0.03),
        share -> String.format(Locale.ROOT, "%+.1f %%", share * 100));
  }

  /** Bytes, which every round finds alike. */
  static Target bytes(String what, List<Double> more, double limit) {
    return new Target(
        what,
        Median.of(more),
        limit,
        limit,
        bytes -> String.format(Locale.ROOT, "%,.0f bytes", bytes));
  }

  /** In one or two words, from the interval and not from the median alone. */
  String verdict() {
    if (!found.told()) {
      return "too few rounds to tell";
    }
    String width =
        "; the interval is wider than the target, " + unit.apply(found.width()).replace("+", "");
    String seen =
        found.high() <= limit ? "**met**" : found.low() > limit ? "**missed**" : "not told";
    return found.width() > room ? seen + width : seen;
  }

  @Override
  public String toString() {
    return "| %s | %s | %s | %s to %s | %s |%n"
        .formatted(
            what,
            unit.apply(limit),
            unit.apply(found.value()),
            unit.apply(found.low()),
            unit.apply(found.high()),
            verdict());
  }
}
