package io.github.rwsplit.demo.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many reads and writes each node had in each of the last seconds. Takes the same place however
 * much happens. Not safe for use by many threads.
 */
final class TrafficSeries {

  /** How many whole seconds are shown. */
  static final int SECONDS = 120;

  /** Names come from the configuration; more of them than this are no nodes of a demo. */
  private static final int MOST_NODES = 16;

  private static final int SLOTS = SECONDS + 1;

  /**
   * The counts of one node, the oldest second first.
   *
   * @param reads reads in each second
   * @param writes writes in each second
   */
  record Counts(List<Integer> reads, List<Integer> writes) {}

  private static final class Ring {
    final int[] reads = new int[SLOTS];
    final int[] writes = new int[SLOTS];
  }

  private final Map<String, Ring> rings = new TreeMap<>();
  private long second;

  void count(String node, boolean write, long now) {
    advance(now);
    Ring ring = rings.get(node);
    if (ring == null) {
      if (rings.size() == MOST_NODES) {
        return;
      }
      ring = new Ring();
      rings.put(node, ring);
    }
    (write ? ring.writes : ring.reads)[slot(second)]++;
  }

  /** The whole seconds before the one that is not over. */
  Map<String, Counts> before(long now) {
    advance(now);
    Map<String, Counts> series = new LinkedHashMap<>();
    rings.forEach(
        (node, ring) -> series.put(node, new Counts(line(ring.reads), line(ring.writes))));
    return series;
  }

  private List<Integer> line(int[] ring) {
    List<Integer> line = new ArrayList<>(SECONDS);
    for (int i = 0; i < SECONDS; i++) {
      line.add(ring[slot(second - SECONDS + i)]);
    }
    return line;
  }

  /** A clock that is set back counts on where it was. */
  private void advance(long now) {
    long gone = Math.min(Math.max(now - second, 0), SLOTS);
    for (long i = 0; i < gone; i++) {
      int next = slot(now - i);
      rings
          .values()
          .forEach(
              ring -> {
                ring.reads[next] = 0;
                ring.writes[next] = 0;
              });
    }
    second = Math.max(second, now);
  }

  private static int slot(long second) {
    return (int) Math.floorMod(second, (long) SLOTS);
  }
}
