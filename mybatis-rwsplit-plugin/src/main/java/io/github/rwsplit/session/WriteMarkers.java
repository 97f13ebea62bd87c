package io.github.rwsplit.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Which session wrote when, on the cluster this belongs to.
 *
 * <p>A marker is set when a write is committed, not when its statement ends, and counts for the
 * window from then on. While a commit is under way the session is marked whatever the time. A
 * session that had to be forgotten for want of room is not a session without writes: until the
 * window has passed since the youngest forgotten marker, every session without an entry counts as
 * marked.
 *
 * <p>Time is a {@link Ticker}'s, in nanoseconds. Safe for use by many threads.
 */
public final class WriteMarkers {

  private static final long NEVER = Long.MIN_VALUE;
  private static final Duration REMEMBERED_LONGER = Duration.ofMinutes(1);

  private final long windowNanos;
  private final long rememberedNanos;
  private final Ticker ticker;
  private final Cache<String, Marker> markers;
  private final AtomicLong youngestForgotten = new AtomicLong(NEVER);

  /**
   * Makes an empty set of markers.
   *
   * @param window how long a marker counts; positive
   * @param maximum how many sessions are remembered
   * @param ticker the clock
   */
  public WriteMarkers(Duration window, long maximum, Ticker ticker) {
    this.windowNanos = window.toNanos();
    Duration remembered = window.multipliedBy(2).plus(REMEMBERED_LONGER);
    this.rememberedNanos = remembered.toNanos();
    this.ticker = ticker;
    this.markers =
        Caffeine.newBuilder()
            .maximumSize(maximum)
            .ticker(ticker)
            .expireAfterWrite(remembered)
            .evictionListener(this::forget)
            .build();
  }

  /**
   * A commit of a session that wrote begins.
   *
   * @param key the session
   */
  public void underWay(String key) {
    markers.asMap().compute(key, (k, m) -> (m == null ? Marker.NONE : m).begin());
  }

  /**
   * A commit that was under way has ended without writing.
   *
   * @param key the session
   */
  public void abandoned(String key) {
    markers.asMap().computeIfPresent(key, (k, m) -> m.end());
  }

  /**
   * A commit that was under way has ended, or may have ended, with its writes in the database.
   *
   * @param key the session
   */
  public void committed(String key) {
    long now = ticker.read();
    markers.asMap().compute(key, (k, m) -> (m == null ? Marker.NONE : m).end().at(now));
  }

  /**
   * A session has written, and the write is committed already or may be.
   *
   * @param key the session
   */
  public void wrote(String key) {
    long now = ticker.read();
    markers.asMap().compute(key, (k, m) -> (m == null ? Marker.NONE : m).at(now));
  }

  /**
   * Whether a replica might miss writes of the session.
   *
   * @param key the session
   * @param asOf the moment at which the replica's data were fixed, of the ticker; now for a plain
   *     read, the begin of its snapshot for a transaction that lives on a replica
   * @return true while the window is open or a commit is under way
   */
  public boolean open(String key, long asOf) {
    Marker marker = markers.getIfPresent(key);
    if (marker == null) {
      return withinWindow(youngestForgotten.get(), asOf);
    }
    return marker.commitsUnderWay() > 0 || withinWindow(marker.committedAt(), asOf);
  }

  /**
   * The latest time at which the session can have committed a write.
   *
   * @param key the session
   * @return the time of its last commit; of a session that is not remembered, the time since which
   *     it would be: what it wrote before that is older
   */
  public long lastWrite(String key) {
    Marker marker = markers.getIfPresent(key);
    return marker != null && marker.committedAt() != NEVER
        ? marker.committedAt()
        : Math.max(youngestForgotten.get(), ticker.read() - rememberedNanos);
  }

  /**
   * How long ago the session committed its last write.
   *
   * @param key the session
   * @return the age in nanoseconds; null where no write is remembered
   */
  public @Nullable Long age(String key) {
    Marker marker = markers.getIfPresent(key);
    return marker == null || marker.committedAt() == NEVER
        ? null
        : ticker.read() - marker.committedAt();
  }

  /**
   * The present time of the clock that markers use.
   *
   * @return nanoseconds
   */
  public long now() {
    return ticker.read();
  }

  private boolean withinWindow(long committedAt, long asOf) {
    return committedAt != NEVER && asOf - committedAt < windowNanos;
  }

  private void forget(@Nullable String key, @Nullable Marker marker, RemovalCause cause) {
    if (marker != null && cause == RemovalCause.SIZE) {
      long at = marker.commitsUnderWay() > 0 ? ticker.read() : marker.committedAt();
      youngestForgotten.accumulateAndGet(at, Math::max);
    }
  }

  /** One session's writes: how many commits are under way, and when the last one was done. */
  private record Marker(int commitsUnderWay, long committedAt) {

    static final Marker NONE = new Marker(0, NEVER);

    Marker begin() {
      return new Marker(commitsUnderWay + 1, committedAt);
    }

    Marker end() {
      return new Marker(Math.max(0, commitsUnderWay - 1), committedAt);
    }

    Marker at(long nanos) {
      return new Marker(commitsUnderWay, Math.max(committedAt, nanos));
    }
  }
}
