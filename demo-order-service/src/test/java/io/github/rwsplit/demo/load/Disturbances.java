package io.github.rwsplit.demo.load;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.test.MySqlCluster;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** What happens to a service within an hour, one after the other and from the start again. */
final class Disturbances implements Runnable {

  private static final Logger log = LoggerFactory.getLogger(Disturbances.class);
  private static final String REPLICA_2 = "rwsplit.replicas.replica-2.";
  private static final String SPARE_URL = "rwsplit.replicas.spare.url";

  private final ConfigurableEnvironment environment;
  private final MySqlCluster servers;
  private final RwSplitCluster library;
  private final Map<String, Object> changed = new HashMap<>();
  private int turn;

  Disturbances(ConfigurableEnvironment environment, MySqlCluster servers, RwSplitCluster library) {
    this.environment = environment;
    this.servers = servers;
    this.library = library;
    environment.getPropertySources().addFirst(new MapPropertySource("disturbances", changed));
  }

  /** The next one; it is over when this returns, but for what comes back slowly. */
  @Override
  public void run() {
    log.info("Disturbance {}", turn);
    boolean even = turn / 6 % 2 == 0;
    switch (turn++ % 6) {
      case 0 -> servers.node("replica-1").restart();
      case 1 -> reload(REPLICA_2 + "pool.maximum-pool-size", even ? "11" : "12");
      case 2 -> reload(SPARE_URL, servers.node("report-1").jdbcUrl());
      case 3 -> refused();
      case 4 -> {
        servers.node("replica-2").shutdown();
        servers.node("replica-2").start();
      }
      default -> {
        changed.remove(SPARE_URL);
        reload(REPLICA_2 + "weight", even ? "2" : "1");
      }
    }
  }

  private void reload(String property, String value) {
    changed.put(property, value);
    library.reload(RwSplitConfig.read(environment));
  }

  private void refused() {
    String pool = REPLICA_2 + "pool.no-such-property";
    try {
      reload(pool, "1");
      throw new AssertionError("a mistake must be refused, but was taken");
    } catch (RwSplitConfigException e) {
      log.info("Refused, as it must be: {}", e.getMessage());
    } finally {
      changed.remove(pool);
    }
  }

  int made() {
    return turn;
  }
}
