package io.github.rwsplit.histories;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.histories.Frame.Savepoint;
import io.github.rwsplit.histories.History.Outcome;
import io.github.rwsplit.histories.History.Write;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a scope keeps of its writes when savepoints are rolled back. */
class FrameTest {

  private final Frame frame =
      new Frame(1, true, false, new Frame.Context(null, null, List.of(), null, null, Set.of()));

  private Write write(int mark) {
    Write write = new Write(mark, 0, null, "write", mark);
    frame.wrote(write, true);
    return write;
  }

  @Test
  void undoBehind_onlyWhatCameLaterIsUndone() {
    Write before = write(1);
    Savepoint savepoint = frame.savepoint();
    Write behind = write(2);

    frame.undoBehind(savepoint, false);

    assertThat(frame.own(0)).containsExactly(1);
    assertThat(behind.outcome).isEqualTo(Outcome.UNDONE);
    frame.ended(Outcome.ACKNOWLEDGED);
    assertThat(before.outcome).isEqualTo(Outcome.ACKNOWLEDGED);
  }

  /** The inner rollback takes a write from the list that had come before the outer savepoint. */
  @Test
  void undoBehind_ofABatchWithinAnother_whatWasQueuedBeforeBothIsInDoubt() {
    Write queued = write(1);
    Savepoint outer = frame.savepoint();
    Savepoint inner = frame.savepoint();
    frame.selects();
    Write behindBoth = write(2);
    frame.undoBehind(inner, true);
    Write behindOuter = write(3);

    frame.undoBehind(outer, true);

    assertThat(frame.own(0)).isEmpty();
    assertThat(frame.live(0)).containsExactly(1, 2, 3);
    frame.ended(Outcome.ACKNOWLEDGED);
    assertThat(List.of(queued, behindBoth, behindOuter))
        .extracting(write -> write.outcome)
        .containsOnly(Outcome.UNKNOWN);
  }

  @Test
  void expect_whatTheLocalCacheHas_isWhatWasThereBeforeAWriteThatMyBatisDidNotSee() {
    frame.keep("LOCKED STRONG 0", frame.expect("LOCKED STRONG 0", true, 0, 1));
    frame.wrote(new Write(1, 0, null, "JDBC", 2), false);

    assertThat(frame.expect("LOCKED STRONG 0", true, 0, 3).own()).isEmpty();
    assertThat(frame.expect("LOCKED SESSION 0", true, 0, 3).own()).containsExactly(1);
    write(2);
    assertThat(frame.expect("LOCKED STRONG 0", true, 0, 4).own()).containsExactly(1, 2);
  }
}
