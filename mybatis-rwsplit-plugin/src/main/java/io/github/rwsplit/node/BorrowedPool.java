package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A pool of the application, as a probe borrows from it: the primary's, or one that was given as a
 * replica. The probe must not stand in the way of those whose pool it is. Used by one thread.
 */
final class BorrowedPool implements JdbcProber.Source {

  /** Whoever gets a connection later than this has waited for it, or for a login. */
  private static final long WAITED = Duration.ofMillis(5).toNanos();

  private final DataSource pool;
  private final @Nullable HikariDataSource hikari;
  private final LongSupplier nanoTime;
  private boolean waited;

  BorrowedPool(DataSource pool, LongSupplier nanoTime) {
    this.pool = pool;
    this.hikari = PoolSettings.hikari(pool);
    this.nanoTime = nanoTime;
  }

  @Override
  public Connection connect() throws SQLException {
    long begun = nanoTime.getAsLong();
    Connection connection = pool.getConnection();
    waited = nanoTime.getAsLong() - begun > WAITED;
    return connection;
  }

  /**
   * Whether a probe would have to wait, or would make others wait: HikariCP tells by its counters,
   * of any other pool the last time is a hint.
   */
  boolean isCrowded() {
    HikariPoolMXBean counters = hikari == null ? null : hikari.getHikariPoolMXBean();
    return counters == null
        ? waited
        : counters.getIdleConnections() == 0 || counters.getThreadsAwaitingConnection() > 0;
  }
}
