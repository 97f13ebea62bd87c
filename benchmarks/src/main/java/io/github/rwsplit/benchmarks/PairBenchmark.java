package io.github.rwsplit.benchmarks;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Reads of a contestant and of what it is compared with, in turns of some milliseconds: what else
 * the machine does meanwhile, and how fast it lets this process be, hits both alike. In two forks
 * one after the other it does not.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() first
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PairBenchmark {

  private static final double TURN = Duration.ofMillis(4).toNanos();

  /** As {@link Cell#words} tells it. */
  @Param("")
  public String cell = "";

  /** What it is compared with. */
  @Param("")
  public String base = "";

  private Side one;
  private Side other;
  private boolean otherFirst;

  /** What an iteration has found, of both. JMH sets it back before each. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Found {
    public long reads;
    public long nanos;
    public long bytes;
    public long baseReads;
    public long baseNanos;
    public long baseBytes;
  }

  /** One of the two, and how many reads take a turn of it. */
  private static final class Side implements AutoCloseable {

    private final Isolated isolated;
    private int times = 1;

    Side(String words) throws Exception {
      isolated = new Isolated(Cell.of(words.split(Cell.BETWEEN_WORDS, -1)));
    }

    /** Reads, nanoseconds, bytes. */
    long[] turn() {
      int reads = times;
      long[] took = isolated.read(reads);
      times = (int) Math.max(1, Math.min(2.0 * reads, reads * TURN / took[0]));
      return new long[] {reads, took[0], took[1]};
    }

    @Override
    public void close() throws Exception {
      isolated.close();
    }
  }

  /** Starts both, and fails unless their reads are where they belong. */
  @Setup
  public void open() throws Exception {
    one = new Side(base);
    other = new Side(cell);
  }

  /** Ends both. */
  @TearDown
  public void close() throws Exception {
    one.close();
    other.close();
  }

  /** A turn of each, of which the first one changes. */
  @Benchmark
  public void turns(Found found) {
    otherFirst = !otherFirst;
    if (otherFirst) {
      other(found);
      base(found);
    } else {
      base(found);
      other(found);
    }
  }

  private void other(Found found) {
    long[] turn = other.turn();
    found.reads += turn[0];
    found.nanos += turn[1];
    found.bytes += turn[2];
  }

  private void base(Found found) {
    long[] turn = one.turn();
    found.baseReads += turn[0];
    found.baseNanos += turn[1];
    found.baseBytes += turn[2];
  }
}
