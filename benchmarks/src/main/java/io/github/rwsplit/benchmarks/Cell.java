package io.github.rwsplit.benchmarks;

import java.util.Locale;

/**
 * What one fork measures.
 *
 * @param replicas how many there are, where the contestant has so many
 * @param sessions how many sessions have written, and are read in turns, where the scenario has any
 */
record Cell(
    Contestant contestant,
    Database database,
    Scenario scenario,
    int replicas,
    int threads,
    int sessions) {

  /** With two replicas, on one thread, by itself. */
  static Cell of(Contestant contestant, Database database) {
    return new Cell(contestant, database, Scenario.SINGLE, 2, 1, 1);
  }

  /** What {@link #words} told, perhaps in another process or by another class loader. */
  static Cell of(String[] words) {
    return new Cell(
        Contestant.valueOf(words[0]),
        Database.valueOf(words[1]),
        Scenario.valueOf(words[2]),
        Integer.parseInt(words[3]),
        Integer.parseInt(words[4]),
        Integer.parseInt(words[5]));
  }

  /** All of it, in words that name no class. */
  String[] words() {
    return new String[] {
      contestant.name(),
      database.name(),
      scenario.name(),
      Integer.toString(replicas),
      Integer.toString(threads),
      Integer.toString(sessions)
    };
  }

  Cell in(Scenario other) {
    return new Cell(contestant, database, other, replicas, threads, sessions);
  }

  Cell withReplicas(int other) {
    return new Cell(contestant, database, scenario, other, threads, sessions);
  }

  Cell onThreads(int other) {
    return new Cell(contestant, database, scenario, replicas, other, sessions);
  }

  Cell withSessions(int other) {
    return new Cell(contestant, database, scenario, replicas, threads, other);
  }

  /** The same of another contestant. */
  Cell by(Contestant other) {
    return new Cell(other, database, scenario, replicas, threads, sessions);
  }

  /** What it is compared with: the same read without any routing. */
  Cell plain() {
    return new Cell(
        Contestant.PLAIN,
        database,
        scenario == Scenario.SESSION ? Scenario.SINGLE : scenario,
        2,
        threads,
        1);
  }

  /** In words, as they stand in a table. */
  String label() {
    StringBuilder label = new StringBuilder(contestant.label());
    if (scenario != Scenario.SINGLE) {
      label.append(", ").append(scenario.label());
    }
    if (scenario == Scenario.SESSION && sessions > 1) {
      label.append(String.format(Locale.ROOT, ", %,d sessions", sessions));
    }
    if (replicas != 2) {
      label.append(", ").append(replicas).append(replicas == 1 ? " replica" : " replicas");
    }
    if (threads != 1) {
      label.append(", ").append(threads).append(" threads");
    }
    return label.toString();
  }

  @Override
  public String toString() {
    return label() + " on " + database.label();
  }
}
