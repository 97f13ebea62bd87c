package io.github.rwsplit.proof;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What the three strategies did at the same time under the same fault. */
record Round(Fault fault, int sessions, Map<Strategy, Tally> tallies) {

  Round {
    tallies = new EnumMap<>(tallies);
  }

  static String heading() {
    return "| replicas | sessions | strategy | reads | stale | went back | on the primary"
        + " | p50 ms | p99 ms | errors |\n"
        + "|---|---|---|---|---|---|---|---|---|---|";
  }

  String rows() {
    StringBuilder text = new StringBuilder();
    tallies.forEach(
        (strategy, tally) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "| %s | %d | %s | %,d | %,d | %,d | %.1f %% | %.2f | %.2f | %d |%n",
                    fault.words(),
                    sessions,
                    strategy.word(),
                    tally.reads(),
                    tally.stale(),
                    tally.back(),
                    tally.primaryShare() * 100,
                    tally.micros(0.5) / 1_000.0,
                    tally.micros(0.99) / 1_000.0,
                    tally.errors())));
    return text.toString();
  }
}
