package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A commit can be read on the primary a moment before it is in {@code gtid_executed}; a look that
 * begins after such a read has to have it all the same, or a session goes back behind it.
 */
@WithMySqlCluster(replicas = 1)
class LooksCoverReadsTest {

  private static final int WRITERS = 16;
  private static final int LOOKS = 3_000;

  @Test
  void look_thatBeganAfterARead_hasEverythingThatTheReadSaw(MySqlCluster servers) throws Exception {
    MySqlNode primary = servers.primary();
    AtomicBoolean ended = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    List<Future<?>> writers = new ArrayList<>();
    try (Connection connection = primary.connect();
        Statement statement = connection.createStatement();
        JdbcProber prober = JdbcProber.onOwnConnection(primary::connect, 5_000, true)) {
      statement.execute("create table seen (id int primary key, n bigint not null)");
      for (int i = 0; i < WRITERS; i++) {
        statement.execute("insert into seen values (" + i + ", 0)");
      }
      long before = count(prober.ask().executed());
      for (int i = 0; i < WRITERS; i++) {
        int row = i;
        writers.add(threads.submit(() -> write(primary, row, ended)));
      }
      long late = 0;
      for (int i = 0; i < LOOKS; i++) {
        long read = sum(statement);
        Answer look = prober.ask();
        assertThat(count(look.shown()) - before).isGreaterThanOrEqualTo(read);
        late += count(look.executed()) - before < read ? 1 : 0;
      }
      System.out.printf(
          "%d of %d looks by gtid_executed alone lacked a commit that was read%n", late, LOOKS);
    } finally {
      ended.set(true);
      threads.shutdown();
      assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
  }

  private static Void write(MySqlNode primary, int row, AtomicBoolean ended) throws SQLException {
    try (Connection connection = primary.connect();
        Statement statement = connection.createStatement()) {
      while (!ended.get()) {
        statement.executeUpdate("update seen set n = n + 1 where id = " + row);
      }
    }
    return null;
  }

  private static long sum(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("select sum(n) from seen")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** How many transactions are in a set. */
  private static long count(@Nullable GtidSet set) {
    long count = 0;
    for (String source : Objects.requireNonNull(set).toString().split(",")) {
      for (String word : source.strip().split(":")) {
        if (word.matches("\\d+(-\\d+)?")) {
          String[] ends = word.split("-");
          count += Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]) + 1;
        }
      }
    }
    return count;
  }
}
