package io.github.rwsplit.demo;

import io.github.rwsplit.demo.servers.OwnServers;
import io.github.rwsplit.demo.servers.WalkThrough;
import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The order service. */
@SpringBootApplication(proxyBeanMethods = false)
public final class DemoOrderService {

  /** Starts the service, and servers for it where {@code spring.datasource.url} names none. */
  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(DemoOrderService.class);
    OwnServers.addTo(application);
    application.addListeners(new WalkThrough());
    application.run(args);
  }

  /** UTC, in the milliseconds that the tables keep: what is answered is what is stored. */
  @Bean
  Clock clock() {
    return Clock.tick(Clock.systemUTC(), Duration.ofMillis(1));
  }
}
