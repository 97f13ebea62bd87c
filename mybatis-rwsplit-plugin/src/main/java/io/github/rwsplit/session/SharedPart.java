package io.github.rwsplit.session;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What this instance knows of one part of a shared store: since when nothing was lost in it, what
 * its clock is to ours, and whether something told to it may not have arrived. Safe for use by many
 * threads.
 *
 * <p>Whatever was lost was told before the first answer that shows the loss. So that answer's
 * arrival is a floor: everything was committed before it that nobody remembers any more.
 *
 * <p>Two clocks may differ and drift; they are compared with each answer, and if the store's was
 * set forward, times of before say nothing any more, which is a floor as well.
 */
final class SharedPart {

  private static final long NANOS = 1_000;

  /** The most that one clock may be set, unseen. */
  private static final long TOLERANCE = 5_000_000;

  /** The part of a time by which two clocks may differ over it; computers' are ten times better. */
  private static final long DRIFT = 1_000;

  private final AtomicInteger untold = new AtomicInteger();
  private @Nullable String history;
  private long floor;
  private long offset;
  private long offsetAt;

  /** How many words may not have arrived; to be given to {@link #toldOfLoss}. */
  int untold() {
    return untold.get();
  }

  void notArrived() {
    untold.incrementAndGet();
  }

  /** Everybody will see that so many words did not arrive. */
  void toldOfLoss(int words) {
    untold.compareAndSet(words, 0);
  }

  /** The store did not answer for a while: others may not have been able to tell it something. */
  synchronized void missed(long until) {
    floor = until - floor > 0 ? until : floor;
  }

  /**
   * Takes an answer in.
   *
   * @return the floor: everything that may have been lost was committed before
   */
  synchronized long heard(SharedSessions.Known known, long sent, long arrived) {
    long atLeast = sent - known.time() * NANOS;
    long atMost = arrived - known.time() * NANOS;
    long expected = offset - (arrived - offsetAt) / DRIFT;
    boolean setForward = atMost - expected < -TOLERANCE;
    if (!known.history().equals(history) || setForward) {
      history = known.history();
      floor = arrived;
      offset = atLeast;
    } else {
      offset = expected - atLeast > 0 ? expected : atLeast;
    }
    offsetAt = arrived;
    return floor;
  }

  /** A time of ours that is no earlier than a time of the store's. */
  static long ours(long theirs, SharedSessions.Known known, long arrived) {
    long ago = (known.time() - theirs) * NANOS;
    return arrived - ago + Math.abs(ago) / DRIFT + TOLERANCE;
  }
}
