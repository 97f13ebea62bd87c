package io.github.rwsplit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Bytes are counted exactly, whatever else the machine does: the one cost that a build can hold.
 */
class AllocationTest {

  /** How much more than plain MyBatis a read may allocate. */
  private static final double MOST_MORE_BYTES = 200;

  private static final int WARM_UP = 5_000;
  private static final int READS = 2_000;

  @Test
  void read_beyondPlainMyBatis_allocatesNoMoreThanItMay() throws Exception {
    double plain = bytes(Contestant.PLAIN);
    double routed = bytes(Contestant.RWSPLIT);

    System.out.printf("a read allocates %.0f bytes, and %.0f with the library%n", plain, routed);
    assertThat(plain).isPositive();
    // the least that one more object takes is 16; less is of something that happens now and then
    assertThat(routed - plain).isLessThan(MOST_MORE_BYTES + 8);
  }

  private static double bytes(Contestant contestant) throws Exception {
    try (Reads reads = new Reads(Cell.of(contestant, Database.STUB))) {
      // classes are loaded, and reflection has made its accessors
      Allocations.perRead(reads::read, WARM_UP);
      return Allocations.perRead(reads::read, READS);
    }
  }
}
