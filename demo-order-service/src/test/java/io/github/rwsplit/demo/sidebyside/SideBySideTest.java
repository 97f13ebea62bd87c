package io.github.rwsplit.demo.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.web.Refusal;
import io.github.rwsplit.test.MySqlCluster;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The three strategies on real servers, one of whose replicas is late. */
@DemoTest
class SideBySideTest {

  @Autowired MySqlCluster servers;
  @Autowired SideBySide sideBySide;

  @AfterEach
  void catchUp() {
    servers.node("replica-1").delay(Duration.ZERO);
    servers.awaitReplication();
  }

  @Test
  void run_oneReplicaIsLate_onlyNaiveSplittingIsStale() {
    servers.node("replica-1").delay(Duration.ofSeconds(2));

    sideBySide.start(4);
    assertThatThrownBy(() -> sideBySide.start(4)).isInstanceOf(Refusal.class);
    await().atMost(Duration.ofSeconds(60)).until(() -> !sideBySide.report().running());

    RunReport report = sideBySide.report();
    assertThat(report.problem()).isNull();
    assertThat(report.lines())
        .extracting(RunReport.Line::strategy)
        .containsExactly("naive splitting", "fixed window of 5 s", "by position");
    assertThat(report.lines())
        .allSatisfy(
            line -> {
              assertThat(line.reads()).isPositive();
              assertThat(line.failed()).isZero();
              assertThat(line.stale()).hasSameSizeAs(report.at());
              assertThat(line.primaryShare()).hasSameSizeAs(report.at());
            });
    assertThat(staleOf(report, 0)).isPositive();
    assertThat(staleOf(report, 1)).isZero();
    assertThat(staleOf(report, 2)).isZero();
    assertThat(report.lines().get(0).primaryShare()).containsOnly(0.0);
    assertThat(report.lines().get(1).primaryShare()).containsOnly(100.0);
  }

  private static long staleOf(RunReport report, int line) {
    var stale = report.lines().get(line).stale();
    return stale.get(stale.size() - 1);
  }
}
