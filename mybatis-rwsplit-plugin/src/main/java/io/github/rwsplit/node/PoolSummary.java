package io.github.rwsplit.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the pools of all instances may open in the end, beside what the servers allow. Pools times
 * nodes times instances grow faster than anybody expects.
 *
 * @param nodes primary first
 * @param instances how many instances of the application run
 * @param interval between two probes of one node while something is routed
 */
record PoolSummary(List<Row> nodes, int instances, Duration interval) {

  private static final Logger log = LoggerFactory.getLogger(PoolSummary.class);

  /**
   * One node.
   *
   * @param name of the node
   * @param server its {@code server_uuid}, or its name where that is not known
   * @param poolSize the most connections of its pool; 0: not known
   * @param probes connections that its probe holds beside the pool
   * @param maxConnections of its server; 0: not known
   */
  record Row(String name, String server, int poolSize, int probes, int maxConnections) {

    static Row of(Node node, boolean probeHasOwnConnection) {
      Answer answer = node.lastAnswer();
      String uuid = node.serverUuid();
      return new Row(
          node.name(),
          uuid == null ? node.name() : uuid,
          PoolSettings.of(node.dataSource()).maximumPoolSize(),
          probeHasOwnConnection ? 1 : 0,
          answer == null ? 0 : answer.maxConnections());
    }
  }

  static PoolSummary of(Node primary, List<Member> replicas, int instances, Duration interval) {
    List<Row> rows = new ArrayList<>();
    rows.add(Row.of(primary, primary.dataSource() instanceof PrimaryDataSource));
    replicas.forEach(member -> rows.add(Row.of(member.node(), member.owned() != null)));
    return new PoolSummary(rows, instances, interval);
  }

  /** The one line. */
  String line() {
    String sizes =
        nodes.stream()
            .map(row -> "%s %s".formatted(row.name(), known(row.poolSize())))
            .collect(Collectors.joining(" + "));
    String limits =
        nodes.stream()
            .map(row -> "%s %s".formatted(row.name(), known(row.maxConnections())))
            .collect(Collectors.joining(", "));
    int sum = nodes.stream().mapToInt(Row::poolSize).sum();
    long probes = Math.round(nodes.size() * 1e9 / interval.toNanos());
    String all =
        instances == 1
            ? ""
            : "; times %d instances %d connections and at most %d probes per second"
                .formatted(instances, (long) sum * instances, probes * instances);
    return "Maximum pool sizes: %s = %d connections, and at most %d probes per second%s. max_connections: %s"
        .formatted(sizes, sum, probes, all, limits);
  }

  /** One sentence for each server that could not take all connections. */
  List<String> warnings() {
    Map<String, List<Row>> byServer =
        nodes.stream()
            .collect(Collectors.groupingBy(Row::server, LinkedHashMap::new, Collectors.toList()));
    List<String> warnings = new ArrayList<>();
    for (List<Row> rows : byServer.values()) {
      int limit = rows.get(0).maxConnections();
      int each = rows.stream().mapToInt(row -> row.poolSize() + row.probes()).sum();
      long all = (long) each * instances;
      if (limit > 0 && all > limit) {
        warnings.add(
            "%s: %d connections (pool and probe) times %d instances = %d exceed max_connections %d of the server; lower maximum-pool-size or raise max_connections"
                .formatted(
                    rows.stream().map(Row::name).collect(Collectors.joining(" and ")),
                    each,
                    instances,
                    all,
                    limit));
      }
    }
    return warnings;
  }

  void log() {
    log.info("{}", line());
    warnings().forEach(warning -> log.warn("{}", warning));
  }

  private static String known(int number) {
    return number == 0 ? "unknown" : String.valueOf(number);
  }
}
