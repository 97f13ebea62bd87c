package io.github.rwsplit.chaos;

import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What became of writes that have a number each: acknowledged ones must be there once, those that
 * failed before anything was written, or were rolled back, not at all, and the others at most once.
 * Safe for use by many threads.
 */
public final class Ledger implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<Long> absent = ConcurrentHashMap.newKeySet();

  public void acknowledged(long number) {
    acknowledged.add(number);
  }

  /** Nothing may have been written. */
  void absent(long number) {
    absent.add(number);
  }

  public int size() {
    return acknowledged.size();
  }

  /**
   * Holds it against a server.
   *
   * @param found how often each number is there
   * @return how often each number is there that is not there as it should be
   */
  public Map<Long, Long> wrong(Map<Long, Long> found) {
    Map<Long, Long> wrong = new TreeMap<>();
    acknowledged.stream()
        .filter(number -> found.getOrDefault(number, 0L) != 1)
        .forEach(number -> wrong.put(number, found.getOrDefault(number, 0L)));
    found.forEach(
        (number, times) -> {
          if (times > 1 || absent.contains(number)) {
            wrong.put(number, times);
          }
        });
    return wrong;
  }
}
