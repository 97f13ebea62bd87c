package io.github.rwsplit.adoption;

import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.cloud.context.scope.refresh.RefreshScope;
import org.springframework.core.env.MapPropertySource;

/**
 * Spring Cloud, which may put the application's DataSource into its refresh scope, and changes
 * properties while the application runs.
 */
@WithMySqlCluster(replicas = 2)
class SpringCloudTest {

  @Test
  void refresh_changesWeights_andAnotherPoolOfThePrimaryIsFollowed(MySqlCluster servers)
      throws Exception {
    Application.createItems(servers);
    Map<String, Object> remote = new HashMap<>();
    try (var context =
        Application.on(servers)
            .with(
                "spring.cloud.refresh.enabled=true",
                "spring.cloud.refresh.extra-refreshable=com.zaxxer.hikari.HikariDataSource")
            .start()) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource("remote", remote));
      assertThat(AopUtils.isAopProxy(context.getBean(DataSource.class))).isTrue();
      Application.assertRoutes(context);

      remote.put("rwsplit.replicas.replica-2.weight", "0");
      context.publishEvent(new EnvironmentChangeEvent(context, remote.keySet()));
      ItemMapper items = context.getBean(ItemMapper.class);
      for (int i = 0; i < 10; i++) {
        assertThatCall(items::all).ranOn("replica-1");
      }

      context.getBean(RefreshScope.class).refreshAll();
      Application.assertRoutes(context);

      remote.put("rwsplit.switches.primary-only", "true");
      context.publishEvent(
          new EnvironmentChangeEvent(context, Set.of("rwsplit.switches.primary-only")));
      assertThatCall(items::all).ranOn("primary");
    }
  }
}
