package io.github.rwsplit.demo.sidebyside;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.RwSplitCluster;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.route.NodeRole;
import io.github.rwsplit.test.MySqlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An application of one strategy, with sessions that write and then read at once and again. */
final class Contender implements AutoCloseable {

  /** How many sessions, and rows, a contender has. */
  static final int SESSIONS = 3;

  private static final Logger log = LoggerFactory.getLogger(Contender.class);
  private static final int READS_AFTER_A_WRITE = 4;
  private static final int PAUSE_MILLIS = 60;

  /** The node of the last statement of each session, by the connection that it really took. */
  private final Map<Thread, NodeRole> roles = new ConcurrentHashMap<>();

  private final Tally tally = new Tally();
  private final Strategy strategy;
  private final HikariDataSource pool = new HikariDataSource();
  private final RwSplitCluster cluster;
  private final SqlSessionFactory factory;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final List<Thread> sessions = new ArrayList<>();

  Contender(Strategy strategy, MySqlNode primary, List<MySqlNode> replicas) {
    this.strategy = strategy;
    pool.setJdbcUrl(primary.jdbcUrlWithPositions());
    pool.setUsername(primary.user());
    pool.setPassword(primary.password());
    pool.setMaximumPoolSize(SESSIONS + 1);
    pool.setMinimumIdle(1);
    Configuration configuration =
        new Configuration(new Environment("side-by-side", new JdbcTransactionFactory(), pool));
    configuration.addMapper(RowMapper.class);
    factory = new SqlSessionFactoryBuilder().build(configuration);
    var builder = RwSplitCluster.builder(pool).listener(this::ran);
    for (MySqlNode replica : replicas) {
      builder.property("replicas." + replica.name() + ".url", replica.jdbcUrl());
      builder.property(
          "replicas." + replica.name() + ".pool.maximum-pool-size", Integer.toString(SESSIONS + 1));
    }
    // what is compared is what sessions see, whatever the lag
    for (String limit : List.of("eventual-only-above", "reduced-weight-above", "removed-above")) {
      builder.property("groups.online." + limit, "1h");
    }
    strategy.properties().forEach(builder::property);
    cluster = builder.build();
  }

  Strategy strategy() {
    return strategy;
  }

  Tally tally() {
    return tally;
  }

  /**
   * Begins; each session on a thread of its own.
   *
   * @param firstVersion what no row has had before
   */
  void start(long firstVersion) {
    cluster.attach(factory);
    cluster.start();
    for (int i = 0; i < SESSIONS; i++) {
      long row = row(strategy, i);
      Thread thread = new Thread(() -> session(row, firstVersion), "side-by-side");
      thread.setDaemon(true);
      sessions.add(thread);
      thread.start();
    }
  }

  /** The row of one session; no other session has it. */
  static long row(Strategy strategy, int session) {
    return strategy.firstRow() + session;
  }

  private void session(long row, long firstVersion) {
    try {
      for (long version = firstVersion; !ended.get(); version++) {
        round(row, version);
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void round(long row, long version) throws InterruptedException {
    try {
      RwSplit.inSession(
          "%s-%d".formatted(strategy, row),
          () -> {
            inMapper(mapper -> (long) mapper.write(row, version));
            for (int i = 0; i < READS_AFTER_A_WRITE && !ended.get(); i++) {
              long found = inMapper(mapper -> read(mapper, row));
              tally.read(found < version, roles.get(Thread.currentThread()) == NodeRole.PRIMARY);
            }
            return null;
          });
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      // counted, and shown beside the reads: a write whose fate is unknown has no reads to check
      log.debug("{} was not answered", strategy, e);
      tally.failed();
    }
  }

  private long read(RowMapper mapper, long row) {
    Long found = strategy == Strategy.NAIVE ? mapper.readAnywhere(row) : mapper.readInSession(row);
    return found == null ? 0 : found;
  }

  private interface Work {
    long in(RowMapper mapper);
  }

  private long inMapper(Work work) {
    try (SqlSession session = factory.openSession(true)) {
      return work.in(session.getMapper(RowMapper.class));
    }
  }

  private void ran(StatementEvent event) {
    NodeRole role = event.role();
    if (role == null) {
      roles.remove(Thread.currentThread());
    } else {
      roles.put(Thread.currentThread(), role);
    }
  }

  /** No more rounds; the reads under way end first. */
  void end() {
    ended.set(true);
  }

  @Override
  public void close() {
    end();
    boolean interrupted = false;
    for (Thread session : sessions) {
      try {
        session.join(2_000);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    cluster.close();
    pool.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
