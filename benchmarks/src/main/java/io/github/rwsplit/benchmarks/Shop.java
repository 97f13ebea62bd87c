package io.github.rwsplit.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A primary and replicas of limited capacity, and applications on them. */
final class Shop implements AutoCloseable {

  static final int WORKERS = 2;
  static final Duration SERVICE = Duration.ofMillis(2);

  /** More than the servers have workers, so that it is they who limit. */
  static final int THREADS = 32;

  private static final int BATCH = 500;

  private static final String COUNT =
      "select coalesce(sum(count_star), 0)"
          + " from performance_schema.events_statements_summary_by_digest";

  private final MySqlCluster cluster;
  private final Map<MySqlNode, SlowServer> slow = new LinkedHashMap<>();

  private Shop(MySqlCluster cluster) {
    this.cluster = cluster;
    for (MySqlNode node : cluster.nodes()) {
      slow.put(node, new SlowServer(node, WORKERS, SERVICE));
    }
  }

  static Shop open(int replicas) throws SQLException {
    Shop shop = new Shop(MySqlCluster.builder().replicas(replicas).recordStatements(false).start());
    try (Connection connection = shop.cluster.primary().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table item (id bigint primary key, name varchar(40), price decimal(10, 2))");
      for (int id = 1; id <= Load.ROWS; id++) {
        statement.addBatch("insert into item values (%d, 'article', 9.90)".formatted(id));
        if (id % BATCH == 0) {
          statement.executeBatch();
        }
      }
    }
    shop.cluster.awaitReplication();
    return shop;
  }

  List<MySqlNode> nodes() {
    return cluster.nodes();
  }

  MySqlNode primary() {
    return cluster.primary();
  }

  /** What the servers are, without where they lie on this machine. */
  String version() {
    return cluster.source().replaceFirst(" at .*", "");
  }

  /** An application without the library: all of it on the primary. */
  Application plain() throws Exception {
    return Application.on(pool(), List.of());
  }

  /** One that is routed. */
  Application routed(int replicas, Map<String, String> properties) throws Exception {
    HikariDataSource pool = pool();
    Application application = Application.on(pool, List.of());
    RwSplitClusterBuilder builder = RwSplitCluster.builder(pool);
    for (int i = 1; i <= replicas; i++) {
      MySqlNode node = cluster.replica(i);
      String key = "replicas." + node.name();
      builder.property(key + ".url", through(node, node.jdbcUrl()));
      builder.property(key + ".pool.maximum-pool-size", Integer.toString(THREADS));
    }
    properties.forEach(builder::property);
    RwSplitCluster routes = builder.build();
    routes.attach(application.factory());
    routes.verify();
    routes.start();
    return application.routedBy(routes);
  }

  private HikariDataSource pool() {
    MySqlNode primary = cluster.primary();
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(through(primary, primary.jdbcUrlWithPositions()));
    pool.setUsername(primary.user());
    pool.setPassword(primary.password());
    pool.setMaximumPoolSize(THREADS);
    return pool;
  }

  private String through(MySqlNode node, String url) {
    SlowServer server = slow.get(node);
    if (server == null) {
      throw new IllegalStateException(node.name() + " must be a server of this shop");
    }
    return server.through(url);
  }

  /**
   * What a server has counted, by itself.
   *
   * @param all statements of all clients, probes among them
   * @param reads of the application
   * @param writes of the application
   */
  record Counted(long all, long reads, long writes) {

    Counted since(Counted before) {
      return new Counted(all - before.all, reads - before.reads, writes - before.writes);
    }
  }

  static Counted counted(MySqlNode node) throws SQLException {
    try (Connection connection = node.adminConnection();
        Statement statement = connection.createStatement()) {
      return new Counted(
          // by digest, as the others are: Com_select and its like stood still when they were asked
          number(statement, COUNT + " where digest_text regexp '^(SELECT|INSERT|UPDATE)'"),
          byDigest(statement, "SELECT `id` , NAME , `price` FROM `item`%"),
          byDigest(statement, "UPDATE `item` SET%"));
    }
  }

  /** How often somebody asked a server what it has in its binary log and not committed yet. */
  static long askedForCommitsUnderWay(MySqlNode node) throws SQLException {
    return number(
        node, "digest_text regexp 'gtid_owned' and digest_text not regexp 'gtid_executed'");
  }

  /** How often somebody has waited there until it had executed something. */
  static long waitedFor(MySqlNode node) throws SQLException {
    return number(node, "digest_text regexp 'WAIT_FOR_EXECUTED_GTID_SET'");
  }

  private static long number(MySqlNode node, String condition) throws SQLException {
    try (Connection connection = node.adminConnection();
        Statement statement = connection.createStatement()) {
      return number(statement, COUNT + " where " + condition);
    }
  }

  private static long byDigest(Statement statement, String text) throws SQLException {
    return number(
        statement, COUNT + " where replace(digest_text, '`name`', 'NAME') like '" + text + "'");
  }

  private static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() throws Exception {
    for (SlowServer server : slow.values()) {
      server.close();
    }
    cluster.close();
  }
}
