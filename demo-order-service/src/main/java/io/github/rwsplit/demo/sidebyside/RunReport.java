package io.github.rwsplit.demo.sidebyside;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run, as far as it has come.
 *
 * @param number counts the runs; 0: there was none yet
 * @param running whether it goes on
 * @param seconds how long it was to take
 * @param at the seconds since its start at which the lines have points
 * @param lines one for each strategy
 * @param problem why it ended early; null where it did not
 */
public record RunReport(
    int number,
    boolean running,
    int seconds,
    List<Double> at,
    List<Line> lines,
    @Nullable String problem) {

  static final RunReport NONE = new RunReport(0, false, 0, List.of(), List.of(), null);

  /**
   * One strategy.
   *
   * @param strategy its name in words
   * @param stale stale reads since the start
   * @param primaryShare how many of the reads since the point before ran on the primary, in percent
   * @param reads answered reads in all
   * @param failed reads and writes that were not answered
   */
  public record Line(
      String strategy, List<Long> stale, List<Double> primaryShare, long reads, long failed) {}
}
