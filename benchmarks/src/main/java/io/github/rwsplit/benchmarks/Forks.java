package io.github.rwsplit.benchmarks;

import io.github.rwsplit.benchmarks.TurnsBenchmark.Sums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures groups of cells, each group in forks of JMH of its own in which all of its cells read in
 * turns.
 */
final class Forks {

  /**
   * For each cell, since the compiler takes some five seconds for each on two cores, one after the
   * other: what is timed before it is done is its time.
   */
  private static final int WARM_UP_MILLIS = 6_000;

  private static final int ITERATIONS = 20;

  /** For each cell: three turns. */
  private static final int ITERATION_MILLIS = 12;

  /**
   * What one fork has found of a cell.
   *
   * @param nanos of a read, in the fastest iteration: what else the machine does can only slow it
   * @param bytes of a read
   * @param ratio of its time to that of what it is compared with, in the same iteration
   * @param moreBytes than that
   */
  record Figure(double nanos, double bytes, double ratio, double moreBytes) {}

  private final boolean quick;
  private final Map<Cell, List<Figure>> figures = new HashMap<>();

  Forks(boolean quick) {
    this.quick = quick;
  }

  /**
   * Measures.
   *
   * @param group the cells, and what each is compared with, which is one of them
   * @param forks how many
   */
  void run(Map<Cell, Cell> group, int forks) throws RunnerException, IOException {
    for (int i = 1; i <= forks; i++) {
      System.err.printf("fork %d of %d, of %d in turns%n", i, forks, group.size());
      measure(group)
          .forEach(
              (cell, figure) -> figures.computeIfAbsent(cell, c -> new ArrayList<>()).add(figure));
    }
  }

  /** What was found of a cell, fork by fork. */
  List<Figure> of(Cell cell) {
    return Objects.requireNonNull(figures.get(cell), () -> cell + " was not measured");
  }

  private Map<Cell, Figure> measure(Map<Cell, Cell> group) throws RunnerException, IOException {
    List<Cell> cells = List.copyOf(group.keySet());
    Path report = Files.createTempFile("turns", ".txt");
    try {
      new Runner(
              new OptionsBuilder()
                  .include(TurnsBenchmark.class.getName() + ".turns")
                  .param("cells", TurnsBenchmark.words(cells))
                  .param("report", report.toString())
                  .forks(1)
                  .warmupIterations(1)
                  .warmupTime(millis(cells.size() * (quick ? 100 : WARM_UP_MILLIS)))
                  .measurementIterations(quick ? 2 : ITERATIONS)
                  .measurementTime(millis(cells.size() * ITERATION_MILLIS))
                  // room for a million sessions, and the same for all
                  .jvmArgs("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC")
                  .shouldFailOnError(true)
                  .verbosity(VerboseMode.SILENT)
                  .build())
          .runSingle();
      return figures(group, cells, TurnsBenchmark.told(report));
    } finally {
      Files.delete(report);
    }
  }

  private static TimeValue millis(int millis) {
    return TimeValue.milliseconds(millis);
  }

  private static Map<Cell, Figure> figures(
      Map<Cell, Cell> group, List<Cell> cells, List<List<Sums>> iterations) {
    Map<Cell, Figure> found = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      List<Sums> own = column(iterations, i);
      List<Sums> base = column(iterations, cells.indexOf(group.get(cells.get(i))));
      double bytes = middle(own, Sums::bytesEach);
      found.put(
          cells.get(i),
          new Figure(
              own.stream().mapToDouble(Sums::nanosEach).min().orElseThrow(),
              bytes,
              Median.of(
                      IntStream.range(0, own.size())
                          .mapToObj(n -> own.get(n).nanosEach() / base.get(n).nanosEach())
                          .toList())
                  .value(),
              bytes - middle(base, Sums::bytesEach)));
    }
    return found;
  }

  private static List<Sums> column(List<List<Sums>> iterations, int index) {
    return iterations.stream().map(iteration -> iteration.get(index)).toList();
  }

  private static double middle(List<Sums> sums, ToDoubleFunction<Sums> of) {
    return Median.of(sums.stream().map(of::applyAsDouble).toList()).value();
  }
}
