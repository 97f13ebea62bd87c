package io.github.rwsplit.benchmarks;

import java.util.List;

/**
 * A median, and an interval that holds it with at least 95 %, by the sign test, which supposes
 * nothing of how the values are spread.
 *
 * @param low the lower end
 * @param high the upper end
 * @param told whether there are enough values for 95 %: six or more
 */
record Median(double value, double low, double high, boolean told) {

  private static final int FEWEST = 6;

  static Median of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int outside = outside(sorted.size());
    return new Median(
        middle(sorted),
        sorted.get(outside),
        sorted.get(sorted.size() - 1 - outside),
        sorted.size() >= FEWEST);
  }

  double width() {
    return high - low;
  }

  /** How many of the sorted values lie below the interval, and as many above it. */
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

  private static double middle(List<Double> sorted) {
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
