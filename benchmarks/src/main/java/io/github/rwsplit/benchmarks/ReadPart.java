package io.github.rwsplit.benchmarks;

import static io.github.rwsplit.benchmarks.Contestant.DYNAMIC_DATASOURCE;
import static io.github.rwsplit.benchmarks.Contestant.EMPTY_PLUGIN;
import static io.github.rwsplit.benchmarks.Contestant.PLAIN;
import static io.github.rwsplit.benchmarks.Contestant.RWSPLIT;
import static io.github.rwsplit.benchmarks.Contestant.RWSPLIT_AUDIT;
import static io.github.rwsplit.benchmarks.Contestant.SHARDINGSPHERE;
import static io.github.rwsplit.benchmarks.Database.H2;
import static io.github.rwsplit.benchmarks.Database.STUB;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What one read costs, beside the peers, and what the targets say to it. */
final class ReadPart implements Part {

  /** For those that are held against each other to the last percent. */
  private static final int ROUNDS = 10;

  /** For the others that a target is about: as many as an interval of 95 % needs. */
  private static final int SOME_ROUNDS = 6;

  /** For those that are only shown. */
  private static final int FEW_ROUNDS = 3;

  /** In how many rounds each is measured. */
  private static Map<Cell, Integer> rounds() {
    Map<Cell, Integer> rounds = new LinkedHashMap<>();
    for (Database database : Database.values()) {
      for (Contestant contestant : Contestant.values()) {
        if (contestant.runsOn(database)) {
          rounds.put(Cell.of(contestant, database), rounds(contestant));
        }
      }
    }
    for (Contestant contestant : List.of(PLAIN, RWSPLIT)) {
      Cell cell = Cell.of(contestant, STUB);
      rounds.put(cell.in(Scenario.TRANSACTION), FEW_ROUNDS);
      rounds.put(cell.in(Scenario.PAGE), FEW_ROUNDS);
      rounds.put(cell.onThreads(2), FEW_ROUNDS);
    }
    rounds.put(Cell.of(RWSPLIT, STUB).in(Scenario.SESSION), FEW_ROUNDS);
    rounds.put(Cell.of(RWSPLIT, STUB).withReplicas(64), FEW_ROUNDS);
    return rounds;
  }

  private static int rounds(Contestant contestant) {
    return switch (contestant) {
      case PLAIN, EMPTY_PLUGIN, RWSPLIT -> ROUNDS;
      case DYNAMIC_DATASOURCE, RWSPLIT_AUDIT, SHARDINGSPHERE -> SOME_ROUNDS;
      default -> FEW_ROUNDS;
    };
  }

  /** All, in the order of the tables. */
  static List<Cell> cells() {
    return rounds().keySet().stream()
        .sorted(
            java.util.Comparator.comparing(Cell::database)
                .thenComparing(Cell::threads)
                .thenComparing(Cell::replicas)
                .thenComparing(Cell::scenario)
                .thenComparing(Cell::contestant))
        .toList();
  }

  @Override
  public String run(boolean quick) throws Exception {
    Forks forks = new Forks(quick);
    Map<Cell, Integer> rounds = rounds();
    if (quick) {
      rounds.replaceAll((cell, count) -> count == ROUNDS ? 2 : 1);
    }
    forks.run(rounds);
    List<Row> rows =
        cells().stream().map(cell -> Row.of(cell, forks.of(cell), forks.of(cell.plain()))).toList();
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(
            Path.of("target", "results.json").toFile(), rows.stream().map(Row::values).toList());
    return "On the stub driver:\n\n"
        + table(rows, cell -> single(cell) && cell.database() == STUB)
        + "\nOn H2:\n\n"
        + table(rows, cell -> single(cell) && cell.database() == H2)
        + "\nOther reads, on the stub driver, each beside the same read without the library; a read"
        + " in a session beside a single one:\n\n"
        + table(rows, cell -> !single(cell))
        + "\nThe targets:\n\n"
        + Target.HEADING
        + String.join("", targets(forks).stream().map(Target::toString).toList());
  }

  private static boolean single(Cell cell) {
    return cell.equals(Cell.of(cell.contestant(), cell.database()));
  }

  private static String table(List<Row> rows, Predicate<Cell> which) {
    StringBuilder table = new StringBuilder(Row.heading("plain"));
    rows.stream().filter(row -> which.test(row.cell())).forEach(table::append);
    return table.toString();
  }

  private static List<Target> targets(Forks forks) {
    List<Target> targets = new ArrayList<>();
    targets.add(Target.time("time more than plain, H2", ratios(forks, H2, RWSPLIT, PLAIN), 0.03));
    for (Database database : Database.values()) {
      String on = ", " + database.label();
      targets.add(
          Target.time(
              "time more than an empty plugin" + on,
              ratios(forks, database, RWSPLIT, EMPTY_PLUGIN),
              0));
      targets.add(Target.bytes("bytes more than plain" + on, moreBytes(forks, database), 200));
      targets.add(
          Target.time(
              "time more than dynamic-datasource" + on,
              ratios(forks, database, RWSPLIT, DYNAMIC_DATASOURCE),
              0));
      targets.add(
          Target.time(
              "time more than plain with audit on" + on,
              ratios(forks, database, RWSPLIT_AUDIT, PLAIN),
              0.10));
    }
    targets.add(
        new Target(
            "added time, of what ShardingSphere adds, H2",
            Median.of(addedShares(forks)),
            0.10,
            0.10,
            share -> String.format(java.util.Locale.ROOT, "%.1f %%", share * 100)));
    return targets;
  }

  private static List<Double> ratios(
      Forks forks, Database database, Contestant one, Contestant other) {
    return Row.ratios(forks.of(Cell.of(one, database)), forks.of(Cell.of(other, database)));
  }

  private static List<Double> moreBytes(Forks forks, Database database) {
    List<Forks.Figure> ours = forks.of(Cell.of(RWSPLIT, database));
    List<Forks.Figure> plain = forks.of(Cell.of(PLAIN, database));
    return Forks.together(ours, plain)
        .mapToObj(i -> ours.get(i).bytes() - plain.get(i).bytes())
        .toList();
  }

  private static List<Double> addedShares(Forks forks) {
    List<Forks.Figure> ours = forks.of(Cell.of(RWSPLIT, H2));
    List<Forks.Figure> plain = forks.of(Cell.of(PLAIN, H2));
    List<Forks.Figure> theirs = forks.of(Cell.of(SHARDINGSPHERE, H2));
    return Forks.together(ours, plain, theirs)
        .mapToObj(
            i ->
                (ours.get(i).nanos() - plain.get(i).nanos())
                    / (theirs.get(i).nanos() - plain.get(i).nanos()))
        .toList();
  }
}
