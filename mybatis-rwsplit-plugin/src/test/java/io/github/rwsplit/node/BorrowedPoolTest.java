package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

class BorrowedPoolTest {

  private long now;

  @Test
  void isCrowded_hikariCpBehindADecorator_whileNothingIsIdle() throws Exception {
    try (HikariDataSource pool = poolOfOne()) {
      BorrowedPool borrowed = new BorrowedPool(new DelegatingDataSource(pool), () -> now);
      Connection first = borrowed.connect();
      assertThat(borrowed.isCrowded()).isTrue();

      first.close();
      assertThat(borrowed.isCrowded()).isFalse();
    }
  }

  @Test
  void isCrowded_othersWait_isSo() throws Exception {
    try (HikariDataSource pool = poolOfOne()) {
      BorrowedPool borrowed = new BorrowedPool(pool, () -> now);
      Connection first = pool.getConnection();
      CompletableFuture<Connection> waiting = CompletableFuture.supplyAsync(() -> connection(pool));
      await().until(() -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);
      assertThat(borrowed.isCrowded()).isTrue();

      first.close();
      waiting.join().close();
      assertThat(borrowed.isCrowded()).isFalse();
    }
  }

  @Test
  void isCrowded_anyOtherPool_afterALongBorrowOnly() throws Exception {
    StubPool pool = new StubPool();
    BorrowedPool borrowed = new BorrowedPool(pool, () -> now);
    borrowed.connect().close();
    assertThat(borrowed.isCrowded()).isFalse();

    pool.whileConnecting = () -> now += 6_000_000;
    borrowed.connect().close();
    assertThat(borrowed.isCrowded()).isTrue();

    pool.whileConnecting = () -> now += 300_000;
    borrowed.connect().close();
    assertThat(borrowed.isCrowded()).isFalse();
  }

  private static Connection connection(HikariDataSource pool) {
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static HikariDataSource poolOfOne() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:borrowed-pool");
    config.setMaximumPoolSize(1);
    return new HikariDataSource(config);
  }
}
