package io.github.rwsplit.histories;

import java.util.List;
import java.util.Map;

/**
 * What one program left on the servers after all faults were healed.
 *
 * @param primary for each place the marks that are there, in the order in which they came
 * @param replicas the same for each replica, by its name
 * @param keys the marks of the notes, by the keys of their rows
 */
record Ending(
    Map<Integer, List<Integer>> primary,
    Map<String, Map<Integer, List<Integer>>> replicas,
    Map<Long, Integer> keys) {

  List<Integer> at(int place) {
    return primary.getOrDefault(place, List.of());
  }
}
