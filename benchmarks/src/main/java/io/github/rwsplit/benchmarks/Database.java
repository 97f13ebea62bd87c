package io.github.rwsplit.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** What a contestant reads from. Each node is a database of its own, with one row that names it. */
public enum Database {
  /** Answers at once, from memory, without parsing: what is left is everything above the driver. */
  STUB("the stub driver") {
    @Override
    String url(String node) {
      return StubDriver.PREFIX + node;
    }
  },

  /** A real database in this process: the cheapest statement that somebody could really run. */
  H2("H2") {
    @Override
    String url(String node) {
      return "jdbc:h2:mem:" + node + ";DB_CLOSE_DELAY=-1;MODE=MySQL";
    }
  };

  static final String USER = "sa";

  /** As many as threads that ever read at once: nobody waits for a connection. */
  private static final int SIZE = 16;

  private static final AtomicInteger POOLS = new AtomicInteger();

  private final String label;

  Database(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  abstract String url(String node);

  /** A pool of HikariCP to a node that has its row. */
  HikariDataSource pool(String node) {
    HikariDataSource pool = poolOf(url(node), node);
    if (this == H2) {
      fill(pool, node);
    } else {
      pool.setDriverClassName(StubDriver.class.getName());
    }
    return pool;
  }

  /** A pool of HikariCP, of the size that all have. */
  HikariDataSource poolOf(String url, String name) {
    HikariDataSource pool = new HikariDataSource();
    pool.setPoolName(name + "-" + POOLS.incrementAndGet());
    pool.setJdbcUrl(url);
    pool.setUsername(USER);
    pool.setMaximumPoolSize(SIZE);
    pool.setMinimumIdle(SIZE);
    return pool;
  }

  private static void fill(DataSource pool, String node) {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table if not exists item (id bigint primary key, name varchar(40), price"
              + " decimal(10, 2))");
      statement.execute("merge into item values (1, '" + node + "', 9.90)");
    } catch (SQLException e) {
      throw new IllegalStateException("the table of " + node + " could not be made", e);
    }
  }
}
