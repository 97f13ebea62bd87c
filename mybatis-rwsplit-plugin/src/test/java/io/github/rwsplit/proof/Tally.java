package io.github.rwsplit.proof;

import java.util.Arrays;

/** What one session saw, or several together. Belongs to one thread until it is added up. */
final class Tally {

  private long reads;
  private long stale;
  private long back;
  private long errors;
  private long onPrimary;
  private long[] micros = new long[1_024];
  private int timed;

  void read(boolean missedOwnWrite, boolean wentBack, boolean primary, long nanos) {
    reads++;
    stale += missedOwnWrite ? 1 : 0;
    back += wentBack ? 1 : 0;
    onPrimary += primary ? 1 : 0;
    if (timed == micros.length) {
      micros = Arrays.copyOf(micros, timed * 2);
    }
    micros[timed++] = nanos / 1_000;
  }

  void failed() {
    errors++;
  }

  void add(Tally other) {
    reads += other.reads;
    stale += other.stale;
    back += other.back;
    errors += other.errors;
    onPrimary += other.onPrimary;
    long[] both = Arrays.copyOf(micros, timed + other.timed);
    System.arraycopy(other.micros, 0, both, timed, other.timed);
    micros = both;
    timed = both.length;
  }

  long reads() {
    return reads;
  }

  /** Reads that missed a write which their session had made before. */
  long stale() {
    return stale;
  }

  /** Reads that saw less than their session had seen before. */
  long back() {
    return back;
  }

  long errors() {
    return errors;
  }

  double primaryShare() {
    return reads == 0 ? 0 : (double) onPrimary / reads;
  }

  long micros(double quantile) {
    long[] sorted = Arrays.copyOf(micros, timed);
    Arrays.sort(sorted);
    return timed == 0 ? 0 : sorted[(int) Math.min(timed - 1, Math.floor(quantile * timed))];
  }
}
