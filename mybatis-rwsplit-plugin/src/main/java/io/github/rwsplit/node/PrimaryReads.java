package io.github.rwsplit.node;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many reads may be on the primary that a replica could serve by their level: at one time, only
 * for want of a replica; and begun in each second. Both limits may change at any time. Thread-safe;
 * nobody waits here.
 */
public final class PrimaryReads {

  private static final long SECOND = 1_000_000_000;

  private final LongSupplier nanoTime;
  private final AtomicInteger fallbacks = new AtomicInteger();
  private volatile int mostFallbacks;
  private volatile @Nullable Rate rate;

  PrimaryReads(int mostFallbacks, LongSupplier nanoTime) {
    this.mostFallbacks = mostFallbacks;
    this.nanoTime = nanoTime;
  }

  /** Those that are there already stay, also above a lower limit. */
  void limitFallbacks(int most) {
    mostFallbacks = most;
  }

  /**
   * Takes one place among the reads that may be on the primary only for want of a replica ({@code
   * rwsplit.fallback.max-concurrent}).
   *
   * @return false if all places are taken; if true, {@link #endFallback} must follow
   */
  public boolean tryFallback() {
    int held = fallbacks.get();
    while (held < mostFallbacks) {
      if (fallbacks.compareAndSet(held, held + 1)) {
        return true;
      }
      held = fallbacks.get();
    }
    return false;
  }

  /** Gives back the place that {@link #tryFallback} took. */
  public void endFallback() {
    fallbacks.decrementAndGet();
  }

  /**
   * Limits how many reads begin on the primary each second that a replica could serve by their
   * level.
   *
   * @param perSecond 0 or more; null: no limit
   */
  public void limitRate(@Nullable Integer perSecond) {
    Rate now = rate;
    if (perSecond == null) {
      rate = null;
    } else if (now == null || now.perSecond != perSecond) {
      rate = new Rate(perSecond, nanoTime.getAsLong());
    }
  }

  /**
   * The limit of {@link #limitRate}.
   *
   * @return null: none
   */
  public @Nullable Integer rate() {
    Rate now = rate;
    return now == null ? null : now.perSecond;
  }

  /**
   * Counts one read against the limit of {@link #limitRate}.
   *
   * @return false if the second is full
   */
  public boolean tryRead() {
    Rate now = rate;
    return now == null || now.take(nanoTime.getAsLong());
  }

  /**
   * Lets as many through as a second has room for, evenly refilled: the moment at which all room is
   * free again moves on with each read (the "generic cell rate algorithm" of ITU-T I.371).
   */
  private static final class Rate {

    final int perSecond;
    private final AtomicLong allFreeAt;

    Rate(int perSecond, long now) {
      this.perSecond = perSecond;
      this.allFreeAt = new AtomicLong(now);
    }

    boolean take(long now) {
      if (perSecond == 0) {
        return false;
      }
      long each = Math.max(1, SECOND / perSecond);
      while (true) {
        long before = allFreeAt.get();
        long after = (before - now > 0 ? before : now) + each;
        if (after - now > SECOND) {
          return false;
        }
        if (allFreeAt.compareAndSet(before, after)) {
          return true;
        }
      }
    }
  }
}
