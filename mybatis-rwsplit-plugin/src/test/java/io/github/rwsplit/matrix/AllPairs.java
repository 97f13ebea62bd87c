package io.github.rwsplit.matrix;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Picks few combinations that hold every pair of values of any two axes at least once. Greedy, with
 * a fixed seed, so that every run picks the same.
 */
final class AllPairs {

  private final List<Integer> sizes;
  private final Predicate<int[]> possible;
  private final Random random = new Random(7);

  private AllPairs(List<Integer> sizes, Predicate<int[]> possible) {
    this.sizes = sizes;
    this.possible = possible;
  }

  private record Pair(int axis, int value, int otherAxis, int otherValue) {}

  static List<int[]> of(List<Integer> sizes, Predicate<int[]> possible) {
    return new AllPairs(sizes, possible).pick();
  }

  /** All combinations, in order. */
  static List<int[]> product(List<Integer> sizes) {
    List<int[]> all = new ArrayList<>();
    int[] at = new int[sizes.size()];
    while (true) {
      all.add(at.clone());
      int axis = 0;
      while (axis < at.length && ++at[axis] == sizes.get(axis)) {
        at[axis++] = 0;
      }
      if (axis == at.length) {
        return all;
      }
    }
  }

  private List<int[]> pick() {
    Set<Pair> open = new HashSet<>();
    for (int[] one : product(sizes)) {
      if (possible.test(one)) {
        open.addAll(pairs(one));
      }
    }
    List<int[]> picked = new ArrayList<>();
    while (!open.isEmpty()) {
      int[] best = candidate(open.iterator().next());
      for (int i = 0; i < 60; i++) {
        int[] other = candidate(open.iterator().next());
        if (gain(other, open) > gain(best, open)) {
          best = other;
        }
      }
      picked.add(best);
      open.removeAll(pairs(best));
    }
    return picked;
  }

  private int[] candidate(Pair wanted) {
    int[] at = new int[sizes.size()];
    do {
      for (int axis = 0; axis < at.length; axis++) {
        at[axis] = random.nextInt(sizes.get(axis));
      }
      at[wanted.axis()] = wanted.value();
      at[wanted.otherAxis()] = wanted.otherValue();
    } while (!possible.test(at));
    return at;
  }

  private static long gain(int[] at, Set<Pair> open) {
    return pairs(at).stream().filter(open::contains).count();
  }

  private static Set<Pair> pairs(int[] at) {
    Set<Pair> pairs = new HashSet<>();
    for (int a = 0; a < at.length; a++) {
      for (int b = a + 1; b < at.length; b++) {
        pairs.add(new Pair(a, at[a], b, at[b]));
      }
    }
    return pairs;
  }
}
