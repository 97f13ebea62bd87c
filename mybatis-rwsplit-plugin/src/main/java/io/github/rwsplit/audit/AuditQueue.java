package io.github.rwsplit.audit;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Events on their way from the threads of statements to the one that writes them. Those threads
 * take no lock, and hardly ever make a call into the system: while events come, the reader looks
 * for them by itself every few milliseconds, since waking it for each would cost a statement more
 * than all else that the audit does. Only after a pause does the next event wake it.
 */
final class AuditQueue {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);
  private static final int LOOKS_BEFORE_SLEEP = 20;

  private final Queue<StatementEvent> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final int capacity;
  private final Semaphore calls = new Semaphore(0);
  private volatile boolean asleep;
  private volatile boolean ended;

  /**
   * @param capacity how many events may wait; threads that come at once may exceed it by one each
   */
  AuditQueue(int capacity) {
    this.capacity = capacity;
  }

  /** Adds an event; false: there is no room for it, or the end has come. */
  boolean offer(StatementEvent event) {
    if (ended || size.get() >= capacity) {
      return false;
    }
    int now = size.incrementAndGet();
    waiting.add(event);
    if (asleep || now == capacity / 2) {
      calls.release();
    }
    if (ended && waiting.remove(event)) {
      // the reader may have gone already
      size.decrementAndGet();
      return false;
    }
    return true;
  }

  /**
   * The next event; waits for it. For one thread only.
   *
   * @return null once the end has come and nothing is left
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  @Nullable StatementEvent take() throws InterruptedException {
    for (int looks = 1; ; looks++) {
      StatementEvent next = waiting.poll();
      if (next != null) {
        size.decrementAndGet();
        return next;
      }
      if (ended) {
        return null;
      }
      if (looks <= LOOKS_BEFORE_SLEEP) {
        if (calls.tryAcquire(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS)) {
          calls.drainPermits();
        }
      } else {
        sleep();
      }
    }
  }

  private void sleep() throws InterruptedException {
    asleep = true;
    // whoever adds something after this look finds it asleep
    if (waiting.isEmpty() && !ended) {
      calls.acquire();
    }
    asleep = false;
    calls.drainPermits();
  }

  /** Takes nothing any more; the reader gets what is left. */
  void end() {
    ended = true;
    calls.release();
  }

  /** How many are waiting. */
  int size() {
    return size.get();
  }

  int capacity() {
    return capacity;
  }
}
