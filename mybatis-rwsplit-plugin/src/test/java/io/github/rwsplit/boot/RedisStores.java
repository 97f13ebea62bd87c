package io.github.rwsplit.boot;

import io.github.rwsplit.node.SharedLooks;
import io.github.rwsplit.session.SharedSessions;
import java.time.Duration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The stores in Redis for tests of what uses them. */
public final class RedisStores {

  /** Both parts of one store. */
  public record Store(SharedSessions sessions, SharedLooks looks)
      implements AutoCloseable, SharedLooks.Source {
    @Override
    public void close() {
      sessions.close();
    }
  }

  private RedisStores() {}

  /** As an application has it that reaches Redis so. */
  public static Store open(LettuceConnectionFactory application, String database) {
    return open(application, database, RedisSessions.LIMIT);
  }

  /**
   * The same.
   *
   * @param limit how long an answer is waited for
   */
  public static Store open(LettuceConnectionFactory application, String database, Duration limit) {
    RedisSessions sessions =
        new RedisSessions(
            RedisConnections.own(application),
            database,
            Duration.ofSeconds(70),
            RedisSessions.COMMIT,
            limit);
    sessions.open();
    return new Store(sessions, sessions.looks());
  }
}
