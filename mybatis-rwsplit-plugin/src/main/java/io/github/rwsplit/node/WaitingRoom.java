package io.github.rwsplit.node;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads that wait for one replica to reach what their sessions need. Safe for many threads. */
final class WaitingRoom {

  private static final int UNKNOWN_POOL_SIZE = 8;
  private static final long WAITED_FOR_AGAIN_AFTER = Duration.ofSeconds(1).toNanos();

  private final Semaphore places;
  private volatile @Nullable Missed lastMissed;

  private WaitingRoom(int places) {
    this.places = new Semaphore(places);
  }

  /** With as many places as take half of the connections, so that reads find the others. */
  static WaitingRoom of(DataSource pool) {
    int connections =
        pool instanceof HikariDataSource hikari ? hikari.getMaximumPoolSize() : UNKNOWN_POOL_SIZE;
    return new WaitingRoom(Math.max(1, connections / 2));
  }

  /**
   * Whether the replica may get there: nobody waits for what somebody else has just waited for in
   * vain. Now and then somebody tries again, since what was waited for may never come, as after a
   * failover.
   *
   * @param executed the replica's executed set; null where it has no GTIDs
   */
  boolean isWorthIt(@Nullable GtidSet executed, long now) {
    Missed missed = lastMissed;
    return executed != null
        && (missed == null
            || executed.contains(missed.goal())
            || now - missed.at() > WAITED_FOR_AGAIN_AFTER);
  }

  /** Takes a place. They are few, so that reads find connections. */
  boolean begin() {
    return places.tryAcquire();
  }

  void end() {
    places.release();
  }

  /** A wait was too short. */
  void missed(GtidSet goal) {
    lastMissed = new Missed(goal, System.nanoTime());
  }

  /** What was waited for in vain, and until when. */
  private record Missed(GtidSet goal, long at) {}
}
