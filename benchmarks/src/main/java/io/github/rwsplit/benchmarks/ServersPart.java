package io.github.rwsplit.benchmarks;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.benchmarks.Shop.Counted;
import io.github.rwsplit.test.MySqlNode;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What replicas are good for: how much more is read with more of them, and what is left to the
 * primary, by the servers' own counters.
 */
final class ServersPart implements Part {

  private static final int MOST_REPLICAS = 3;
  private static final int RATE = 400;

  /** Longer than the window of a session, which is full only then. */
  private static final Duration UNTIL_WINDOWS_ARE_FULL = Duration.ofSeconds(6);

  private static final Duration WARM_UP = Duration.ofSeconds(3);

  /** Between a read of a replica and one of the primary, in milliseconds. */
  private static final List<Integer> PAUSES = List.of(0, 25, 100, 300);

  private boolean quick;

  /**
   * What was done in a second.
   *
   * @param reads that the load counted
   * @param writes that the load counted
   * @param refused reads that the load was refused
   * @param primary what the primary counted
   * @param replicas what the replicas counted together
   */
  private record Rates(double reads, double writes, double refused, Work primary, Work replicas) {}

  /** Statements in a second. */
  private record Work(double all, double reads, double writes) {

    static Work of(Counted counted, double seconds) {
      return new Work(
          counted.all() / seconds, counted.reads() / seconds, counted.writes() / seconds);
    }

    Work plus(Work other) {
      return new Work(all + other.all, reads + other.reads, writes + other.writes);
    }
  }

  @Override
  public String run(boolean quick) throws Exception {
    this.quick = quick;
    try (Shop shop = Shop.open(MOST_REPLICAS)) {
      return """
          MySQL (%s), each server with %d workers and %d ms for each statement, so %,d a second at most; \
          ten reads for a write, six of ten in a session.

          As much as %d threads can:

          | | reads a second | of a single node | writes a second | statements of the primary | reads on the primary, of 100 | refused a second |
          |---|---|---|---|---|---|---|
          %s
          %d requests a second by %d users:

          | | statements a second on the primary | reads on the primary, of 100 | reads a second on each of two replicas | refused a second |
          |---|---|---|---|---|
          %s
          While they do, one more user who reads a replica and then, in the same session, the primary:

          | between both, ms | questions of 100 such reads of the primary | of which the server waited for a commit |
          |---|---|---|
          %s"""
          .formatted(
              shop.version(),
              Shop.WORKERS,
              Shop.SERVICE.toMillis(),
              Shop.WORKERS * 1_000 / Shop.SERVICE.toMillis(),
              Shop.THREADS,
              throughput(shop),
              RATE,
              Load.USERS,
              load(shop),
              behindReplica(shop));
    }
  }

  private String throughput(Shop shop) throws Exception {
    StringBuilder table = new StringBuilder();
    double single = 0;
    for (int replicas = 0; replicas <= MOST_REPLICAS; replicas++) {
      try (Application application =
              replicas == 0 ? shop.plain() : shop.routed(replicas, Map.of());
          Load load = Load.full(application.mapper(), Shop.THREADS)) {
        Rates rates = measure(shop, load, quick ? Duration.ofSeconds(1) : WARM_UP);
        single = replicas == 0 ? rates.reads() : single;
        table.append(
            String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.2f | %,.0f | %,.0f | %.1f | %,.0f |%n",
                switch (replicas) {
                  case 0 -> "a single node, without the library";
                  case 1 -> "one replica";
                  default -> replicas + " replicas";
                },
                rates.reads(),
                rates.reads() / single,
                rates.writes(),
                rates.primary().all(),
                onPrimary(rates),
                rates.refused()));
      }
    }
    return table.toString();
  }

  private String load(Shop shop) throws Exception {
    Map<String, Map<String, String>> kinds = new LinkedHashMap<>();
    kinds.put("splitting off", Map.of("mode", "off"));
    kinds.put("by window, 5 s", Map.of("session.strategy", "window"));
    kinds.put("by position", Map.of("session.strategy", "gtid"));
    StringBuilder table = new StringBuilder();
    for (Map.Entry<String, Map<String, String>> kind : kinds.entrySet()) {
      try (Application application = shop.routed(2, kind.getValue());
          Load load = Load.paced(application.mapper(), Shop.THREADS, RATE)) {
        boolean windows = "window".equals(kind.getValue().get("session.strategy"));
        Rates rates = measure(shop, load, windows ? UNTIL_WINDOWS_ARE_FULL : WARM_UP);
        table.append(
            String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.1f | %,.0f | %,.0f |%n",
                kind.getKey(),
                rates.primary().all(),
                onPrimary(rates),
                rates.replicas().reads() / 2,
                rates.refused()));
      }
    }
    return table.toString();
  }

  /** How many of the reads on the primary, each behind one of a replica, had to ask. */
  private String behindReplica(Shop shop) throws Exception {
    StringBuilder table = new StringBuilder();
    int times = quick ? 5 : 25;
    try (Application application = shop.routed(2, Map.of());
        Load load = Load.paced(application.mapper(), Shop.THREADS, RATE)) {
      Thread.sleep(Duration.ofSeconds(1).toMillis());
      for (int pause : PAUSES) {
        long asked = Shop.askedForCommitsUnderWay(shop.primary());
        long waited = Shop.waitedFor(shop.primary());
        for (int i = 0; i < times; i++) {
          RwSplit.inSession("buyer", () -> application.mapper().findInSession(1));
          Thread.sleep(pause);
          RwSplit.inSession("buyer", () -> application.mapper().findNewest(1));
        }
        table.append(
            String.format(
                Locale.ROOT,
                "| %d | %.0f | %.0f |%n",
                pause,
                100.0 * (Shop.askedForCommitsUnderWay(shop.primary()) - asked) / times,
                100.0 * (Shop.waitedFor(shop.primary()) - waited) / times));
      }
    }
    return table.toString();
  }

  private static double onPrimary(Rates rates) {
    return 100 * rates.primary().reads() / (rates.primary().reads() + rates.replicas().reads());
  }

  private Rates measure(Shop shop, Load load, Duration warmUp) throws Exception {
    Thread.sleep(warmUp.toMillis());
    Map<MySqlNode, Counted> before = counted(shop);
    long reads = load.reads();
    long writes = load.writes();
    long refused = load.refused();
    long begun = System.nanoTime();
    Thread.sleep(Duration.ofSeconds(quick ? 2 : 6).toMillis());
    reads = load.reads() - reads;
    writes = load.writes() - writes;
    refused = load.refused() - refused;
    double seconds = (System.nanoTime() - begun) / 1e9;
    Work primary = new Work(0, 0, 0);
    Work replicas = primary;
    for (Map.Entry<MySqlNode, Counted> after : counted(shop).entrySet()) {
      Counted start = before.getOrDefault(after.getKey(), new Counted(0, 0, 0));
      Work work = Work.of(after.getValue().since(start), seconds);
      if (after.getKey() == shop.primary()) {
        primary = work;
      } else {
        replicas = replicas.plus(work);
      }
    }
    return new Rates(reads / seconds, writes / seconds, refused / seconds, primary, replicas);
  }

  private static Map<MySqlNode, Counted> counted(Shop shop) throws SQLException {
    Map<MySqlNode, Counted> counted = new LinkedHashMap<>();
    for (MySqlNode node : shop.nodes()) {
      counted.put(node, Shop.counted(node));
    }
    return counted;
  }
}
