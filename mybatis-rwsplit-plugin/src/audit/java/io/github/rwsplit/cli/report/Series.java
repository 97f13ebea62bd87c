package io.github.rwsplit.cli.report;

import java.util.Arrays;

/**
 * Counts over time in a fixed number of steps. The steps are a second wide at first; when the time
 * does not fit any more they become twice as wide, as often as it takes.
 */
final class Series {

  static final int STEPS = 512;

  private long width = 1_000_000;
  private long origin = Long.MIN_VALUE;
  private int used;
  private long[][] counts = new long[0][];

  /** Adds to a row at a time in microseconds. */
  void add(int row, long micros, long amount) {
    if (origin == Long.MIN_VALUE) {
      origin = Math.floorDiv(micros, width) * width;
    }
    while (micros < origin || micros - origin >= width * STEPS) {
      widen(micros);
    }
    if (row >= counts.length) {
      counts = Arrays.copyOf(counts, row + 1);
    }
    if (counts[row] == null) {
      counts[row] = new long[STEPS];
    }
    int step = (int) ((micros - origin) / width);
    counts[row][step] += amount;
    used = Math.max(used, step + 1);
  }

  /** Steps twice as wide, from an origin that is a multiple of their width. */
  private void widen(long micros) {
    long before = origin;
    long wider = width * 2;
    long from = Math.floorDiv(Math.min(before, micros), wider) * wider;
    if ((before - from) / width + used > 2L * STEPS) {
      from = Math.floorDiv(before, wider) * wider; // and again, until the early line fits
    }
    long shift = (before - from) / width;
    int last = 0;
    for (int row = 0; row < counts.length; row++) {
      long[] old = counts[row];
      if (old == null) {
        continue;
      }
      long[] merged = new long[STEPS];
      for (int step = 0; step < used; step++) {
        int into = (int) ((step + shift) / 2);
        if (into < STEPS) {
          merged[into] += old[step];
          last = Math.max(last, into + 1);
        } else if (old[step] != 0) {
          throw new IllegalStateException("a step must stay within the series, but was " + into);
        }
      }
      counts[row] = merged;
    }
    used = last;
    width = wider;
    origin = from;
  }

  long widthMicros() {
    return width;
  }

  long originMicros() {
    return origin;
  }

  /** How many steps have been reached. */
  int used() {
    return used;
  }

  long at(int row, int step) {
    return row < counts.length && counts[row] != null ? counts[row][step] : 0;
  }

  long sum(int row, int from, int to) {
    long sum = 0;
    for (int step = from; step < to; step++) {
      sum += at(row, step);
    }
    return sum;
  }
}
