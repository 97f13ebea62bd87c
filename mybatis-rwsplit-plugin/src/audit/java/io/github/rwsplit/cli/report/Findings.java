package io.github.rwsplit.cli.report;

import io.github.rwsplit.cli.log.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the rules find, one entry for each rule, statement and detail. What does not fit is
 * counted without its statement, so that no violation is ever lost.
 */
final class Findings {

  private static final int LIMIT = 5_000;

  private record Key(Rule rule, @Nullable String statement, String detail) {}

  private static final class Counted {
    final @Nullable Place first;
    long count;

    Counted(@Nullable Place first) {
      this.first = first;
    }
  }

  private final Map<Key, Counted> found = new LinkedHashMap<>();

  void add(Rule rule, @Nullable String statement, String detail, @Nullable Place place) {
    add(rule, statement, detail, 1, place);
  }

  void add(
      Rule rule, @Nullable String statement, String detail, long count, @Nullable Place place) {
    Key key = new Key(rule, statement, detail);
    if (found.size() >= LIMIT && !found.containsKey(key)) {
      key = new Key(rule, Names.OTHERS, "");
    }
    found.computeIfAbsent(key, unused -> new Counted(place)).count += count;
  }

  /** Violations first, the most frequent first. */
  List<Finding> all() {
    List<Finding> all = new ArrayList<>();
    found.forEach(
        (key, counted) ->
            all.add(
                new Finding(key.rule, key.statement, key.detail, counted.count, counted.first)));
    all.sort(
        Comparator.comparing(Finding::rule)
            .thenComparing(Comparator.comparingLong(Finding::count).reversed())
            .thenComparing(finding -> String.valueOf(finding.statement())));
    return all;
  }
}
