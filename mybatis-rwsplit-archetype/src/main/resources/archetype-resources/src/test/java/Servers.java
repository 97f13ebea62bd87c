package ${package};

import io.github.rwsplit.test.MySqlCluster;
#if( $redis == "yes" )
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
#end
import java.util.HashMap;
import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
#if( $redis == "yes" )
import redis.embedded.RedisServer;
#end

/**
 * Real servers: a primary, a replica and a replica for reports#if( $redis == "yes" ), and a Redis#end. They start once, with the first test
 * or with TestApplication, and end with the JVM.
 */
public final class Servers implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  private static final MySqlCluster CLUSTER =
      MySqlCluster.builder().database("shop").replicas("replica-1", "report-1").start();
#if( $redis == "yes" )
  private static final RedisServer REDIS = redis();

  private static RedisServer redis() {
    try (ServerSocket free = new ServerSocket(0)) {
      int port = free.getLocalPort();
      free.close();
      RedisServer server = RedisServer.newRedisServer().port(port).bind("127.0.0.1").build();
      server.start();
      Runtime.getRuntime().addShutdownHook(new Thread(Servers::stopRedis));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void stopRedis() {
    try {
      REDIS.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
#end

  static MySqlCluster cluster() {
    return CLUSTER;
  }

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    Map<String, Object> addresses = new HashMap<>();
    addresses.put("spring.datasource.url", CLUSTER.primary().jdbcUrlWithPositions());
    addresses.put("spring.datasource.username", CLUSTER.primary().user());
    addresses.put("spring.datasource.password", CLUSTER.primary().password());
    CLUSTER
        .replicas()
        .forEach(
            replica ->
                addresses.put("rwsplit.replicas." + replica.name() + ".url", replica.jdbcUrl()));
#if( $redis == "yes" )
    addresses.put("spring.data.redis.port", REDIS.ports().get(0));
#end
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("servers", addresses));
  }
}
