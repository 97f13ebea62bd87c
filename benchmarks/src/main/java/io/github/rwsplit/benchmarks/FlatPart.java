package io.github.rwsplit.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether a read costs the same however many sessions are remembered and replicas there are. */
final class FlatPart implements Part {

  private static final int FORKS = 3;
  private static final Cell SINGLE = Cell.of(Contestant.RWSPLIT, Database.STUB);
  private static final Cell SESSION = SINGLE.in(Scenario.SESSION);

  static List<Cell> byReplicas() {
    return List.of(SINGLE, SINGLE.withReplicas(64));
  }

  static List<Cell> bySessions() {
    return List.of(SESSION, SESSION.withSessions(1_000_000));
  }

  @Override
  public String run(boolean quick) throws Exception {
    Map<Cell, Cell> group = new LinkedHashMap<>();
    for (List<Cell> two : List.of(byReplicas(), bySessions())) {
      two.forEach(cell -> group.put(cell, two.get(0)));
    }
    Forks forks = new Forks(quick);
    forks.run(group, quick ? 1 : FORKS);
    return "By replicas; each is asked 40 times a second how far it is, on other threads:\n\n"
        + table(forks, byReplicas(), "2 replicas")
        + "\nBy sessions that have written, each read in its turn:\n\n"
        + table(forks, bySessions(), "1 session");
  }

  private static String table(Forks forks, List<Cell> two, String base) {
    StringBuilder table = new StringBuilder(Row.heading(base));
    two.forEach(cell -> table.append(Row.of(cell, forks.of(cell))));
    return table.toString();
  }
}
