package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.rwsplit.RedisSentinel;
import io.github.rwsplit.RedisServer;
import io.github.rwsplit.node.SharedLooks;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.SharedSessions;
import io.github.rwsplit.session.SharedSessions.Known;
import io.github.rwsplit.session.SharedSessions.Told;
import io.github.rwsplit.session.SharedSessions.Writes;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A store in a Redis that is more than one plain server. */
class RedisTopologiesTest {

  private static final String P = "11111111-1111-1111-1111-111111111111";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SLOTS = 16_384;
  private static final String REST = "0".repeat(31);

  @TempDir private Path folder;
  private final List<RedisServer> servers = new ArrayList<>();
  private RedisStores.@Nullable Store store;

  @AfterEach
  void close() {
    if (store != null) {
      store.close();
    }
    servers.forEach(RedisServer::close);
  }

  private RedisServer server(String... options) throws IOException {
    int port = RedisServer.freePort();
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--port", Integer.toString(port)));
    RedisServer server = RedisServer.running(port, all.toArray(String[]::new));
    servers.add(server);
    return server;
  }

  private RedisStores.Store open(LettuceConnectionFactory application) {
    RedisStores.Store opened = RedisStores.open(application, "shop", Duration.ofSeconds(5));
    store = opened;
    return opened;
  }

  private static String session(int part) {
    return Integer.toHexString(part) + REST;
  }

  private static Known wrote(SharedSessions sessions, int part, long number) throws IOException {
    Writes writes = new Writes(Position.of(Map.of(P, number)), -1_000, null);
    return sessions.exchange(
        session(part), new Told("A", UUID.randomUUID().toString(), false, null, writes, null));
  }

  private static Known ask(SharedSessions sessions, int part) throws IOException {
    return sessions.exchange(
        session(part), new Told("B", UUID.randomUUID().toString(), false, null, null, null));
  }

  private static SharedLooks.Heard look(RedisStores.Store store) throws IOException {
    return store.looks().exchange(new SharedLooks.Told("", List.of(), List.of()));
  }

  @Test
  void cluster_servesAllParts_andGoesOnWithAnotherMasterInThePlaceOfADeadOne() throws Exception {
    for (int i = 0; i < 4; i++) {
      server(
          "--cluster-enabled", "yes",
          "--cluster-config-file", "nodes-" + i + ".conf",
          "--cluster-node-timeout", "1000");
    }
    for (int i = 0; i < 3; i++) {
      List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      for (int slot = SLOTS * i / 3; slot < SLOTS * (i + 1) / 3; slot++) {
        command.add(Integer.toString(slot));
      }
      assertThat(servers.get(i).say(command.toArray(String[]::new))).isEqualTo("+OK");
      servers.get(3).say("CLUSTER", "MEET", "127.0.0.1", Integer.toString(servers.get(i).port()));
    }
    servers.forEach(one -> awaitSays(one, "cluster_state:ok", "CLUSTER", "INFO"));
    servers.forEach(one -> awaitSays(one, "cluster_known_nodes:4", "CLUSTER", "INFO"));
    String dying = servers.get(0).say("CLUSTER", "MYID").lines().skip(1).findFirst().orElseThrow();
    assertThat(servers.get(3).say("CLUSTER", "REPLICATE", dying)).isEqualTo("+OK");
    awaitSays(servers.get(3), "master_link_status:up", "INFO", "replication");

    RedisClusterConfiguration cluster = new RedisClusterConfiguration();
    servers.forEach(one -> cluster.clusterNode("127.0.0.1", one.port()));
    RedisStores.Store opened = open(new LettuceConnectionFactory(cluster));
    for (int part = 0; part < SharedSessions.PARTS; part++) {
      wrote(opened.sessions(), part, 7);
      assertThat(ask(opened.sessions(), part).position()).isEqualTo(Position.of(Map.of(P, 7L)));
    }
    assertThat(look(opened).ticket()).isPositive();
    List<String> histories = new ArrayList<>();
    for (int part = 0; part < SharedSessions.PARTS; part++) {
      histories.add(ask(opened.sessions(), part).history().replaceAll(":.*", ""));
    }
    assertThat(histories.stream().distinct()).as("parts are on all masters").hasSize(3);

    servers.get(0).kill();
    for (int i = 0; i < SharedSessions.PARTS; i++) {
      int part = i;
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> ask(opened.sessions(), part).time() > 0);
    }
    await().atMost(PATIENCE).ignoreExceptions().until(() -> look(opened).ticket() > 0);
  }

  @Test
  void sentinels_nameAnotherMaster_whoseHistoryIsAnother_alsoWhenTheFirstOneIsBack()
      throws Exception {
    RedisSentinel all = RedisSentinel.running(folder);
    servers.addAll(List.of(all.sentinel(), all.second(), all.first()));
    RedisStores.Store opened =
        open(
            new LettuceConnectionFactory(
                new RedisSentinelConfiguration()
                    .master(RedisSentinel.MASTER)
                    .sentinel("127.0.0.1", all.sentinel().port())));
    wrote(opened.sessions(), 0, 7);
    String before = ask(opened.sessions(), 0).history();
    String looksBefore = look(opened).history();

    all.first().kill();
    RedisSentinel.awaitIsMaster(all.second());
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> !ask(opened.sessions(), 0).history().equals(before));
    String promoted = ask(opened.sessions(), 0).history();
    assertThat(look(opened).history()).isNotEqualTo(looksBefore);

    all.first().start();
    RedisSentinel.awaitFollows(all.first());
    all.awaitReplicaIsKnown();
    await()
        .atMost(PATIENCE)
        .until(
            () -> all.sentinel().say("SENTINEL", "FAILOVER", RedisSentinel.MASTER).equals("+OK"));
    RedisSentinel.awaitIsMaster(all.first());
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> !ask(opened.sessions(), 0).history().equals(promoted));
    assertThat(ask(opened.sessions(), 0).history()).isNotIn(before, promoted);
  }

  @Test
  void tls_withACertificateOfItsOwnAndAPassword_isReachedWithTheApplicationsSettings()
      throws Exception {
    assumeTrue(RedisServer.knowsTls(), "this redis-server is built without TLS");
    Path certificate = folder.resolve("cert.pem");
    assumeTrue(makes(certificate), "there is no openssl here to make a certificate");
    int port = RedisServer.freePort();
    servers.add(
        RedisServer.running(
            port,
            "--port",
            "0",
            "--tls-port",
            Integer.toString(port),
            "--tls-cert-file",
            certificate.toString(),
            "--tls-key-file",
            folder.resolve("key.pem").toString(),
            "--tls-ca-cert-file",
            certificate.toString(),
            "--tls-auth-clients",
            "no",
            "--requirepass",
            "the password"));

    RedisStores.Store opened = open(tls(port, certificate, "the password"));
    wrote(opened.sessions(), 0, 7);
    assertThat(ask(opened.sessions(), 0).position()).isEqualTo(Position.of(Map.of(P, 7L)));
    assertThat(look(opened).ticket()).isPositive();

    try (RedisStores.Store other = RedisStores.open(tls(port, certificate, "another"), "shop")) {
      assertThatThrownBy(() -> ask(other.sessions(), 0)).isInstanceOf(IOException.class);
    }
    try (RedisStores.Store other = RedisStores.open(tls(port, null, "the password"), "shop")) {
      assertThatThrownBy(() -> ask(other.sessions(), 0)).isInstanceOf(IOException.class);
    }
  }

  private static LettuceConnectionFactory tls(
      int port, @Nullable Path certificate, String password) {
    RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", port);
    server.setPassword(password);
    LettuceClientConfiguration.LettuceClientConfigurationBuilder client =
        LettuceClientConfiguration.builder().useSsl().and();
    if (certificate != null) {
      client.clientOptions(
          ClientOptions.builder()
              .sslOptions(SslOptions.builder().trustManager(certificate.toFile()).build())
              .build());
    }
    return new LettuceConnectionFactory(server, client.build());
  }

  private boolean makes(Path certificate) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(
                  "openssl",
                  "req",
                  "-x509",
                  "-newkey",
                  "rsa:2048",
                  "-nodes",
                  "-days",
                  "2",
                  "-subj",
                  "/CN=127.0.0.1",
                  "-addext",
                  "subjectAltName=IP:127.0.0.1",
                  "-keyout",
                  folder.resolve("key.pem").toString(),
                  "-out",
                  certificate.toString())
              .redirectErrorStream(true)
              .redirectOutput(new File(folder.toFile(), "openssl.log"))
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  private static void awaitSays(RedisServer server, String part, String... words) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(server.say(words)).containsPattern(part));
  }
}
