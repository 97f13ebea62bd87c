package io.github.rwsplit.demo.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The load on real servers, of which the replicas fall behind while it goes on. */
@DemoTest
class LoadTest {

  @Autowired MySqlCluster servers;
  @Autowired Load load;

  @AfterEach
  void bringBack() {
    load.stop();
    servers.replicas().forEach(MySqlNode::startApplier);
    servers.awaitReplication();
  }

  @Test
  void start_replicasFallBehind_findsNoStaleSessionRead() {
    load.start(new LoadPlan(60, 70, 6));
    awaitChecked(50);
    servers.replicas().forEach(MySqlNode::stopApplier);
    awaitChecked(150);
    servers.replicas().forEach(MySqlNode::startApplier);
    awaitChecked(250);

    LoadReport report = load.report();
    assertThat(report.stale()).as(String.join(", ", report.findings())).isZero();
    assertThat(report.failed()).isZero();
    assertThat(report.writes()).isPositive();
    assertThat(report.eventual()).isPositive();
  }

  @Test
  void stop_endsIt_andKeepsItsFigures() {
    load.start(new LoadPlan(50, 80, 2));
    awaitChecked(5);

    load.stop();

    assertThat(load.report().running()).isFalse();
    assertThat(load.report().checked()).isGreaterThanOrEqualTo(5);
  }

  private void awaitChecked(int reads) {
    await().atMost(Duration.ofSeconds(60)).until(() -> load.report().checked() >= reads);
  }
}
