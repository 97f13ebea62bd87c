package io.github.rwsplit.node;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells how old a replica's data are, by the row that pt-heartbeat writes on the primary again and
 * again.
 *
 * <p>The times in that row are those of another machine, in a time zone that nobody tells. So they
 * are only compared with each other: a replica that has a row has everything that was committed
 * before our last look at the primary that did not show that row yet. This needs no equal clocks,
 * and a writer that has stopped proves nothing, since no new row comes. The age is told too high by
 * the interval of the writer and of the looks, never too low.
 *
 * <p>Times are {@code System.nanoTime()}'s. Safe for use by many threads.
 */
final class Heartbeats {

  private static final long FORGOTTEN_AFTER = Duration.ofHours(1).toNanos();
  private static final int MOST = 10_000;

  /** By row, the look at the primary before it; rows are written so that they sort by time. */
  private final TreeMap<String, Long> before = new TreeMap<>();

  private @Nullable Long serverId;
  private @Nullable String newest;
  private long lookedAt;

  /** The primary was asked and showed a row. */
  synchronized void primaryShowed(LagReading.Beat seen) {
    if (serverId != null && serverId != seen.serverId()) {
      before.clear();
      newest = null;
    }
    serverId = seen.serverId();
    String last = newest;
    if (last != null && seen.beat().compareTo(last) > 0) {
      before.put(seen.beat(), lookedAt);
    }
    if (last == null || seen.beat().compareTo(last) > 0) {
      newest = seen.beat();
    }
    lookedAt = seen.askedAt();
    while (!before.isEmpty()
        && (before.size() > MOST || lookedAt - before.firstEntry().getValue() > FORGOTTEN_AFTER)) {
      before.pollFirstEntry();
    }
  }

  /** Whose row counts: the {@code server_id} of the primary; null before its first answer. */
  synchronized @Nullable Long serverId() {
    return serverId;
  }

  /** The lag of a replica that has a row. */
  synchronized Lag lagOf(String beat) {
    if (newest == null) {
      return Lag.UNTOLD;
    }
    Map.Entry<String, Long> had = before.floorEntry(beat);
    return had == null ? Lag.unknown(lookedAt) : new Lag(had.getValue(), lookedAt);
  }
}
