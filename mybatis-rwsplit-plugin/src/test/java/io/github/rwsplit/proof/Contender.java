package io.github.rwsplit.proof;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.RwSplitClusterBuilder;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;

/** One application with one strategy: sessions that write, then read at once and again. */
final class Contender implements AutoCloseable {

  private static final int READS_AFTER_A_WRITE = 3;

  /** Without a pause it would write more than a replica on the same cores can apply. */
  private static final long BETWEEN_WRITES_OF_THE_STRANGER = TimeUnit.MILLISECONDS.toNanos(20);

  private static final String TRACKED =
      "&trackSessionState=true&sessionVariables=session_track_gtids=OWN_GTID"
          + "&connectionLifecycleInterceptors=io.github.rwsplit.connection.GtidInterceptor";

  /** The node of the last statement on this thread, by the connection that it really took. */
  private final ThreadLocal<NodeRole> role = new ThreadLocal<>();

  private final Strategy strategy;
  private final HikariDataSource pool;
  private final RwSplitCluster cluster;
  private final SqlSessionFactory factory;

  Contender(Strategy strategy, MySqlCluster servers) {
    this.strategy = strategy;
    MySqlNode primary = servers.primary();
    pool = new HikariDataSource();
    pool.setJdbcUrl(primary.jdbcUrl() + TRACKED);
    pool.setUsername(primary.user());
    pool.setPassword(primary.password());
    pool.setMaximumPoolSize(10);
    Configuration configuration =
        new Configuration(new Environment("proof", new JdbcTransactionFactory(), pool));
    configuration.addMapper(VersionMapper.class);
    factory = new SqlSessionFactoryBuilder().build(configuration);
    RwSplitClusterBuilder builder = RwSplitCluster.builder(pool).listener(this::ran);
    for (MySqlNode replica : servers.replicas()) {
      builder.property("replicas." + replica.name() + ".url", replica.jdbcUrl());
      builder.property("replicas." + replica.name() + ".pool.maximum-pool-size", "10");
    }
    // what is proved is the promise to sessions, whatever the lag
    builder.property("groups.online.removed-above", "1h");
    strategy.properties().forEach(builder::property);
    cluster = builder.build();
    cluster.attach(factory);
    cluster.start();
  }

  private void ran(StatementEvent event) {
    role.set(event.role());
  }

  Strategy strategy() {
    return strategy;
  }

  /**
   * Lets so many sessions write and read for a while, each on a thread of its own.
   *
   * @param firstRow the first of the rows that belong to this contender alone: one that all its
   *     sessions read and a stranger writes, and then one for each session
   */
  Tally run(int sessions, long firstRow, long millis) throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    ExecutorService threads = Executors.newFixedThreadPool(sessions + 1);
    try {
      List<Future<Tally>> running = new ArrayList<>();
      Future<?> stranger = threads.submit(() -> strangerWrites(firstRow, end));
      for (int i = 1; i <= sessions; i++) {
        long row = firstRow + i;
        running.add(threads.submit(() -> session(firstRow, row, end)));
      }
      Tally all = new Tally();
      for (Future<Tally> one : running) {
        all.add(one.get());
      }
      stranger.get();
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  private Tally session(long shared, long row, long end) throws Exception {
    Tally tally = new Tally();
    Seen seen = new Seen();
    long version = 0;
    while (System.nanoTime() - end < 0) {
      long next = ++version;
      RwSplit.inSession(
          "session-" + row,
          () -> {
            inMapper(mapper -> (long) mapper.write(row, next));
            for (int i = 0; i < READS_AFTER_A_WRITE; i++) {
              seen.own = read(row, next, seen.own, tally);
            }
            seen.shared = read(shared, 0, seen.shared, tally);
            return null;
          });
    }
    return tally;
  }

  /** What a session has seen of its own row and of the one that a stranger writes. */
  private static final class Seen {
    long own;
    long shared;
  }

  private long read(long row, long written, long seen, Tally tally) {
    long begun = System.nanoTime();
    try {
      long found =
          inMapper(
              mapper ->
                  strategy == Strategy.NAIVE
                      ? mapper.readAnywhere(row)
                      : mapper.readInSession(row));
      tally.read(
          found < written, found < seen, role.get() == NodeRole.PRIMARY, System.nanoTime() - begun);
      return Math.max(seen, found);
    } catch (RuntimeException e) {
      tally.failed();
      return seen;
    }
  }

  private Void strangerWrites(long row, long end) {
    for (long version = 1; System.nanoTime() - end < 0; version++) {
      long next = version;
      inMapper(mapper -> (long) mapper.write(row, next));
      LockSupport.parkNanos(BETWEEN_WRITES_OF_THE_STRANGER);
    }
    return null;
  }

  private interface Work {
    long in(VersionMapper mapper);
  }

  private long inMapper(Work work) {
    try (SqlSession session = factory.openSession(true)) {
      return work.in(session.getMapper(VersionMapper.class));
    }
  }

  @Override
  public void close() {
    cluster.close();
    pool.close();
  }
}
