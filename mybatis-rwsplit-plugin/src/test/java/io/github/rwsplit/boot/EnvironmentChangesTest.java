package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitSwitches;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * What Config Server, Nacos and Apollo end in: properties that change, and Spring Cloud's event.
 */
@ExtendWith(OutputCaptureExtension.class)
class EnvironmentChangesTest {

  private final Map<String, Object> properties = new HashMap<>();
  private final AnnotationConfigApplicationContext context = start();
  private final RwSplitCluster cluster = context.getBean(RwSplitCluster.class);

  private AnnotationConfigApplicationContext start() {
    properties.put("rwsplit.replicas.r1.url", "jdbc:h2:mem:${database}");
    properties.put("database", "one");
    AnnotationConfigApplicationContext started = new AnnotationConfigApplicationContext();
    started
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("remote", properties));
    started.register(EnableRwSplitTest.Application.class);
    started.refresh();
    return started;
  }

  @AfterEach
  void closeContext() {
    context.close();
  }

  private void change(String key, String value) {
    properties.put(key, value);
    context.publishEvent(new EnvironmentChangeEvent(context, Set.of(key)));
  }

  @Test
  void change_weight_holdsWithoutAnotherPool() {
    DataSource pool = ClusterProbe.replica(cluster, "r1");
    change("rwsplit.replicas.r1.weight", "7");
    assertThat(ClusterProbe.weight(cluster, "r1")).isEqualTo(7);
    assertThat(ClusterProbe.replica(cluster, "r1")).isSameAs(pool);
  }

  @Test
  void change_whatAPropertyOfOursRefersTo_makesAnotherPool() {
    DataSource pool = ClusterProbe.replica(cluster, "r1");
    change("unrelated", "x");
    assertThat(ClusterProbe.replica(cluster, "r1")).isSameAs(pool);
    change("database", "two");
    assertThat(ClusterProbe.replica(cluster, "r1")).isNotSameAs(pool);
  }

  @Test
  void change_switch_isInEffectAndShown() {
    RwSplitSwitches switches = context.getBean(RwSplitSwitches.class);
    assertThat(switches).isSameAs(cluster.switches());
    change("rwsplit.switches.replica-percent", "10");
    assertThat(switches.state().replicaPercent().value()).isEqualTo(10);
  }

  @Test
  void change_wrong_isRefusedWithAnErrorAndChangesNothing(CapturedOutput output) {
    properties.put("rwsplit.replicas.r1.weight", "7");
    change("rwsplit.replicas.r1.wieght", "7");
    assertThat(ClusterProbe.weight(cluster, "r1")).isEqualTo(1);
    assertThat(output)
        .contains("ERROR")
        .contains("refused as a whole")
        .contains("rwsplit.replicas.r1.wieght (from remote) is not a known key");

    properties.remove("rwsplit.replicas.r1.wieght");
    change("rwsplit.mode", "observe");
    assertThat(output)
        .contains("rwsplit.mode cannot change while the cluster runs; restart for it");
    assertThat(ClusterProbe.weight(cluster, "r1")).isEqualTo(1);
  }
}
