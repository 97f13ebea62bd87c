package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SemiSyncWatchTest {

  private final Node primary = NodeFixtures.primary();
  private final SemiSyncWatch watch = new SemiSyncWatch(primary);

  @Test
  void answered_fallsBackAndComesBack_isSaidOnceEach(CapturedOutput output) {
    tell(SemiSync.ACTIVE);
    tell(SemiSync.FALLEN_BACK);
    tell(SemiSync.FALLEN_BACK);
    assertThat(primary.semiSync()).isEqualTo(SemiSync.FALLEN_BACK);
    tell(SemiSync.ACTIVE);
    tell(SemiSync.ACTIVE);
    assertThat(primary.semiSync()).isEqualTo(SemiSync.ACTIVE);
    assertThat(output.getOut())
        .containsOnlyOnce(" WARN ")
        .containsOnlyOnce("has fallen back to asynchronous")
        .containsOnlyOnce("replication is semi-synchronous again");
  }

  @Test
  void answered_notUsed_saysNothing(CapturedOutput output) {
    tell(SemiSync.NOT_USED);
    assertThat(primary.semiSync()).isEqualTo(SemiSync.NOT_USED);
    assertThat(output.getOut()).doesNotContain("semi-synchronous");
  }

  private void tell(SemiSync state) {
    watch.answered(Answer.alive("").with(new Standing.OfPrimary(0, state)));
  }
}
