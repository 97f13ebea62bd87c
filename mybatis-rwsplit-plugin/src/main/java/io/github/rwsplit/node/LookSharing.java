package io.github.rwsplit.node;

import io.github.rwsplit.node.SharedLooks.Heard;
import io.github.rwsplit.node.SharedLooks.Seen;
import io.github.rwsplit.node.SharedLooks.Told;
import io.github.rwsplit.node.SharedLooks.Wanted;
import io.github.rwsplit.route.NodeRole;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one instance look for all: while sessions here need a look that is younger than what is
 * known, a daemon thread asks the {@link SharedLooks} in place of the server, once in an interval.
 * The store lets one of those who ask go to the server, and hands its look to the others.
 *
 * <p>What an instance looks at by itself, four times a second, to see lag, hangs and other servers,
 * is not replaced; nor is anything where the store is silent, or nobody tells a look for a while.
 *
 * <p>A look counts from the time at which we asked for our latest ticket that is not above the
 * look's: it began after that ({@link LookTickets}). It is not taken from a server that takes no
 * writes, nor where it lacks what the primary was known to have; nor for a replica whose term is
 * another one than when we asked for the first such ticket. What is taken is as good as if this
 * instance had asked.
 */
final class LookSharing implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LookSharing.class);

  /** So many intervals without a look that helps, and this instance asks the server itself. */
  private static final int PATIENCE = 3;

  /** While reads wait for a look, all instances together ask the server as often as this. */
  private static final long PRESSED = Duration.ofMillis(5).toNanos();

  /** A store that failed is left alone for so long, or for some doublings of it. */
  private static final long REST = Duration.ofMillis(50).toNanos();

  private static final int MOST_DOUBLINGS = 4;
  private static final long IDLE = Duration.ofMinutes(1).toNanos();
  private static final long NANOS = 1_000;

  /** The last ticket that was given to this instance. */
  record Given(String history, long ticket) {}

  private record Telling(Given given, Seen look) {}

  private final GtidClock clock;
  private final Pace pace;
  private final long interval;
  private final LongSupplier nanoTime;
  private final List<SharedProber> probers = new CopyOnWriteArrayList<>();
  private final Map<String, Telling> untold = new ConcurrentHashMap<>();
  private final LookTickets tickets = new LookTickets();
  private final Semaphore woken = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "rwsplit-looks");
  private long askedAt;
  private volatile @Nullable SharedLooks store;
  private volatile @Nullable Given given;
  private volatile boolean asking;
  private volatile long askingSince;
  private volatile int failures;
  private volatile long restsUntil;
  private volatile boolean closed;

  /**
   * @param clock what the primary had at which time
   * @param pace knows whether a younger look at the primary is needed
   * @param interval between two looks at a server, of all instances together
   */
  LookSharing(GtidClock clock, Pace pace, Duration interval, LongSupplier nanoTime) {
    this.clock = clock;
    this.pace = pace;
    this.interval = interval.toNanos();
    this.nanoTime = nanoTime;
    this.askedAt = nanoTime.getAsLong() - this.interval;
    thread.setDaemon(true);
  }

  /** From now on looks are shared. At most once. */
  void through(SharedLooks looks, int instances) {
    shareIn(looks);
    thread.start();
    log.info(
        "Looks at the servers are shared: of {} instances one asks a server in {} ms for all, by way"
            + " of rwsplit.session.store; each one asks for itself while that does not answer",
        instances,
        TimeUnit.NANOSECONDS.toMillis(interval));
  }

  /** Without the thread; for {@link #through}, and for tests. */
  void shareIn(SharedLooks looks) {
    store = looks;
  }

  /** Stands before the prober of a node. */
  SharedProber before(Prober prober, Node node) {
    SharedProber shared =
        new SharedProber(
            node,
            prober,
            this,
            node.role() == NodeRole.PRIMARY ? () -> pace.wantsLook(clock.newest()) : () -> true);
    probers.add(shared);
    return shared;
  }

  void left(SharedProber prober) {
    probers.remove(prober);
  }

  /**
   * A read waits for a look at the primary.
   *
   * @return false where the primary's probe has to be woken instead
   */
  boolean press(Node node, long longest) {
    for (SharedProber prober : probers) {
      if (prober.node() == node) {
        return prober.press(longest);
      }
    }
    return false;
  }

  long now() {
    return nanoTime.getAsLong();
  }

  long patience() {
    return PATIENCE * interval;
  }

  /** Whether looks of others can be expected. */
  boolean isUsable() {
    if (store == null || closed) {
      return false;
    }
    long now = now();
    return (failures == 0 || now - restsUntil >= 0) && !(asking && now - askingSince > interval);
  }

  @Nullable Given lastGiven() {
    return given;
  }

  /** A look of ours that others may wait for. */
  void tell(Given with, Seen look) {
    untold.put(look.server(), new Telling(with, look));
    wake();
  }

  void wake() {
    woken.release();
  }

  private void run() {
    try {
      while (!closed) {
        long pause = pause();
        if (pause <= 0) {
          exchange();
        } else if (woken.tryAcquire(pause, TimeUnit.NANOSECONDS)) {
          woken.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long pause() {
    long now = now();
    long due = now + IDLE;
    if (!untold.isEmpty()) {
      due = now;
    } else {
      for (SharedProber prober : probers) {
        if (prober.waits(now)) {
          long spacing = prober.isPressed(now) ? Math.max(PRESSED, interval / 10) : interval;
          due = Math.min(due, askedAt + Math.min(spacing, interval));
        }
      }
    }
    return (failures == 0 ? due : Math.max(due, restsUntil)) - now;
  }

  /** Tells and asks once. Of the thread; and of tests, which have no thread. */
  void exchange() {
    SharedLooks with = store;
    if (with == null) {
      return;
    }
    long begun = now();
    askedAt = begun;
    askingSince = begun;
    asking = true;
    try {
      Map<SharedProber, Long> terms = new LinkedHashMap<>();
      Heard heard = with.exchange(new Told(tickets.history(), looks(), wanted(begun, terms)));
      asking = false;
      failures = 0;
      take(heard, begun, terms);
    } catch (IOException e) {
      failed();
      log.debug("Looks could not be shared", e);
    } catch (RuntimeException e) {
      failed();
      if (!closed) {
        // the thread must go on: without it every instance would look for itself for ever
        log.error("The sharing of looks failed in itself; report this", e);
      }
    }
  }

  private void failed() {
    asking = false;
    untold.clear();
    int count = failures;
    restsUntil = now() + (REST << Math.min(MOST_DOUBLINGS, count));
    failures = count + 1;
  }

  private List<Seen> looks() {
    List<Seen> looks = new ArrayList<>();
    for (String server : List.copyOf(untold.keySet())) {
      Telling telling = untold.remove(server);
      if (telling != null && telling.given().history().equals(tickets.history())) {
        looks.add(telling.look());
      }
    }
    return looks;
  }

  /** Notes in which term each node was before the question, too. */
  private List<Wanted> wanted(long now, Map<SharedProber, Long> terms) {
    List<Wanted> wanted = new ArrayList<>();
    for (SharedProber prober : probers) {
      Node node = prober.node();
      String server = node.serverUuid();
      if (server == null || !prober.waits(now)) {
        continue;
      }
      terms.put(prober, node.term());
      Look newest = clock.newest();
      long from =
          node.role() == NodeRole.REPLICA
              ? prober.firstOfTerm()
              : newest == null ? SharedLooks.NONE : tickets.after(newest.time());
      // a little less, or two who ask at the same pace would miss every other turn
      long spacing = prober.isPressed(now) ? Math.min(PRESSED, interval) : interval - interval / 10;
      wanted.add(
          prober.wanted(
              server, from, prober.isOutOfTheWay(now) ? SharedLooks.NONE : spacing / NANOS));
    }
    return wanted;
  }

  private void take(Heard heard, long askedFor, Map<SharedProber, Long> terms) {
    if (!tickets.given(heard.history(), heard.ticket(), askedFor)) {
      probers.forEach(SharedProber::forget);
    }
    given = new Given(heard.history(), heard.ticket());
    terms.forEach((prober, term) -> prober.ticketInTerm(heard.ticket(), term));
    for (Seen look : heard.looks()) {
      for (SharedProber prober : probers) {
        if (look.server().equals(prober.node().serverUuid())) {
          prober.seen(look.ticket());
          take(look, prober);
        }
      }
    }
    for (SharedProber prober : probers) {
      String server = prober.node().serverUuid();
      if (server != null && heard.yours().contains(server)) {
        prober.mayAsk();
      }
    }
  }

  private void take(Seen look, SharedProber prober) {
    GtidSet executed;
    try {
      executed = GtidSet.parse(look.executed());
    } catch (IllegalArgumentException e) {
      log.debug("{} is said to have a set that cannot be read", prober.node(), e);
      return;
    }
    boolean helped =
        prober.node().role() == NodeRole.PRIMARY
            ? primaryHad(executed, look)
            : replicaHad(look, prober);
    if (helped) {
      prober.helped();
    }
  }

  /** A look at a primary that takes no writes proves nothing, as one of our own does not. */
  private boolean primaryHad(GtidSet executed, Seen look) {
    Long after = tickets.before(look.ticket());
    Look newest = clock.newest();
    if (!look.writable() || after == null || newest == null || after - newest.time() <= 0) {
      return false;
    }
    if (!executed.contains(newest.executed())) {
      // no later state of that server: it was restored, or another one has its name
      return false;
    }
    clock.primaryHad(new Look(after, executed, true));
    return true;
  }

  private boolean replicaHad(Seen look, SharedProber prober) {
    if (!prober.isOfTerm(look.ticket())) {
      return false;
    }
    Holdings node = prober.node().holdings();
    // what its reads have told first: it would get lost behind this
    boolean heard = node.hear(clock);
    node.overheard(look.executed(), prober.term());
    return node.hear(clock) || heard;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
