package io.github.rwsplit.histories;

import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.RouteReason;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.NetworkLine;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Servers, lines to them, and two instances of an application: made once, for all programs. */
final class World implements AutoCloseable {

  private final MySqlCluster servers;
  private final Map<String, NetworkLine> lines = new HashMap<>();
  private final List<Instance> instances = new ArrayList<>();
  private final Servers asked;
  private final LongAdder statements = new LongAdder();
  private final Map<RouteReason, LongAdder> reasons = new ConcurrentHashMap<>();

  World() throws Exception {
    servers = MySqlCluster.builder().replicas(2).serverOptions("--max-connections=400").start();
    MySqlNode primary = servers.primary();
    try (Connection connection = primary.adminConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : Mappers.SCHEMA) {
        statement.execute(sql);
      }
      // programs may wait for locks in a circle that no server can see
      statement.execute("set global innodb_lock_wait_timeout = 1");
    }
    servers.awaitReplication();
    for (MySqlNode node : servers.nodes()) {
      lines.put(node.name(), NetworkLine.to(node));
    }
    asked = new Servers(servers);
    renew();
    asked.writesOnReplicas();
  }

  /**
   * Starts both instances anew: a replica that went again and again would rest for up to a minute,
   * and reads would have no choice.
   */
  void renew() throws Exception {
    instances.forEach(Instance::close);
    instances.clear();
    for (int i = 0; i < 2; i++) {
      instances.add(new Instance(this, i));
    }
  }

  /** A statement has run in one of the instances. */
  void ran(StatementEvent event) {
    statements.increment();
    if (event.level() != null) {
      reasons.computeIfAbsent(event.reason(), reason -> new LongAdder()).increment();
    }
  }

  MySqlCluster servers() {
    return servers;
  }

  Servers asked() {
    return asked;
  }

  NetworkLine line(MySqlNode node) {
    return Objects.requireNonNull(lines.get(node.name()));
  }

  Instance instance(int number) {
    return instances.get(number);
  }

  List<Instance> instances() {
    return instances;
  }

  long statements() {
    return statements.sum();
  }

  /** Why reads went where they went, and how many. */
  Map<RouteReason, Long> reasons() {
    Map<RouteReason, Long> all = new EnumMap<>(RouteReason.class);
    reasons.forEach((reason, count) -> all.put(reason, count.sum()));
    return all;
  }

  @Override
  public void close() {
    instances.forEach(Instance::close);
    lines.values().forEach(NetworkLine::close);
    servers.close();
  }
}
