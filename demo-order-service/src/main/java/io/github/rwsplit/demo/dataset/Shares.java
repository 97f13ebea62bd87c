package io.github.rwsplit.demo.dataset;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Weights added up, to pick by. */
final class Shares {

  private final double[] upTo;

  private Shares(double[] upTo) {
    this.upTo = upTo;
  }

  /** The shares of {@code count} things by their weights, which are positive. */
  static Shares of(int count, IntToDoubleFunction weight) {
    double[] sums = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += weight.applyAsDouble(i);
      sums[i] = sum;
    }
    double total = sum;
    return new Shares(Arrays.stream(sums).map(s -> s / total).toArray());
  }

  /** The share of this thing and all before it, up to 1. */
  double upTo(int index) {
    return upTo[index];
  }

  /** The thing at a place between 0 and 1. */
  int pick(double place) {
    int found = Arrays.binarySearch(upTo, place);
    return Math.min(found < 0 ? -found - 1 : found + 1, upTo.length - 1);
  }
}
