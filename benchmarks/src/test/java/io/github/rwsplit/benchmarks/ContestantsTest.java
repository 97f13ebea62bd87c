package io.github.rwsplit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each variant really routes: its set-up fails otherwise. */
class ContestantsTest {

  static List<Arguments> cells() {
    List<Arguments> cells = new ArrayList<>();
    for (Cell cell : ReadPart.cells()) {
      cells.add(Arguments.of(cell));
    }
    return cells;
  }

  @ParameterizedTest
  @MethodSource("cells")
  void contestant_readsWhereItClaimsTo(Cell cell) throws Exception {
    ReadBenchmark benchmark = new ReadBenchmark();
    benchmark.contestant = cell.contestant();
    benchmark.database = cell.database();
    benchmark.scenario = cell.scenario();
    benchmark.replicas = cell.replicas();
    benchmark.open();
    try {
      Item item = benchmark.read();

      assertThat(item.getId()).isEqualTo(1);
      assertThat(item.getName())
          .startsWith(
              cell.scenario().leavesThePrimary() ? cell.contestant().expectedNode() : "primary");
    } finally {
      benchmark.close();
    }
  }
}
