package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.SharedSessions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Finds what {@code rwsplit.session.store} names, with or without Redis on the class path. */
final class SessionStore {

  private SessionStore() {}

  /**
   * The store that instances share.
   *
   * @return makes it for a database; empty where each instance remembers for itself
   * @throws RwSplitConfigException if what it needs is not there
   */
  static Optional<Function<String, SharedSessions>> of(
      SessionSettings settings, ConfigurableListableBeanFactory beans) {
    if (settings.store() == SessionSettings.Store.CAFFEINE) {
      return Optional.empty();
    }
    if (!redisIsPresent(beans.getBeanClassLoader())) {
      throw new RwSplitConfigException(
          List.of(
              "rwsplit.session.store is redis, which needs Spring Data Redis with Lettuce; add"
                  + " spring-boot-starter-data-redis to the application, or set it to caffeine"));
    }
    return Optional.of(RedisConnections.store(settings, beans));
  }

  private static boolean redisIsPresent(@Nullable ClassLoader loader) {
    return ClassUtils.isPresent(
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory", loader)
        && ClassUtils.isPresent("io.lettuce.core.RedisClient", loader);
  }
}
