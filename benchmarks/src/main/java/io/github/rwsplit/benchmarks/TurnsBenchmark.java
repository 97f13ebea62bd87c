package io.github.rwsplit.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Reads of some contestants in turns of a few milliseconds: what else the machine does meanwhile,
 * and how fast it lets this process be, hits all of them alike. In forks one after the other it
 * does not.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class TurnsBenchmark {

  /** What an iteration has found of one of them. */
  record Sums(long reads, long nanos, long bytes) {

    double nanosEach() {
      return (double) nanos / reads;
    }

    double bytesEach() {
      return (double) bytes / reads;
    }

    private String words() {
      return reads + " " + nanos + " " + bytes;
    }

    private static Sums of(String words) {
      String[] numbers = words.split(" ", -1);
      return new Sums(
          Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }
  }

  private static final double TURN = Duration.ofMillis(4).toNanos();
  private static final String BETWEEN = ";";

  /** Who takes part, as {@link #words} tells it. */
  @Param("")
  public String cells = "";

  /** Where each iteration that counts is told, a line for each. */
  @Param("")
  public String report = "";

  private final List<Side> sides = new ArrayList<>();
  private int first;

  /** One of them, and how many reads take a turn of it. */
  private static final class Side {

    private final Isolated reads;
    private int times = 1;
    private Sums sums = new Sums(0, 0, 0);

    Side(Cell cell) throws Exception {
      reads = new Isolated(cell);
    }

    void turn() {
      long[] took = reads.read(times);
      sums = new Sums(sums.reads + times, sums.nanos + took[0], sums.bytes + took[1]);
      times = (int) Math.max(1, Math.min(2.0 * times, times * TURN / took[0]));
    }
  }

  /** Some cells as a parameter. */
  static String words(List<Cell> cells) {
    return cells.stream()
        .map(cell -> String.join(" ", cell.words()))
        .collect(Collectors.joining(BETWEEN));
  }

  /** What a fork has told, iteration by iteration, of each cell in their order. */
  static List<List<Sums>> told(Path report) throws IOException {
    return Files.readAllLines(report).stream()
        .map(line -> List.of(line.split(BETWEEN, -1)).stream().map(Sums::of).toList())
        .toList();
  }

  /** Starts all, and fails unless their reads are where they belong. */
  @Setup
  public void open() throws Exception {
    for (String cell : cells.split(BETWEEN, -1)) {
      sides.add(new Side(Cell.of(cell.split(" ", -1))));
    }
  }

  /** Begins to count anew. */
  @Setup(Level.Iteration)
  public void count() {
    sides.forEach(side -> side.sums = new Sums(0, 0, 0));
  }

  /** A turn of each, of which another one is the first each time. */
  @Benchmark
  public void turns() {
    first = (first + 1) % sides.size();
    for (int i = 0; i < sides.size(); i++) {
      sides.get((first + i) % sides.size()).turn();
    }
  }

  /** Tells what was counted. */
  @TearDown(Level.Iteration)
  public void tell(IterationParams iteration) throws IOException {
    if (iteration.getType() == IterationType.MEASUREMENT) {
      Files.writeString(
          Path.of(report),
          sides.stream().map(side -> side.sums.words()).collect(Collectors.joining(BETWEEN)) + "\n",
          StandardOpenOption.APPEND);
    }
  }

  /** Ends all. */
  @TearDown
  public void close() throws Exception {
    for (Side side : sides) {
      side.reads.close();
    }
  }
}
