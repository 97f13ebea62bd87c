package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.Warnings;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RetirementTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Node node = NodeFixtures.replica("r1", 1);
  private final HikariDataSource pool = pool();

  @AfterEach
  void closePool() {
    pool.close();
  }

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:retirement");
    config.setUsername("sa");
    return new HikariDataSource(config);
  }

  @Test
  void begin_nothingRunsAnyMore_closesThePoolWithoutAWarning(CapturedOutput output)
      throws Exception {
    Retirement retirement = new Retirement(node, pool, Duration.ofHours(1));
    try (Connection connection = pool.getConnection()) {
      retirement.begin();
      assertThat(connection.isValid(1)).isTrue();
      assertThat(retirement.isOver()).isFalse();
    }
    await().atMost(PATIENCE).until(retirement::isOver);
    assertThat(pool.isClosed()).isTrue();
    assertThat(output).contains("the pool that was replaced is closed");
    assertThat(Warnings.in(output)).isEmpty();
  }

  @Test
  void begin_deadlineIsOver_cutsOffWhatRunsAndSaysSo(CapturedOutput output) throws Exception {
    Retirement retirement = new Retirement(node, pool, Duration.ofMillis(1));
    try (Connection inUse = pool.getConnection()) {
      assertThat(inUse.isClosed()).isFalse();
      retirement.begin();
      await().atMost(PATIENCE).until(retirement::isOver);
    }
    assertThat(pool.isClosed()).isTrue();
    assertThat(output)
        .contains(
            "1 connections of the pool that was replaced are still in use and are closed now");
  }

  @Test
  void end_whileSomethingRuns_closesAtOnce() throws Exception {
    Retirement retirement = new Retirement(node, pool, Duration.ofHours(1));
    try (Connection inUse = pool.getConnection()) {
      assertThat(inUse.isClosed()).isFalse();
      retirement.begin();
      retirement.end(PATIENCE);
      assertThat(retirement.isOver()).isTrue();
      assertThat(pool.isClosed()).isTrue();
    }
  }
}
