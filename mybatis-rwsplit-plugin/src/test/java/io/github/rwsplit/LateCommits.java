package io.github.rwsplit;

import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;

/**
 * Lets a primary show its commits later than its replicas do: with {@code sync_binlog} 0 it sends
 * them at once, and then waits for others to be written to the disk with them.
 */
public final class LateCommits {

  private LateCommits() {}

  /** From now on, by so much; at most a second. Zero: no more. */
  public static void on(MySqlNode primary, Duration delay) {
    primary.execute(
        "SET GLOBAL sync_binlog = 0",
        "SET GLOBAL binlog_group_commit_sync_delay = " + delay.toMillis() * 1_000);
  }
}
