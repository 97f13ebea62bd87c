package io.github.rwsplit.benchmarks;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One read by primary key through a mapper. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() first
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReadBenchmark {

  private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

  @Param("PLAIN")
  public Contestant contestant = Contestant.PLAIN;

  @Param("STUB")
  public Database database = Database.STUB;

  @Param("SINGLE")
  public Scenario scenario = Scenario.SINGLE;

  @Param("2")
  public int replicas = 2;

  @Param("1")
  public int sessions = 1;

  private Application application;
  private Callable<Item> read;

  /** Starts the contestant, and fails unless its reads are where they belong. */
  @Setup
  public void open() throws Exception {
    application = contestant.open(database, replicas);
    read = scenario.read(application, sessions);
    String expected = scenario.leavesThePrimary() ? contestant.expectedNode() : "primary";
    String found = "nothing";
    long begun = System.nanoTime();
    // until its probes have answered a router may not know its replicas
    while (System.nanoTime() - begun < PATIENCE) {
      found = String.valueOf(read.call().getName());
      if (found.startsWith(expected)) {
        return;
      }
      Thread.onSpinWait();
    }
    throw new IllegalStateException(
        "%s must read on %s, but reads on %s".formatted(contestant, expected, found));
  }

  /** Ends it. */
  @TearDown
  public void close() throws Exception {
    application.close();
  }

  /** The read. */
  @Benchmark
  public Item read() throws Exception {
    return read.call();
  }
}
