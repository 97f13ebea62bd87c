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
import io.github.rwsplit.benchmarks.Forks.Figure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What one read costs, beside the peers, and what the targets say to it. */
final class ReadPart implements Part {

  /** For those that are held against each other to the last percent, which is on H2. */
  private static final int ROUNDS = 10;

  /** For the others that a target is about: as many as an interval of 95 % needs. */
  private static final int SOME_ROUNDS = 6;

  /** For one that explains another. */
  private static final int FEW_ROUNDS = 3;

  /** For those that are only shown. */
  private static final int ONE_ROUND = 1;

  /** In how many rounds each is measured, always beside the same read of plain MyBatis. */
  private static Map<Cell, Integer> rounds() {
    Map<Cell, Integer> rounds = new LinkedHashMap<>();
    for (Database database : Database.values()) {
      for (Contestant contestant : Contestant.values()) {
        if (contestant != PLAIN && contestant.runsOn(database)) {
          rounds.put(
              Cell.of(contestant, database),
              database == H2 ? roundsOnH2(contestant) : roundsOnStub(contestant));
        }
      }
    }
    // what is left where it reads one database, as plain MyBatis does, and not two in turns
    rounds.put(Cell.of(RWSPLIT, H2).withReplicas(1), FEW_ROUNDS);
    Cell cell = Cell.of(RWSPLIT, STUB);
    rounds.put(cell.in(Scenario.TRANSACTION), ONE_ROUND);
    rounds.put(cell.in(Scenario.PAGE), ONE_ROUND);
    rounds.put(cell.in(Scenario.SESSION), ONE_ROUND);
    rounds.put(cell.withReplicas(64), ONE_ROUND);
    rounds.put(cell.onThreads(2), ONE_ROUND);
    return rounds;
  }

  private static int roundsOnH2(Contestant contestant) {
    return switch (contestant) {
      case RWSPLIT -> ROUNDS;
      case EMPTY_PLUGIN, DYNAMIC_DATASOURCE, RWSPLIT_AUDIT, SHARDINGSPHERE -> SOME_ROUNDS;
      default -> ONE_ROUND;
    };
  }

  private static int roundsOnStub(Contestant contestant) {
    return switch (contestant) {
      case RWSPLIT, EMPTY_PLUGIN -> SOME_ROUNDS;
      default -> ONE_ROUND;
    };
  }

  /** All, in the order of the tables. */
  static List<Cell> cells() {
    return rounds().keySet().stream()
        .flatMap(cell -> Stream.of(cell.plain(), cell))
        .distinct()
        .sorted(
            Comparator.comparing(Cell::database)
                .thenComparing(Cell::threads)
                .thenComparing(Cell::replicas)
                .thenComparing(Cell::scenario)
                .thenComparing(Cell::contestant))
        .toList();
  }

  @Override
  public String run(boolean quick) throws Exception {
    Map<Cell, Integer> rounds = rounds();
    if (quick) {
      rounds.replaceAll((cell, count) -> count == ROUNDS ? 2 : 1);
    }
    Forks forks =
        new Forks(
            quick, rounds.keySet().stream().collect(Collectors.toMap(cell -> cell, Cell::plain)));
    forks.run(rounds);
    List<Row> rows = cells().stream().map(cell -> row(cell, rounds.keySet(), forks)).toList();
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(
            Path.of("target", "results.json").toFile(), rows.stream().map(Row::values).toList());
    return "On the stub driver:\n\n"
        + table(rows, cell -> single(cell) && cell.database() == STUB)
        + "\nOn H2:\n\n"
        + table(rows, cell -> cell.database() == H2)
        + "\nOther reads, on the stub driver, each beside the same read without the library; a read"
        + " in a session beside a single one:\n\n"
        + table(rows, cell -> !single(cell) && cell.database() == STUB)
        + "\nThe targets:\n\n"
        + Target.HEADING
        + String.join("", targets(forks).stream().map(Target::toString).toList());
  }

  private static Row row(Cell cell, Set<Cell> measured, Forks forks) {
    if (measured.contains(cell)) {
      return Row.of(cell, forks.of(cell));
    }
    return Row.ofBase(
        cell,
        measured.stream()
            .filter(other -> other.plain().equals(cell))
            .flatMap(other -> forks.of(other).stream())
            .toList());
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
    targets.add(Target.time("time more than plain, H2", ratios(forks, RWSPLIT, H2), 0.03));
    targets.add(
        Target.time(
            "time more than plain with audit on, H2", ratios(forks, RWSPLIT_AUDIT, H2), 0.10));
    for (Database database : List.of(H2, STUB)) {
      String on = ", " + database.label();
      targets.add(
          Target.time(
              "time more than an empty plugin" + on, besides(forks, EMPTY_PLUGIN, database), 0));
      targets.add(
          Target.bytes(
              "bytes more than plain" + on,
              forks.of(Cell.of(RWSPLIT, database)).stream().map(Figure::moreBytes).toList(),
              200));
    }
    targets.add(
        Target.time(
            "time more than dynamic-datasource, H2", besides(forks, DYNAMIC_DATASOURCE, H2), 0));
    targets.add(
        new Target(
            "added time, of what ShardingSphere adds, H2",
            Median.of(addedShares(forks)),
            0.10,
            0.10,
            share -> String.format(Locale.ROOT, "%.1f %%", share * 100)));
    return targets;
  }

  private static List<Double> ratios(Forks forks, Contestant contestant, Database database) {
    return forks.of(Cell.of(contestant, database)).stream().map(Figure::ratio).toList();
  }

  /** The library's times beside another one's, round by round, by what both are beside plain. */
  private static List<Double> besides(Forks forks, Contestant other, Database database) {
    return together(
        ratios(forks, RWSPLIT, database),
        ratios(forks, other, database),
        (ours, theirs) -> ours / theirs);
  }

  private static List<Double> addedShares(Forks forks) {
    return together(
        ratios(forks, RWSPLIT, H2),
        ratios(forks, SHARDINGSPHERE, H2),
        (ours, theirs) -> (ours - 1) / (theirs - 1));
  }

  /** Of the rounds in which both were measured, the first ones. */
  private static List<Double> together(
      List<Double> ours, List<Double> theirs, DoubleBinaryOperator what) {
    return IntStream.range(0, Math.min(ours.size(), theirs.size()))
        .mapToObj(i -> what.applyAsDouble(ours.get(i), theirs.get(i)))
        .toList();
  }
}
