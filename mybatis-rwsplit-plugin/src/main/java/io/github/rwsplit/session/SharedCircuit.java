package io.github.rwsplit.session;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store that does not answer from costing each statement the time it is waited for: after a
 * failure it is left alone for a moment, then one thread tries it. Safe for use by many threads.
 */
final class SharedCircuit {

  private static final Logger log = LoggerFactory.getLogger(SharedCircuit.class);

  private static final long SHORTEST = Duration.ofMillis(50).toNanos();
  private static final int MOST_DOUBLINGS = 4;

  /** One slow answer is nobody's business. */
  private static final int WARNED_AFTER = 3;

  private final LongSupplier now;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong restsUntil = new AtomicLong();

  SharedCircuit(LongSupplier now) {
    this.now = now;
  }

  /** Whether the store may be asked by this thread. */
  boolean lets() {
    if (failures.get() == 0) {
      return true;
    }
    long until = restsUntil.get();
    long time = now.getAsLong();
    return time - until >= 0 && restsUntil.compareAndSet(until, time + pause());
  }

  /**
   * The store has answered.
   *
   * @return whether it had not before: whatever others could not tell it meanwhile is missing
   */
  boolean answered() {
    int before = failures.getAndSet(0);
    if (before >= WARNED_AFTER) {
      log.info(
          "The store of rwsplit.session.store answers again, after {} attempts in vain", before);
    }
    return before > 0;
  }

  void failed(Exception failure) {
    int count = failures.incrementAndGet();
    restsUntil.set(now.getAsLong() + pause());
    if (count == WARNED_AFTER) {
      log.warn(
          "The store of rwsplit.session.store does not answer ({}). SESSION reads, and EVENTUAL ones"
              + " that follow writes, go to the primary until it does, and what sessions write here"
              + " is not known to other instances meanwhile; check that it runs and can be reached",
          failure.getMessage());
    } else {
      log.debug("The store of rwsplit.session.store did not answer", failure);
    }
  }

  private long pause() {
    return SHORTEST << Math.min(MOST_DOUBLINGS, Math.max(0, failures.get() - 1));
  }
}
