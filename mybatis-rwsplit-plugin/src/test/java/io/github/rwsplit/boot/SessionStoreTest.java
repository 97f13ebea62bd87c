package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.RwSplitConfig;
import io.github.rwsplit.RwSplitConfigException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What stops the start where {@code rwsplit.session.store} cannot be had. */
class SessionStoreTest {

  private static final Map<String, String> REDIS =
      Map.of("session.store", "redis", "replicas.r1.url", "jdbc:h2:mem:r1");

  private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

  private void assertRefused(String... reasons) {
    assertThatThrownBy(() -> SessionStore.of(RwSplitConfig.read(REDIS).session(), beans))
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining("rwsplit.session.store is redis, which needs")
        .hasMessageContainingAll(reasons);
  }

  @Test
  void redis_withoutTheClasses_isRefused() {
    beans.setBeanClassLoader(new FilteredClassLoader("io.lettuce"));
    assertRefused("add spring-boot-starter-data-redis", "or set it to caffeine");
  }

  @Test
  void redis_withoutTheBean_isRefused() {
    assertRefused("one bean of type RedisConnectionFactory, but there are []");
  }

  @Test
  void redis_withTwoBeans_isRefused() {
    beans.registerSingleton("one", new LettuceConnectionFactory());
    beans.registerSingleton("two", new LettuceConnectionFactory());
    assertRefused("but there are [one, two]", "mark one as primary");
  }

  @Test
  void redis_withAnotherDriver_isRefused() {
    beans.registerSingleton("jedis", mock(RedisConnectionFactory.class));
    assertRefused("a LettuceConnectionFactory, but the bean is a");
  }

  @Test
  void redis_ofStaticMastersAndReplicas_isRefused() {
    beans.registerSingleton(
        "list",
        new LettuceConnectionFactory(new RedisStaticMasterReplicaConfiguration("127.0.0.1")));
    assertRefused("has a static list of masters and replicas");
  }

  @Test
  void redis_withoutSpring_isRefused() {
    RwSplitClusterBuilder plain = RwSplitCluster.builder(AttachmentTest.database("plain"));
    REDIS.forEach(plain::property);
    assertThatThrownBy(plain::build)
        .isInstanceOf(RwSplitConfigException.class)
        .hasMessageContaining("rwsplit.session.store must be caffeine where no Spring context");
  }
}
