package io.github.rwsplit.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures every cell beside what it is compared with, once in each round, one fork of JMH after
 * the other and in another order each time.
 */
final class Forks {

  /** Until both are compiled: a read is timed long before that, and then it is the compiler's. */
  private static final int WARM_UP_MILLIS = 5_500;

  private static final int ITERATIONS = 20;
  private static final int ITERATION_MILLIS = 80;

  /**
   * What one fork has found.
   *
   * @param nanos of a read, in the fastest iteration
   * @param bytes of a read
   * @param ratio of its time to that of what it is compared with, in the same iteration
   * @param baseNanos of a read of that, in its fastest iteration
   * @param baseBytes of a read of that
   */
  record Figure(double nanos, double bytes, double ratio, double baseNanos, double baseBytes) {

    double moreBytes() {
      return bytes - baseBytes;
    }
  }

  private final boolean quick;
  private final Map<Cell, Cell> bases;
  private final Map<Cell, List<Figure>> figures = new HashMap<>();

  /**
   * @param bases what each cell is compared with
   */
  Forks(boolean quick, Map<Cell, Cell> bases) {
    this.quick = quick;
    this.bases = bases;
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

  private Figure measure(Cell cell) throws RunnerException {
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include(PairBenchmark.class.getName() + ".turns")
                    .param("cell", words(cell))
                    .param("base", words(Objects.requireNonNull(bases.get(cell))))
                    .forks(1)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(quick ? 400 : WARM_UP_MILLIS))
                    .measurementIterations(quick ? 2 : ITERATIONS)
                    .measurementTime(TimeValue.milliseconds(ITERATION_MILLIS))
                    // room for a million sessions, and the same for all
                    .jvmArgs("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC")
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .runSingle();
    List<IterationResult> iterations = new ArrayList<>();
    result.getBenchmarkResults().forEach(fork -> iterations.addAll(fork.getIterationResults()));
    return new Figure(
        least(iterations, iteration -> each(iteration, "nanos", "reads")),
        middle(iterations, iteration -> each(iteration, "bytes", "reads")),
        middle(
            iterations,
            iteration ->
                each(iteration, "nanos", "reads") / each(iteration, "baseNanos", "baseReads")),
        least(iterations, iteration -> each(iteration, "baseNanos", "baseReads")),
        middle(iterations, iteration -> each(iteration, "baseBytes", "baseReads")));
  }

  private static String words(Cell cell) {
    return String.join(Cell.BETWEEN_WORDS, cell.words());
  }

  private static double each(IterationResult iteration, String sum, String count) {
    return counter(iteration, sum) / counter(iteration, count);
  }

  private static double counter(IterationResult iteration, String name) {
    return Objects.requireNonNull(iteration.getSecondaryResults().get(name)).getScore();
  }

  /** What else the machine does can only slow an iteration down. */
  private static double least(
      List<IterationResult> iterations, ToDoubleFunction<IterationResult> figure) {
    return iterations.stream().mapToDouble(figure).min().orElseThrow();
  }

  private static double middle(
      List<IterationResult> iterations, ToDoubleFunction<IterationResult> figure) {
    return Median.of(iterations.stream().map(figure::applyAsDouble).toList()).value();
  }
}
