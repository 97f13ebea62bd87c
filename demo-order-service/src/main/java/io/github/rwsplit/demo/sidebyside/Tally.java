package io.github.rwsplit.demo.sidebyside;

/** What the sessions of one strategy saw. Safe for use by many threads. */
final class Tally {

  /**
   * The sums at one moment.
   *
   * @param reads answered reads
   * @param stale those that missed a write which their session had made before
   * @param onPrimary those that the primary answered
   * @param failed reads and writes that were not answered
   */
  record Sums(long reads, long stale, long onPrimary, long failed) {}

  private Sums sums = new Sums(0, 0, 0, 0);

  synchronized void read(boolean stale, boolean onPrimary) {
    sums =
        new Sums(
            sums.reads + 1,
            sums.stale + (stale ? 1 : 0),
            sums.onPrimary + (onPrimary ? 1 : 0),
            sums.failed);
  }

  synchronized void failed() {
    sums = new Sums(sums.reads, sums.stale, sums.onPrimary, sums.failed + 1);
  }

  synchronized Sums sums() {
    return sums;
  }
}
