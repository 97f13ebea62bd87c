package io.github.rwsplit.benchmarks;

import io.github.rwsplit.RwSplit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.springframework.dao.TransientDataAccessException;

/**
 * Users who read ten times for each time that they write, as the demo's load does: six reads of ten
 * see what their user has written (SESSION), the others may be late (EVENTUAL).
 */
final class Load implements AutoCloseable {

  static final int USERS = 200;
  static final int ROWS = 1_000;
  private static final int READS_FOR_A_WRITE = 10;
  private static final int SESSION_READS_OF_TEN = 6;

  private final ItemMapper mapper;
  private final ExecutorService threads;
  private final List<Future<?>> running = new ArrayList<>();
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private volatile boolean ended;

  private Load(ItemMapper mapper, int threads) {
    this.mapper = mapper;
    this.threads = Executors.newFixedThreadPool(threads);
  }

  /** As much as they can. */
  static Load full(ItemMapper mapper, int threads) {
    return start(mapper, threads, 0);
  }

  /** So many requests a second. */
  static Load paced(ItemMapper mapper, int threads, int rate) {
    return start(mapper, threads, Duration.ofSeconds(threads).toNanos() / rate);
  }

  private static Load start(ItemMapper mapper, int threads, long apartNanos) {
    Load load = new Load(mapper, threads);
    for (int i = 0; i < threads; i++) {
      load.running.add(load.threads.submit(() -> load.run(apartNanos)));
    }
    return load;
  }

  long reads() {
    return reads.sum();
  }

  long writes() {
    return writes.sum();
  }

  /** Reads that were refused since the primary must not be overrun by those of the replicas. */
  long refused() {
    return refused.sum();
  }

  /** Ends it; fails where a request had failed for another reason. */
  @Override
  public void close() throws Exception {
    ended = true;
    threads.shutdown();
    for (Future<?> one : running) {
      one.get();
    }
  }

  private Void run(long apartNanos) throws Exception {
    long due = System.nanoTime() + (apartNanos == 0 ? 0 : random().nextLong(apartNanos));
    while (!ended) {
      if (apartNanos > 0) {
        due += apartNanos;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      }
      try {
        request();
      } catch (TransientDataAccessException e) {
        // where no replica is fresh enough and the primary has its fill; it is counted and shown
        refused.increment();
      }
    }
    return null;
  }

  private void request() throws Exception {
    String user = "user-" + random().nextInt(USERS);
    long id = 1L + random().nextInt(ROWS);
    if (random().nextInt(READS_FOR_A_WRITE + 1) == 0) {
      RwSplit.inSession(user, () -> mapper.raise(id));
      writes.increment();
    } else if (random().nextInt(10) < SESSION_READS_OF_TEN) {
      RwSplit.inSession(user, () -> mapper.findInSession(id));
      reads.increment();
    } else {
      RwSplit.inSession(user, () -> mapper.find(id));
      reads.increment();
    }
  }

  private static ThreadLocalRandom random() {
    return ThreadLocalRandom.current();
  }
}
