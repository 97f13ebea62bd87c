package io.github.rwsplit.histories;

import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;
import net.jqwik.api.Shrinkable;

/**
 * Looks for a smaller program that breaks the same promise. Programs race, so one candidate is run
 * several times at once by whoever tries it, and what is found need not be the smallest.
 */
final class Shrinker {

  private final long end;

  Shrinker(long millis) {
    this.end = System.nanoTime() + millis * 1_000_000;
  }

  /**
   * Takes the first smaller program that fails, and goes on from there.
   *
   * @param again runs a candidate; empty where it keeps its promises
   */
  Batch.Ran shrink(Batch.Ran found, Function<Shrinkable<Program>, Optional<Batch.Ran>> again) {
    Batch.Ran smallest = found;
    Iterator<Shrinkable<Program>> smaller = smallest.program().shrink().iterator();
    while (smaller.hasNext() && System.nanoTime() - end < 0) {
      Optional<Batch.Ran> failed = again.apply(smaller.next());
      if (failed.isPresent()) {
        smallest = failed.get();
        smaller = smallest.program().shrink().iterator();
      }
    }
    return smallest;
  }
}
