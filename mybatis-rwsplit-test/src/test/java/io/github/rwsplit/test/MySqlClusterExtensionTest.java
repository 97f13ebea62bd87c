package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

class MySqlClusterExtensionTest {

  private static final List<MySqlCluster> SEEN = new ArrayList<>();

  @AfterAll
  static void forget() {
    SEEN.clear();
  }

  @Test
  void classesOfTheSameSize_shareOneCluster_thatIsResetInBetween() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(LeavesTraces.class), selectClass(FindsNone.class))
        .execute()
        .testEvents()
        .assertStatistics(events -> events.started(3).succeeded(3));

    assertThat(SEEN)
        .hasSize(3)
        .allSatisfy(cluster -> assertThat(cluster).isSameAs(MySqlCluster.shared(2)));
  }

  @WithMySqlCluster(replicas = 2)
  @Tag("only-by-name")
  static class LeavesTraces {
    @Test
    void leave(MySqlCluster cluster) {
      SEEN.add(cluster);
      cluster.primary().execute("CREATE TABLE shop.trace (id INT)");
      cluster.replica(1).kill();
    }

    @Nested
    class Inner {
      @Test
      void innerClass_seesWhatTheOuterLeft(MySqlCluster cluster) {
        SEEN.add(cluster);
        cluster.primary().execute("DROP TABLE shop.trace");
        assertThat(cluster.replica(1).isRunning()).isFalse();
      }
    }
  }

  @WithMySqlCluster
  @Tag("only-by-name")
  static class FindsNone {
    @Test
    void find(MySqlCluster cluster) {
      SEEN.add(cluster);
      assertThat(cluster.replica(1).isRunning()).isTrue();
      cluster.awaitReplication();
      cluster.primary().execute("CREATE TABLE shop.trace (id INT)");
    }
  }
}
