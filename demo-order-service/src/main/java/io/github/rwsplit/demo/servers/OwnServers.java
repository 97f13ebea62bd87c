package io.github.rwsplit.demo.servers;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ClassPathResource;

/**
 * Starts a primary, two replicas and a replica for reports, when nothing else names a primary. They
 * end with the JVM, after the application: its last requests and probes still find them.
 */
public final class OwnServers
    implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

  private static final Logger log = LoggerFactory.getLogger(OwnServers.class);
  private static final String PRIMARY_URL = "spring.datasource.url";
  private static final String REPLICAS = "rwsplit.replicas";

  private final SpringApplication application;

  private OwnServers(SpringApplication application) {
    this.application = application;
  }

  /** Lets the application have servers of its own where its environment names none. */
  public static void addTo(SpringApplication application) {
    application.addListeners(new OwnServers(application));
  }

  /** After Boot has read everything that may name a primary, configuration files included. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  @Override
  public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
    ConfigurableEnvironment environment = event.getEnvironment();
    if (environment.containsProperty(PRIMARY_URL)) {
      return;
    }
    if (Binder.get(environment)
        .bind(REPLICAS, Bindable.mapOf(String.class, Object.class))
        .isBound()) {
      throw new IllegalStateException(
          PRIMARY_URL
              + " must be set where "
              + REPLICAS
              + " is, but was not. Set both or neither.");
    }
    log.info("{} is not set: starting a primary and three replicas for this demo", PRIMARY_URL);
    MySqlCluster cluster =
        MySqlCluster.builder()
            .replicas("replica-1", "replica-2", "report-1")
            .recordStatements(
                environment.getProperty("demo.servers.record-statements", Boolean.class, false))
            .atEndOfJvm(SpringApplication.getShutdownHandlers()::add)
            .start();
    describe(cluster, environment);
    application.addInitializers(
        context -> {
          context.getBeanFactory().registerSingleton("demoServers", cluster);
          context.getBeanFactory().registerSingleton("replicasFirst", new ReplicasFirst(cluster));
        });
  }

  private static void describe(MySqlCluster cluster, ConfigurableEnvironment environment) {
    Map<String, Object> addresses = new HashMap<>();
    addresses.put("demo.servers.username", cluster.primary().user());
    addresses.put("demo.servers.password", cluster.primary().password());
    for (MySqlNode node : cluster.nodes()) {
      addresses.put("demo.servers.%s.url".formatted(node.name()), node.jdbcUrl());
    }
    environment.getPropertySources().addLast(new MapPropertySource("demo servers", addresses));
    try {
      new YamlPropertySourceLoader()
          .load("demo configuration", new ClassPathResource("own-servers.yml"))
          .forEach(environment.getPropertySources()::addLast);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
