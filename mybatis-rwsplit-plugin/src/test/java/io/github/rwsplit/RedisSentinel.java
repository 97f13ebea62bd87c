package io.github.rwsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A master with one replica, and a sentinel that names them {@value #MASTER}.
 *
 * @param first the master at the start
 * @param second its replica
 * @param sentinel watches over both
 */
public record RedisSentinel(RedisServer first, RedisServer second, RedisServer sentinel)
    implements AutoCloseable {

  public static final String MASTER = "shop";

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /**
   * Starts them.
   *
   * @param folder where the sentinel keeps its settings
   */
  public static RedisSentinel running(Path folder) throws IOException {
    int one = RedisServer.freePort();
    RedisServer first = RedisServer.running(one, "--port", Integer.toString(one));
    int two = RedisServer.freePort();
    RedisServer second =
        RedisServer.running(
            two,
            "--port",
            Integer.toString(two),
            "--replicaof",
            "127.0.0.1",
            Integer.toString(one));
    awaitSays(second, "master_link_status:up", "INFO", "replication");
    Path settings =
        Files.writeString(
            folder.resolve("sentinel.conf"),
            """
            sentinel monitor %1$s 127.0.0.1 %2$d 1
            sentinel down-after-milliseconds %1$s 3000
            sentinel failover-timeout %1$s 6000
            """
                .formatted(MASTER, one));
    int port = RedisServer.freePort();
    RedisServer sentinel =
        RedisServer.running(
            port, settings.toString(), "--sentinel", "--port", Integer.toString(port));
    RedisSentinel all = new RedisSentinel(first, second, sentinel);
    all.awaitReplicaIsKnown();
    return all;
  }

  /** The sentinel could make the replica the master. */
  public void awaitReplicaIsKnown() {
    awaitSays(sentinel, "status=ok,.*slaves=1", "INFO", "sentinel");
  }

  public static void awaitIsMaster(RedisServer server) {
    awaitSays(server, "role:master", "INFO", "replication");
  }

  public static void awaitFollows(RedisServer server) {
    awaitSays(server, "master_link_status:up", "INFO", "replication");
  }

  private static void awaitSays(RedisServer server, String part, String... words) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(server.say(words)).containsPattern(part));
  }

  @Override
  public void close() {
    List.of(sentinel, second, first).forEach(RedisServer::close);
  }
}
