package io.github.rwsplit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.benchmarks.LocksPart.Watched;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No reader waits for another one within the library; the recorder is the JVM's own. */
class LocksTest {

  @ParameterizedTest
  @CsvSource({"RWSPLIT, SINGLE", "RWSPLIT, SESSION", "RWSPLIT_COMMENT, SINGLE"})
  void readers_onManyThreads_waitForNothingOfTheLibrary(Contestant contestant, Scenario scenario)
      throws Exception {
    Watched watched = LocksPart.watch(contestant, scenario, false, 1_000);

    assertThat(watched.recorderSees()).isTrue();
    assertThat(watched.own()).isEmpty();
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void readers_onVirtualThreads_areNeverPinnedByTheLibrary() throws Exception {
    Watched watched = LocksPart.watch(Contestant.RWSPLIT, Scenario.SESSION, true, 1_000);

    assertThat(watched.recorderSees()).isTrue();
    assertThat(watched.own()).isEmpty();
    assertThat(watched.pinned()).isEmpty();
  }
}
