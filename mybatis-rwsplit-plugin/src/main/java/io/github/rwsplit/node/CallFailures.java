package io.github.rwsplit.node;

import java.time.Duration;

/**
 * The circuit of one node: what its calls say where its probes say that it is well. A probe has a
 * connection of its own that may live on while the pool's are lost one after the other: behind a
 * proxy, at a limit of connections of the account, on a line that only lets short answers through.
 *
 * <p>A call that fails makes the node be asked at once, and a good answer lets it go on. When that
 * has happened {@value #EPISODES} times in ten seconds, with at least half as many failures as
 * connections taken into use, the circuit opens; after that one more is enough, until the node has
 * risen again. Only failures that speak of the server or its connections come here; see {@link
 * Node#failed}.
 *
 * <p>Safe for use by many threads; times are {@code System.nanoTime()}'s.
 */
final class CallFailures {

  /** How often it may fail calls right after a good answer. */
  static final int EPISODES = 3;

  private static final long WITHIN = Duration.ofSeconds(10).toNanos();

  /** A lost connection was leased before, so half of all calls are two leases for each failure. */
  private static final int LEASES_FOR_A_FAILURE = 2;

  /** When calls failed, and what the counters said before. */
  private record Episode(long at, long leases, long failures) {}

  private final Episode[] last = new Episode[EPISODES];
  private int count;
  private boolean open;
  private boolean onTrial;

  /**
   * Calls failed right after the node was well.
   *
   * @param leases how many connections were ever taken into use
   * @param failures how many calls ever failed, with this one
   */
  synchronized void failed(long now, long leases, long failures) {
    last[count++ % EPISODES] = new Episode(now, leases, failures - 1);
    if (onTrial) {
      open = true;
    } else if (count >= EPISODES) {
      Episode first = last[count % EPISODES];
      open |=
          now - first.at() <= WITHIN
              && (failures - first.failures()) * LEASES_FOR_A_FAILURE >= leases - first.leases();
    }
  }

  /** Whether its probes do not count any more. */
  synchronized boolean isOpen() {
    return open;
  }

  /** It has answered for long enough and is used again; on trial, if its calls had failed. */
  synchronized void close() {
    onTrial = open;
    open = false;
    count = 0;
  }

  /** It has its whole weight again, and its calls went well. */
  synchronized void trust() {
    onTrial = false;
  }
}
