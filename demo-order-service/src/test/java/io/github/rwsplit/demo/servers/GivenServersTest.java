package io.github.rwsplit.demo.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.demo.DemoOrderService;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.Shop;
import io.github.rwsplit.demo.Shop.Books;
import io.github.rwsplit.test.MySqlCluster;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** What a start does that is given servers. */
@DemoTest
class GivenServersTest {

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  @Autowired ApplicationContext first;

  @Test
  void start_urlGiven_startsNoServersAndKeepsTheData() {
    Shop shop = new Shop(environment, servers);
    Books before = shop.books();

    try (ConfigurableApplicationContext second =
        start(
            "--spring.datasource.url=" + servers.primary().jdbcUrl(),
            "--spring.datasource.username=" + servers.primary().user(),
            "--spring.datasource.password=" + servers.primary().password(),
            "--rwsplit.replicas.r1.url=" + servers.replica(1).jdbcUrl())) {
      assertThat(second.getBeansOfType(MySqlCluster.class)).isEmpty();
      for (String act : List.of("actsController", "faults", "load", "sideBySide")) {
        assertThat(second.containsBean(act)).as("%s on servers of somebody else", act).isFalse();
        assertThat(first.containsBean(act)).as("%s on servers of our own", act).isTrue();
      }
      assertThat(second.containsBean("pageController")).isTrue();
      assertThat(second.getEnvironment().getProperty("rwsplit.replicas.replica-1.url")).isNull();
    }

    assertThat(shop.books()).isEqualTo(before);
  }

  @Test
  void start_replicasWithoutPrimary_isRefused() {
    assertThatThrownBy(() -> start("--rwsplit.replicas.r1.url=jdbc:mysql://127.0.0.1:1/shop"))
        .hasMessageContaining("spring.datasource.url must be set");
  }

  private static ConfigurableApplicationContext start(String... arguments) {
    // Logging is the JVM's: another folder would take the audit lines from the other tests.
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--demo.logs=" + DemoTest.LOGS;
    SpringApplication application = new SpringApplication(DemoOrderService.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    OwnServers.addTo(application);
    return application.run(all);
  }
}
