package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RedisSentinel;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Two instances whose Redis fails over, and loses what its replica had not heard of. */
@WithMySqlCluster(replicas = 2)
class RedisFailoverTest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @Configuration(proxyBeanMethods = false)
  static class Redis {
    @Bean
    LettuceConnectionFactory redisConnectionFactory(Environment environment) {
      return new LettuceConnectionFactory(
          new RedisSentinelConfiguration()
              .master(RedisSentinel.MASTER)
              .sentinel(
                  "127.0.0.1", environment.getRequiredProperty("test.sentinel", Integer.class)));
    }
  }

  @AfterEach
  void startAppliers(MySqlCluster servers) {
    servers.replicas().forEach(MySqlNode::startApplier);
  }

  @Test
  void write_ofWhichThePromotedRedisKnowsNothing_isNotMissedByAnotherInstance(
      MySqlCluster servers, @TempDir Path folder) throws Exception {
    Application.createItems(servers);
    try (RedisSentinel redis = RedisSentinel.running(folder);
        ConfigurableApplicationContext one = instance(servers, redis);
        ConfigurableApplicationContext two = instance(servers, redis)) {
      for (ConfigurableApplicationContext instance :
          new ConfigurableApplicationContext[] {one, two}) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThatCall(() -> read(instance, "early")).ranOn(REPLICA));
      }
      servers.replicas().forEach(MySqlNode::stopApplier);
      redis.second().pause();
      RwSplit.inSession("ann", () -> one.getBean(ItemMapper.class).rename(1, "nib"));
      redis.first().kill();
      redis.second().resume();

      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                assertThat(read(two, "ann")).isEqualTo("nib");
                return redis.second().say("INFO", "replication").contains("role:master");
              });
      for (int i = 0; i < 100; i++) {
        String name = assertThatCall(() -> read(two, "ann")).ranOn(PRIMARY).returning();
        assertThat(name).isEqualTo("nib");
      }

      servers.replicas().forEach(MySqlNode::startApplier);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          assertThatCall(() -> read(two, "ann"))
                              .ranOn(REPLICA)
                              .because(SESSION_REPLICA)
                              .returning())
                      .isEqualTo("nib"));
    }
  }

  private static String read(ConfigurableApplicationContext instance, String session)
      throws Exception {
    return RwSplit.inSession(session, () -> instance.getBean(ItemMapper.class).nameAsISawIt(1));
  }

  private static ConfigurableApplicationContext instance(
      MySqlCluster servers, RedisSentinel redis) {
    return Application.on(servers)
        .with(
            "rwsplit.instances=2",
            "rwsplit.groups.online.removed-above=1h",
            "rwsplit.session.store=redis",
            "test.sentinel=" + redis.sentinel().port())
        .with(Redis.class)
        .start();
  }
}
