package io.github.rwsplit.benchmarks;

import static io.github.rwsplit.benchmarks.Contestant.AWS_WRAPPER;
import static io.github.rwsplit.benchmarks.Contestant.DYNAMIC_DATASOURCE;
import static io.github.rwsplit.benchmarks.Contestant.EMPTY_PLUGIN;
import static io.github.rwsplit.benchmarks.Contestant.RWSPLIT;
import static io.github.rwsplit.benchmarks.Contestant.RWSPLIT_AUDIT;
import static io.github.rwsplit.benchmarks.Contestant.RWSPLIT_AUDIT_JSON;
import static io.github.rwsplit.benchmarks.Contestant.RWSPLIT_COMMENT;
import static io.github.rwsplit.benchmarks.Contestant.SHARDINGSPHERE;
import static io.github.rwsplit.benchmarks.Contestant.THREAD_LOCAL_KEY;
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
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What one read costs, beside the peers, and what the targets say to it. */
final class ReadPart implements Part {

  /** As many as an interval of 95 % needs. */
  private static final int SOME_FORKS = 6;

  /** That the last percent gets ten in all. */
  private static final int MORE_FORKS = 4;

  /** Some that are measured in turns, each beside plain MyBatis. */
  private record Group(List<Cell> cells, int forks) {

    Map<Cell, Cell> bases() {
      Map<Cell, Cell> bases = new LinkedHashMap<>();
      for (Cell cell : cells) {
        bases.put(cell.plain(), cell.plain());
        bases.put(cell, cell.plain());
      }
      return bases;
    }
  }

  private static List<Group> groups() {
    Cell stub = Cell.of(RWSPLIT, STUB);
    return List.of(
        new Group(
            on(H2, RWSPLIT, EMPTY_PLUGIN, DYNAMIC_DATASOURCE, RWSPLIT_AUDIT, SHARDINGSPHERE),
            SOME_FORKS),
        new Group(on(H2, RWSPLIT), MORE_FORKS),
        new Group(on(STUB, RWSPLIT, EMPTY_PLUGIN), SOME_FORKS),
        // the rest is only shown
        new Group(on(H2, THREAD_LOCAL_KEY, RWSPLIT_AUDIT_JSON, RWSPLIT_COMMENT, AWS_WRAPPER), 1),
        new Group(
            on(
                STUB,
                THREAD_LOCAL_KEY,
                DYNAMIC_DATASOURCE,
                RWSPLIT_AUDIT,
                RWSPLIT_AUDIT_JSON,
                RWSPLIT_COMMENT,
                AWS_WRAPPER),
            1),
        // where it reads one database, as plain MyBatis does, and not two in turns
        new Group(List.of(Cell.of(RWSPLIT, H2).withReplicas(1)), 1),
        new Group(List.of(stub.in(Scenario.TRANSACTION), stub.in(Scenario.PAGE)), 1),
        new Group(List.of(stub.in(Scenario.SESSION), stub.withReplicas(64), stub.onThreads(2)), 1));
  }

  private static List<Cell> on(Database database, Contestant... contestants) {
    return Stream.of(contestants).map(contestant -> Cell.of(contestant, database)).toList();
  }

  /** All, in the order of the tables. */
  static List<Cell> cells() {
    return groups().stream()
        .flatMap(group -> group.bases().keySet().stream())
        .distinct()
        .sorted(
            Comparator.comparing(Cell::database)
                .thenComparing(Cell::threads)
                .thenComparing(Cell::scenario)
                .thenComparing(Cell::contestant)
                .thenComparing(Cell::replicas))
        .toList();
  }

  @Override
  public String run(boolean quick) throws Exception {
    Forks forks = new Forks(quick);
    for (Group group : groups()) {
      forks.run(group.bases(), quick ? 1 : group.forks());
    }
    List<Row> rows = cells().stream().map(cell -> Row.of(cell, forks.of(cell))).toList();
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

  /** The library's times beside another one's, fork by fork, by what both are beside plain. */
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

  /** Of forks in which both were measured. */
  private static List<Double> together(
      List<Double> ours, List<Double> theirs, DoubleBinaryOperator what) {
    return IntStream.range(0, Math.min(ours.size(), theirs.size()))
        .mapToObj(i -> what.applyAsDouble(ours.get(i), theirs.get(i)))
        .toList();
  }
}
