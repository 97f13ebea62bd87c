package io.github.rwsplit.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures every cell once in each round, one fork of JMH after the other and in another order each
 * time: what else the machine does in a minute hits them all.
 */
final class Forks {

  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final int ITERATIONS = 5;

  /** One fork's figures: nanoseconds and bytes of a read. */
  record Figure(double nanos, double bytes) {}

  private final boolean quick;
  private final Map<Cell, List<Figure>> figures = new HashMap<>();

  Forks(boolean quick) {
    this.quick = quick;
  }

  /**
   * Measures.
   *
   * @param rounds in how many rounds each cell is measured, the first ones
   */
  void run(Map<Cell, Integer> rounds) throws RunnerException {
    int last = rounds.values().stream().max(Integer::compare).orElse(0);
    for (int i = 1; i <= last; i++) {
      int round = i;
      List<Cell> cells =
          new ArrayList<>(
              rounds.entrySet().stream()
                  .filter(entry -> round <= entry.getValue())
                  .map(Map.Entry::getKey)
                  .toList());
      System.err.printf("round %d of %d, %d forks%n", round, last, cells.size());
      Collections.shuffle(cells, new Random(round));
      for (Cell cell : cells) {
        figures.computeIfAbsent(cell, c -> new ArrayList<>()).add(measure(cell));
      }
    }
  }

  /** What was found, in the order of the rounds. */
  List<Figure> of(Cell cell) {
    return Objects.requireNonNull(figures.get(cell), () -> cell + " was not measured");
  }

  /** The rounds in which all of some cells were measured, the first ones. */
  @SafeVarargs
  static IntStream together(List<Figure>... cells) {
    return IntStream.range(0, Stream.of(cells).mapToInt(List::size).min().orElse(0));
  }

  Set<Cell> cells() {
    return figures.keySet();
  }

  private Figure measure(Cell cell) throws RunnerException {
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include(ReadBenchmark.class.getName() + ".read")
                    .param("contestant", cell.contestant().name())
                    .param("database", cell.database().name())
                    .param("scenario", cell.scenario().name())
                    .param("replicas", Integer.toString(cell.replicas()))
                    .param("sessions", Integer.toString(cell.sessions()))
                    .threads(cell.threads())
                    .forks(1)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(quick ? 400 : 1_600))
                    .measurementIterations(ITERATIONS)
                    .measurementTime(TimeValue.milliseconds(quick ? 40 : 150))
                    // room for a million sessions, and the same for all
                    .jvmArgs("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC")
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .addProfiler(GCProfiler.class)
                    .build())
            .runSingle();
    return new Figure(
        median(result.getPrimaryResult()),
        median(Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED))));
  }

  /** Of the iterations: one in which something else had the processor does not count. */
  private static double median(Result<?> result) {
    return result.getStatistics().getPercentile(50);
  }
}
