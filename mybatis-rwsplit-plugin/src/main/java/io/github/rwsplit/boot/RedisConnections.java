package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitConfigException;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.session.SharedSessions;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Connections to the application's Redis that keep a caller waiting for no longer than it wants to.
 *
 * <p>The application's own connections are not taken: they may be made on the caller's thread, with
 * a time limit of a minute, they may read a replica of Redis that is late, and Lettuce mends them
 * behind one's back, while what was lost meanwhile must be noticed. So they are made anew, to the
 * same servers, with the same credentials and, where the application has named any, the same
 * threads.
 */
final class RedisConnections {

  private static final Duration CONNECT = Duration.ofSeconds(1);

  /** A failed connection is not mended, so nothing but time tells Lettuce of another master. */
  private static final Duration MASTERS_LOOKED_FOR = Duration.ofSeconds(5);

  private RedisConnections() {}

  static Function<String, SharedSessions> store(
      SessionSettings settings, ListableBeanFactory beans) {
    RedisConnectionFactory found =
        beans.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
    if (found == null) {
      throw refusal(
          "needs one bean of type RedisConnectionFactory, but there are "
              + Arrays.toString(
                  beans.getBeanNamesForType(RedisConnectionFactory.class, true, false))
              + "; set spring.data.redis.host, or declare one, or mark one as primary");
    }
    if (!(found instanceof LettuceConnectionFactory lettuce)) {
      throw refusal(
          "needs a LettuceConnectionFactory, but the bean is a "
              + found.getClass().getName()
              + "; use Lettuce, or set it to caffeine");
    }
    RedisConfiguration servers = servers(lettuce);
    return database -> {
      RedisSessions sessions =
          new RedisSessions(
              own(lettuce, servers),
              database,
              settings.remembered(),
              RedisSessions.COMMIT,
              RedisSessions.LIMIT);
      sessions.open();
      return sessions;
    };
  }

  /** Makes connections to the same servers; started. */
  static LettuceConnectionFactory own(LettuceConnectionFactory lettuce) {
    return own(lettuce, servers(lettuce));
  }

  private static LettuceConnectionFactory own(
      LettuceConnectionFactory lettuce, RedisConfiguration servers) {
    LettuceConnectionFactory own =
        new LettuceConnectionFactory(
            servers, client(lettuce, servers instanceof RedisConfiguration.ClusterConfiguration));
    own.setShareNativeConnection(false);
    own.afterPropertiesSet();
    own.start();
    return own;
  }

  private static RwSplitConfigException refusal(String reason) {
    return new RwSplitConfigException(List.of("rwsplit.session.store is redis, which " + reason));
  }

  private static RedisConfiguration servers(LettuceConnectionFactory lettuce) {
    if (given(lettuce) instanceof RedisStaticMasterReplicaConfiguration) {
      throw refusal(
          "needs a Redis that is one server, has sentinels or is a cluster, but the"
              + " RedisConnectionFactory has a static list of masters and replicas; name the master"
              + " alone in a factory for it, or set it to caffeine");
    }
    RedisConfiguration cluster = lettuce.getClusterConfiguration();
    if (cluster != null) {
      return cluster;
    }
    RedisConfiguration sentinels = lettuce.getSentinelConfiguration();
    if (sentinels != null) {
      return sentinels;
    }
    RedisConfiguration socket = lettuce.getSocketConfiguration();
    return socket == null ? lettuce.getStandaloneConfiguration() : socket;
  }

  /** There is no other way to learn of a kind that has no getter. */
  private static @Nullable Object given(LettuceConnectionFactory lettuce) {
    Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, "configuration");
    if (field == null) {
      return null;
    }
    ReflectionUtils.makeAccessible(field);
    return ReflectionUtils.getField(field, lettuce);
  }

  private static LettuceClientConfiguration client(
      LettuceConnectionFactory lettuce, boolean isCluster) {
    LettuceClientConfiguration theirs = lettuce.getClientConfiguration();
    LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder();
    if (theirs.isUseSsl()) {
      var ssl = builder.useSsl().verifyPeer(theirs.getVerifyMode());
      if (theirs.isStartTls()) {
        ssl.startTls();
      }
    }
    theirs.getClientResources().ifPresent(builder::clientResources);
    theirs.getClientName().ifPresent(builder::clientName);
    theirs.getRedisCredentialsProviderFactory().ifPresent(builder::redisCredentialsProviderFactory);
    ClientOptions options = theirs.getClientOptions().orElseGet(ClientOptions::create);
    SocketOptions socket = options.getSocketOptions();
    Duration connect =
        socket.getConnectTimeout().compareTo(CONNECT) < 0 ? socket.getConnectTimeout() : CONNECT;
    ClientOptions ours =
        options
            .mutate()
            .autoReconnect(false)
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .socketOptions(socket.mutate().connectTimeout(connect).build())
            .build();
    return builder
        .clientOptions(isCluster ? ofCluster(ours) : ours)
        .commandTimeout(CONNECT)
        .shutdownQuietPeriod(Duration.ZERO)
        .shutdownTimeout(CONNECT)
        .build();
  }

  /** Lettuce looks for the masters once, unless it is told to: the dead one would stay for ever. */
  private static ClusterClientOptions ofCluster(ClientOptions options) {
    ClusterClientOptions.Builder builder =
        options instanceof ClusterClientOptions cluster
            ? cluster.mutate()
            : ClusterClientOptions.builder(options);
    return builder
        .topologyRefreshOptions(
            ClusterTopologyRefreshOptions.builder()
                .enablePeriodicRefresh(MASTERS_LOOKED_FOR)
                .build())
        .build();
  }
}
