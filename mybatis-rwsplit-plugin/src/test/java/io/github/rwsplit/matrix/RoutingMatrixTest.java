package io.github.rwsplit.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Runs all pairs of the matrix, or with {@code -Drwsplit.matrix=full} the whole product. Every cell
 * that is left out is counted with its reason.
 */
@WithMySqlCluster(replicas = 2)
class RoutingMatrixTest {

  @Test
  void everyCell_runsWhereTheModelSays(MySqlCluster servers) throws Exception {
    Servers.prepare(servers);
    Map<String, Integer> leftOut = new TreeMap<>();
    Map<Cell.Wiring, List<Cell>> byWiring = new LinkedHashMap<>();
    for (Cell cell : cells(leftOut)) {
      byWiring.computeIfAbsent(cell.wiring(), wiring -> new ArrayList<>()).add(cell);
    }
    List<String> wrong = new ArrayList<>();
    int ran = 0;
    long writes = 0;
    for (Map.Entry<Cell.Wiring, List<Cell>> entry : byWiring.entrySet()) {
      try (Application application = new Application(servers, entry.getKey())) {
        for (Cell cell : entry.getValue()) {
          String session = "session-" + ran++;
          writes += cell.first() == Cell.First.READ ? 0 : 1;
          check(application, cell, session, wrong);
        }
      }
    }
    System.out.printf(
        "Routing matrix: %d cells in %d wirings; left out: %s%n", ran, byWiring.size(), leftOut);

    assertThat(wrong).isEmpty();
    assertThat(Servers.writesOnReplicas(servers)).isEmpty();
    assertThat(Servers.marks(servers.primary())).isEqualTo(writes);
  }

  private static List<Cell> cells(Map<String, Integer> leftOut) {
    boolean full = "full".equals(System.getProperty("rwsplit.matrix"));
    List<int[]> all = AllPairs.product(Cell.sizes());
    for (int[] at : all) {
      String reason = Cell.of(at).leftOutBecause();
      if (!reason.isEmpty()) {
        leftOut.merge(reason, 1, Integer::sum);
      }
    }
    List<int[]> chosen =
        full ? all : AllPairs.of(Cell.sizes(), at -> Cell.of(at).leftOutBecause().isEmpty());
    return chosen.stream().map(Cell::of).filter(cell -> cell.leftOutBecause().isEmpty()).toList();
  }

  private static void check(
      Application application, Cell cell, String session, List<String> wrong) {
    RouteReason expected = Model.expected(cell);
    try {
      Run.Seen seen = new Run(application, cell).run(session);
      String node = seen.names().isEmpty() ? "nowhere" : seen.names().get(0);
      boolean rightNode = Model.onReplica(expected) != node.equals("primary");
      boolean oneNode =
          seen.names().stream().distinct().count() == 1
              && (seen.total() == -1 || seen.total() == Servers.rowsOf(node));
      // a BATCH session runs its queued write right before the read
      List<StatementEvent> reads =
          application.events.stream().filter(event -> event.command().equals("SELECT")).toList();
      boolean rightReason =
          reads.stream().map(StatementEvent::reason).allMatch(expected::equals)
              && reads.stream().map(StatementEvent::node).allMatch(node::equals)
              && reads.stream().map(StatementEvent::decision).distinct().count() == 1;
      if (!rightNode || !oneNode || !rightReason) {
        wrong.add(
            "%s: expected %s, but rows came from %s, total %d, audit says %s"
                .formatted(
                    cell,
                    expected,
                    seen.names(),
                    seen.total(),
                    reads.stream().map(event -> event.reason() + "@" + event.node()).toList()));
      }
    } catch (Exception e) {
      wrong.add(cell + ": " + e);
    }
  }
}
