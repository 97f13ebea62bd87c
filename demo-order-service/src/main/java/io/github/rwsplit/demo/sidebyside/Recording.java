package io.github.rwsplit.demo.sidebyside;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The points of one run. Safe for use by many threads. */
final class Recording {

  /** The points of one strategy. */
  private static final class Points {
    final Strategy strategy;
    final List<Long> stale = new ArrayList<>();
    final List<Double> share = new ArrayList<>();
    Tally.Sums last = new Tally.Sums(0, 0, 0, 0);

    Points(Strategy strategy) {
      this.strategy = strategy;
    }

    void add(Tally.Sums sums) {
      long reads = sums.reads() - last.reads();
      long onPrimary = sums.onPrimary() - last.onPrimary();
      stale.add(sums.stale());
      // no read, no share: the line goes on where it was
      share.add(
          reads == 0
              ? (share.isEmpty() ? 0 : share.get(share.size() - 1))
              : Math.round(1_000.0 * onPrimary / reads) / 10.0);
      last = sums;
    }

    RunReport.Line line() {
      return new RunReport.Line(
          strategy.words(), List.copyOf(stale), List.copyOf(share), last.reads(), last.failed());
    }
  }

  private final int number;
  private final int seconds;
  private final List<Double> at = new ArrayList<>();
  private final List<Points> lines = new ArrayList<>();
  private boolean running = true;
  private @Nullable String problem;

  Recording(int number, int seconds) {
    this.number = number;
    this.seconds = seconds;
    for (Strategy strategy : Strategy.values()) {
      lines.add(new Points(strategy));
    }
  }

  synchronized void add(double second, List<Tally.Sums> sums) {
    at.add(second);
    for (int i = 0; i < lines.size(); i++) {
      lines.get(i).add(sums.get(i));
    }
  }

  synchronized void ended(@Nullable String why) {
    running = false;
    problem = why;
  }

  synchronized RunReport report() {
    return new RunReport(
        number,
        running,
        seconds,
        List.copyOf(at),
        lines.stream().map(Points::line).toList(),
        problem);
  }
}
