package io.github.rwsplit.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What each session of one cluster wrote and read last, as this instance saw it.
 *
 * <p>A marker is set when a write is committed, not when its statement ends. While a commit is
 * under way the session is marked whatever the time. A session that is not remembered is not a
 * session without writes: what it wrote before this was made, and what had to be forgotten for want
 * of room or after a while, is older than a floor, and a replica must be proved to have everything
 * up to that floor.
 *
 * <p>Keys are kept as hashes of 64 bits only. Two sessions whose hashes are equal share a marker,
 * as one session would, so that both need more than they had to, never less.
 *
 * <p>Time is a {@link Ticker}'s, in nanoseconds; it must be that of the looks at the servers. Safe
 * for use by many threads.
 */
public final class Markers {

  private final long windowNanos;
  private final long rememberedNanos;
  private final Ticker ticker;
  private final long startedAt;
  private final long windowAtStart;
  private final Cache<Long, Marker> markers;
  private final AtomicLong youngestForgotten = new AtomicLong(Marker.NEVER);

  /**
   * Makes an empty set of markers.
   *
   * @param window how long a marker counts where servers prove nothing; positive
   * @param maximum how many sessions are remembered
   * @param ticker the clock
   * @param alone how long before now nobody else can have written, as far as a restart goes: the
   *     age of this process
   */
  public Markers(Duration window, long maximum, Ticker ticker, Duration alone) {
    this.windowNanos = window.toNanos();
    Duration remembered = SessionSettings.remembered(window);
    this.rememberedNanos = remembered.toNanos();
    this.ticker = ticker;
    this.startedAt = ticker.read();
    this.windowAtStart = Math.max(0, windowNanos - alone.toNanos());
    this.markers =
        Caffeine.newBuilder()
            .maximumSize(maximum)
            .ticker(ticker)
            .expireAfterAccess(remembered)
            .evictionListener(this::forget)
            .build();
  }

  /** What is remembered of a session; null where nothing is. */
  @Nullable Marker find(String key) {
    return markers.getIfPresent(hash(key));
  }

  /**
   * Changes what is remembered of a session, beginning with nothing.
   *
   * @return what is remembered now
   */
  Marker change(String key, UnaryOperator<Marker> by) {
    return markers.asMap().compute(hash(key), (k, m) -> by.apply(m == null ? Marker.NONE : m));
  }

  /** The time up to which a session that is not remembered may have written anything. */
  long floorAt() {
    return Math.max(startedAt, forgottenAt());
  }

  /** What that means for replicas. */
  Needed floor() {
    boolean atStart = startedAt - forgottenAt() > 0;
    return Needed.of(Marker.NONE.unknownUntil(floorAt()), atStart ? windowAtStart : windowNanos);
  }

  private long forgottenAt() {
    return Math.max(youngestForgotten.get(), now() - rememberedNanos);
  }

  /**
   * What it means that a session is not remembered elsewhere either.
   *
   * @param lost everything that was forgotten there before its time had been committed by then
   */
  Needed floor(long lost) {
    long floor = Math.max(lost, now() - rememberedNanos);
    return Needed.of(Marker.NONE.unknownUntil(floor), windowNanos);
  }

  /**
   * Whether servers that prove nothing have to be avoided.
   *
   * @param marker the session's; null where it is not remembered
   * @param asOf the moment at which the replica's data were fixed; now for a plain read, the begin
   *     of its snapshot for a transaction that lives on a replica
   */
  boolean windowOpen(@Nullable Marker marker, long asOf) {
    long committedAt = marker == null ? youngestForgotten.get() : marker.committedAt();
    return committedAt != Marker.NEVER && asOf - committedAt < windowNanos;
  }

  /**
   * How many sessions are remembered.
   *
   * @return an estimate, for meters
   */
  public long size() {
    return markers.estimatedSize();
  }

  /**
   * The present time of the clock that markers use.
   *
   * @return nanoseconds
   */
  public long now() {
    return ticker.read();
  }

  long windowNanos() {
    return windowNanos;
  }

  private void forget(@Nullable Long key, @Nullable Marker marker, RemovalCause cause) {
    if (marker != null && cause == RemovalCause.SIZE) {
      long at = marker.commitsUnderWay() > 0 ? ticker.read() : marker.committedAt();
      youngestForgotten.accumulateAndGet(Math.max(at, marker.readAt()), Math::max);
    }
  }

  /** FNV-1a over the characters, mixed so that short keys differ in all bits. */
  private static Long hash(String key) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
    return hash ^ (hash >>> 32);
  }
}
