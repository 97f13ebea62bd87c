package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.boot.RedisStores;
import io.github.rwsplit.session.Needed;
import io.github.rwsplit.session.Servers;
import io.github.rwsplit.session.SessionSettings;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One instance of an application, as far as its servers go, and a session on it that writes without
 * learning its position. So only a look at the primary behind the write proves a replica for it.
 */
final class LookingInstance implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofMillis(25);
  private static final long WAIT_FOR_LOOK = Duration.ofMillis(20).toNanos();
  private static final long MILLI = 1_000_000;

  private final HikariDataSource pool = new HikariDataSource();
  private final Map<String, Connection> onReplicas = new LinkedHashMap<>();
  private final MySqlCluster servers;
  private final RedisStores.@Nullable Store store;
  private final long row;
  private final List<Long> proofTimes = new ArrayList<>();
  private final AtomicInteger proofs = new AtomicInteger();
  private final Nodes nodes;
  private long version;

  /**
   * @param row of table {@code looked}, which this instance alone writes
   * @param store what instances share; null: nothing
   */
  LookingInstance(
      MySqlCluster servers, long row, int instances, RedisStores.@Nullable Store store) {
    this.servers = servers;
    this.row = row;
    this.store = store;
    pool.setJdbcUrl(servers.primary().jdbcUrl());
    pool.setUsername(servers.primary().user());
    pool.setPassword(servers.primary().password());
    pool.setMaximumPoolSize(3);
    pool.setConnectionTimeout(2_000);
    Map<String, NodeSettings.Replica> replicas = new LinkedHashMap<>();
    for (MySqlNode replica : servers.replicas()) {
      replicas.put(
          replica.name(),
          new NodeSettings.Replica(
              replica.jdbcUrl(), null, null, null, 1, Set.of("online"), Map.of()));
    }
    LagLimits anyLag =
        new LagLimits(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofHours(1));
    nodes =
        Nodes.of(
            new NodeSettings(
                replicas,
                Map.of(
                    "online",
                    new NodeSettings.Group("random", NodeSettings.WhenNone.PRIMARY, anyLag)),
                "online",
                4,
                false,
                new LagSettings(LagSettings.Source.AUTO, INTERVAL, false),
                SessionSettings.Strategy.AUTO),
            instances,
            pool,
            Map.of(),
            Map.of());
    if (store != null) {
      nodes.sharingThrough(store);
    }
    nodes.start();
  }

  Nodes nodes() {
    return nodes;
  }

  /** The newest look at the primary that is known here. */
  Look newest() {
    return Objects.requireNonNull(nodes.replicas().get(0).proof().primary());
  }

  /** What a read does that needs a look from now on. */
  @Nullable Node pickForNow() {
    return nodes.pick(behind(System.nanoTime()));
  }

  private static ReplicaRequest behind(long written) {
    Needed needed = new Needed(written, written, null, Needed.NEVER, Servers.NONE, Long.MAX_VALUE);
    return ReplicaRequest.of("online", null, Set.of(), null, null, needed);
  }

  /** How many writes were proved to be on a replica so far, and read there. */
  int proofs() {
    return proofs.get();
  }

  /** How long each proof took, in nanoseconds. */
  synchronized List<Long> proofTimes() {
    return List.copyOf(proofTimes);
  }

  synchronized void forgetTimes() {
    proofTimes.clear();
  }

  /**
   * Writes and reads at a pace as long as it goes on.
   *
   * @param waits whether the read waits for a look, as one does with {@code rwsplit.session.wait}
   * @throws AssertionError if a replica that was said to have the write had not
   */
  Void writesAndReads(BooleanSupplier goesOn, boolean waits) throws SQLException {
    try (Connection primary = servers.primary().connect()) {
      while (goesOn.getAsBoolean()) {
        write(primary, ++version);
        long written = System.nanoTime();
        Node node = awaitProof(written, goesOn, waits);
        if (node != null) {
          long took = System.nanoTime() - written;
          long found = read(node);
          if (found < version) {
            throw new AssertionError(
                "stale: %s had %d of row %d, but %d was written"
                    .formatted(node, found, row, version));
          }
          synchronized (this) {
            proofTimes.add(took);
          }
          proofs.incrementAndGet();
        }
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2 * MILLI, 30 * MILLI));
      }
    }
    return null;
  }

  private void write(Connection primary, long number) throws SQLException {
    try (PreparedStatement update =
        primary.prepareStatement("update looked set version = ? where id = ?")) {
      update.setLong(1, number);
      update.setLong(2, row);
      update.executeUpdate();
    }
  }

  private @Nullable Node awaitProof(long written, BooleanSupplier goesOn, boolean waits)
      throws SQLException {
    ReplicaRequest request = behind(written);
    while (goesOn.getAsBoolean()) {
      Node node = nodes.pick(request);
      if (node == null && waits) {
        try (PositionWait wait = nodes.beginWait(request, Duration.ofNanos(WAIT_FOR_LOOK))) {
          if (wait != null) {
            boolean reached = wait.on(connection(wait.node().name()));
            node = reached ? wait.node() : null;
          }
        }
      }
      if (node != null) {
        return node;
      }
      LockSupport.parkNanos(MILLI / 4);
    }
    return null;
  }

  private long read(Node node) throws SQLException {
    try (PreparedStatement select =
        connection(node.name()).prepareStatement("select version from looked where id = ?")) {
      select.setLong(1, row);
      try (ResultSet found = select.executeQuery()) {
        found.next();
        return found.getLong(1);
      }
    }
  }

  /** Not one of the pool, so that no read tells what the replica has executed. */
  private Connection connection(String replica) throws SQLException {
    Connection known = onReplicas.get(replica);
    if (known == null) {
      MySqlNode server =
          servers.replicas().stream()
              .filter(node -> node.name().equals(replica))
              .findAny()
              .orElseThrow();
      known = server.connect();
      onReplicas.put(replica, known);
    }
    return Objects.requireNonNull(known);
  }

  @Override
  public void close() throws SQLException {
    nodes.close();
    if (store != null) {
      store.close();
    }
    for (Connection connection : onReplicas.values()) {
      connection.close();
    }
    pool.close();
  }
}
