package io.github.rwsplit.cli.report;

import java.util.Map;
import java.util.Set;

/**
 * What the reader of a log knows of the nodes, from the application's configuration or from
 * options. Empty where nothing was told.
 *
 * @param weights the weight of each replica; one that is not named has 1
 * @param groups the groups of each replica
 * @param lagMillis by how much {@code lag_ms} may exceed the age of a marker before that proves
 *     anything
 */
public record Expected(
    Map<String, Integer> weights, Map<String, Set<String>> groups, long lagMillis) {

  /** Copies what may be mutable. */
  public Expected {
    weights = Map.copyOf(weights);
    groups = Map.copyOf(groups);
  }
}
