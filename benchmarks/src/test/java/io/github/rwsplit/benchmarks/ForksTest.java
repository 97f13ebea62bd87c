package io.github.rwsplit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is measured is measured of both, each with classes of its own. */
class ForksTest {

  private static final Cell ROUTED = Cell.of(Contestant.RWSPLIT, Database.STUB);

  @Test
  void forks_ofAGroup_findTheFiguresOfEachOfIt() throws Exception {
    Forks forks = new Forks(true);
    Map<Cell, Cell> group = new LinkedHashMap<>();
    group.put(ROUTED.plain(), ROUTED.plain());
    group.put(ROUTED, ROUTED.plain());

    forks.run(group, 2);

    assertThat(forks.of(ROUTED.plain()))
        .hasSize(2)
        .allSatisfy(
            figure -> {
              assertThat(figure.nanos()).isPositive();
              assertThat(figure.bytes()).isPositive();
              assertThat(figure.ratio()).isEqualTo(1);
              assertThat(figure.moreBytes()).isZero();
            });
    assertThat(forks.of(ROUTED))
        .hasSize(2)
        .allSatisfy(
            figure -> {
              assertThat(figure.nanos()).isPositive();
              assertThat(figure.ratio()).isPositive().isNotEqualTo(1);
              assertThat(figure.moreBytes()).isPositive().isLessThan(figure.bytes());
            });
  }

  @Test
  void sides_ofOneProcess_shareNoClassBeyondTheJdk() throws Exception {
    try (Isolated one = new Isolated(ROUTED);
        Isolated other = new Isolated(ROUTED)) {
      assertThat(one.type().getName()).isEqualTo(other.type().getName());
      assertThat(one.type()).isNotEqualTo(other.type()).isNotEqualTo(Reads.class);
      for (Isolated side : new Isolated[] {one, other}) {
        assertThat(side.read(100)).hasSize(2).doesNotContain(0);
      }
    }
  }

  @Test
  void side_whoseReadsAreNotWhereTheyBelong_isNotMeasured() {
    // nothing splits where there are no replicas
    assertThatThrownBy(() -> new Isolated(ROUTED.withReplicas(0)))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .hasMessageContaining("must read on replica-, but reads on primary");
  }

  @Test
  void cell_inWords_isTheSameCellAgain() {
    Cell cell = ROUTED.in(Scenario.SESSION).withReplicas(64).onThreads(2).withSessions(1_000_000);

    assertThat(Cell.of(cell.words())).isEqualTo(cell);
  }
}
