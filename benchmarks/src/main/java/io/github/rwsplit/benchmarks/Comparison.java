package io.github.rwsplit.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures every cell once in each round, one fork of JMH after the other, and compares each with
 * the plain read of the same round: what else the machine does in a minute hits them all.
 */
public final class Comparison {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /**
   * What is measured.
   *
   * @param replicas how many there are, where the contestant has so many
   */
  record Cell(
      Contestant contestant, Database database, Scenario scenario, int replicas, int threads) {

    /** What it is compared with: the same read without any routing. */
    Cell plain() {
      return new Cell(
          Contestant.PLAIN,
          database,
          scenario == Scenario.SESSION ? Scenario.SINGLE : scenario,
          2,
          threads);
    }

    @Override
    public String toString() {
      return "%s %s %s, %d replicas, %d threads"
          .formatted(contestant, database, scenario, replicas, threads);
    }
  }

  /** One fork's figures: nanoseconds and bytes of a read. */
  record Figure(double nanos, double bytes) {}

  private Comparison() {}

  /** All cells, plain ones before those that are compared with them. */
  static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Database database : Database.values()) {
      for (Contestant contestant : Contestant.values()) {
        if (contestant.runsOn(database)) {
          cells.add(new Cell(contestant, database, Scenario.SINGLE, 2, 1));
        }
      }
    }
    for (Scenario scenario : List.of(Scenario.TRANSACTION, Scenario.PAGE)) {
      cells.add(new Cell(Contestant.PLAIN, Database.STUB, scenario, 2, 1));
      cells.add(new Cell(Contestant.RWSPLIT, Database.STUB, scenario, 2, 1));
    }
    cells.add(new Cell(Contestant.RWSPLIT, Database.STUB, Scenario.SESSION, 2, 1));
    cells.add(new Cell(Contestant.RWSPLIT, Database.STUB, Scenario.SINGLE, 64, 1));
    cells.add(new Cell(Contestant.PLAIN, Database.STUB, Scenario.SINGLE, 2, 2));
    cells.add(new Cell(Contestant.RWSPLIT, Database.STUB, Scenario.SINGLE, 2, 2));
    return cells;
  }

  /**
   * Runs it, prints the table and writes the figures.
   *
   * @param args {@code --quick} for fewer and shorter rounds; a file for the results
   */
  public static void main(String[] args) throws RunnerException, IOException {
    List<String> given = new ArrayList<>(List.of(args));
    boolean quick = given.remove("--quick");
    Path file = Path.of(given.isEmpty() ? "target/results.json" : given.get(0));
    int rounds = quick ? 3 : 10;
    Map<Cell, List<Figure>> figures = new LinkedHashMap<>();
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("round %d of %d%n", round, rounds);
      for (Cell cell : cells()) {
        figures.computeIfAbsent(cell, c -> new ArrayList<>()).add(measure(cell, quick));
      }
    }
    List<Row> rows =
        figures.entrySet().stream()
            .map(
                e ->
                    Row.of(
                        e.getKey(),
                        e.getValue(),
                        Objects.requireNonNull(figures.get(e.getKey().plain()))))
            .toList();
    System.out.println(Row.HEADING);
    rows.forEach(System.out::println);
    Files.createDirectories(file.toAbsolutePath().getParent());
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(file.toFile(), rows.stream().map(Row::values).toList());
  }

  private static Figure measure(Cell cell, boolean quick) throws RunnerException {
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include(ReadBenchmark.class.getName() + ".read")
                    .param("contestant", cell.contestant().name())
                    .param("database", cell.database().name())
                    .param("scenario", cell.scenario().name())
                    .param("replicas", Integer.toString(cell.replicas()))
                    .threads(cell.threads())
                    .forks(1)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(quick ? 500 : 1_500))
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(quick ? 500 : 700))
                    .jvmArgs("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC")
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .addProfiler(GCProfiler.class)
                    .build())
            .runSingle();
    return new Figure(
        result.getPrimaryResult().getScore(),
        Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED)).getScore());
  }
}
