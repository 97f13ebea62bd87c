package io.github.rwsplit.node;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one node is known to have: its executed set, what that proves, how old its data are, and the
 * term in which all of this holds. Thread-safe; a reader takes no lock.
 */
final class Holdings {

  private static final Logger log = LoggerFactory.getLogger(Holdings.class);

  private final Node node;
  private final AtomicReference<@Nullable News> news = new AtomicReference<>();
  private volatile @Nullable Shown shown;
  private volatile Proof proof = Proof.NONE_TO_BE_HAD;
  private volatile Lag lag = Lag.UNTOLD;
  private volatile boolean lagByClock = true;
  private volatile long term = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  private long reachedAt = System.nanoTime();
  private volatile long heardAt = reachedAt;
  private volatile Runnable lagTold = () -> {};

  Holdings(Node node) {
    this.node = node;
  }

  /** All that can have been read there before a question that was put at a time. */
  private record Shown(GtidSet atMost, long askedAt) {}

  void connect(Runnable whenLagIsTold) {
    lagTold = whenLagIsTold;
  }

  Proof proof() {
    return proof;
  }

  Lag lag() {
    return lag;
  }

  /** See {@link Node#term}. */
  long term() {
    return term;
  }

  /** Whether its executed set tells its lag; else {@link #lagIs} does. */
  synchronized void lagByClock(boolean tells) {
    if (lagByClock && !tells) {
      lag = Lag.UNTOLD;
    }
    lagByClock = tells;
  }

  boolean isLagByClock() {
    return lagByClock;
  }

  /** Another source than its executed set has told its lag. */
  synchronized void lagIs(Lag told) {
    lag = told;
    lagTold.run();
  }

  /**
   * Its server tells of no GTIDs.
   *
   * @param windowCounts whether a session's window decides then; else it serves no session
   */
  synchronized void provesNothing(boolean windowCounts) {
    // where lag is known, a window that is shorter than that proves nothing
    proof = new Proof(lagByClock ? null : lag.upTo(), !windowCounts, null, null, term);
    if (lagByClock) {
      lag = Lag.UNTOLD;
      lagTold.run();
    }
  }

  /** Its server has said what it has executed, to a question that was put at a time. */
  synchronized void executed(GtidSet executed, long askedAt, GtidClock clock) {
    GtidSet before = proof.executed();
    if (before == null || executed.contains(before)) {
      prove(executed, clock);
    } else if (askedAt - reachedAt < 0) {
      // more was heard of it while the question was under way
      prove(before.union(executed), clock);
    } else {
      // restored, or restarted without what it had not yet written to its disk
      renew();
      prove(executed, clock);
    }
  }

  /**
   * Its server has said what anybody can have read there at most, before a question that was put at
   * a time.
   */
  void shown(GtidSet atMost, long askedAt) {
    shown = new Shown(atMost, askedAt);
  }

  /**
   * What of a set may have been read there before a time.
   *
   * @return all of it where nothing is known of the node since
   */
  GtidSet mayHaveShown(GtidSet set, long before) {
    Shown last = shown;
    return last == null || last.askedAt() - before <= 0
        ? set
        : set.without(set.without(last.atMost()));
  }

  /** It has just been seen to have executed a set, apart from the questions of the probe. */
  synchronized void reached(GtidSet more, GtidClock clock) {
    GtidSet before = proof.executed();
    if (before != null) {
      reachedAt = System.nanoTime();
      prove(before.union(more), clock);
    }
  }

  /** What a server told beside the answer to a read, unread yet; and in which term it did. */
  private record News(String executed, long term) {}

  /**
   * Its server has told all that it has executed, beside the answer to a read. Called on the read's
   * thread, so it only keeps the text.
   *
   * @param toldIn the term in which the connection was opened
   */
  void overheard(String executed, long toldIn) {
    news.set(new News(executed, toldIn));
  }

  /**
   * Takes in what was overheard last. What does not contain all that is known already counts for
   * nothing: it came late, or the server has gone back, which the next probe finds out.
   *
   * @return whether it told what the server has executed
   */
  boolean hear(GtidClock clock) {
    News last = news.get() == null ? null : news.getAndSet(null);
    if (last == null || last.term() != term) {
      return false;
    }
    try {
      return hear(GtidSet.parse(last.executed()), last.term(), clock);
    } catch (IllegalArgumentException e) {
      log.debug("{} told a set that cannot be read: {}", node, e.getMessage());
      return false;
    }
  }

  private synchronized boolean hear(GtidSet executed, long toldIn, GtidClock clock) {
    GtidSet before = proof.executed();
    if (toldIn != term || before == null || !executed.contains(before)) {
      return false;
    }
    reachedAt = System.nanoTime();
    heardAt = reachedAt;
    prove(executed, clock);
    return true;
  }

  /** Whether {@link #hear} took something in within a time that ends now. */
  boolean heardWithin(Duration time) {
    return System.nanoTime() - heardAt < time.toNanos();
  }

  /** The primary was looked at again: what this node has may prove more than before. */
  synchronized void proveAgain(GtidClock clock) {
    GtidSet executed = proof.executed();
    if (executed != null) {
      prove(executed, clock);
    }
  }

  private void prove(GtidSet executed, GtidClock clock) {
    Look newest = clock.newest();
    Proof proved = new Proof(clock.upTo(executed), true, executed, newest, term);
    proof = proved;
    if (lagByClock) {
      lag = newest == null ? Lag.UNTOLD : new Lag(proved.upTo(), newest.time());
      lagTold.run();
    }
  }

  /** Its data may have become older: what was proved of it before counts for nothing. */
  synchronized void renew() {
    term = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }
}
