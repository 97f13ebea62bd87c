package io.github.rwsplit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
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
    for (Cell cell : FlatPart.bySessions()) {
      cells.add(Arguments.of(cell));
    }
    return cells;
  }

  @ParameterizedTest
  @MethodSource("cells")
  void contestant_readsWhereItClaimsTo(Cell cell) throws Exception {
    Cell smaller = cell.withSessions(Math.min(cell.sessions(), 1_000));
    try (Reads reads = new Reads(smaller)) {
      Item item = reads.read();

      assertThat(item.getId()).isEqualTo(1);
      assertThat(item.getName())
          .startsWith(
              cell.scenario().leavesThePrimary() ? cell.contestant().expectedNode() : "primary");
    }
  }

  /** Why only its reads are measured. */
  @Test
  void awsWrapper_thatChangesOverForAPreparedStatement_losesIt() throws Exception {
    Contestant.AWS_WRAPPER.open(Database.H2, 1).close();
    try (Application application =
        Application.on(AwsWrapper.over(Database.H2, List.of("primary", "replica-1")), List.of())) {
      assertThatThrownBy(() -> application.mapper().find(1))
          .hasMessageContaining("The internal connection has changed");
    }
  }
}
