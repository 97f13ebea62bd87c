package io.github.rwsplit.histories;

import static org.awaitility.Awaitility.await;

import io.github.rwsplit.test.MySqlClusterException;
import io.github.rwsplit.test.MySqlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Makes one trouble after the other while programs run. Each lasts until some programs have ended,
 * or for a while, since there are troubles under which none ends.
 */
final class Troubles implements AutoCloseable {

  private static final long LONGEST_MILLIS = 400;
  private static final Duration UNTIL_ENDED = Duration.ofSeconds(5);

  private record Made(Trouble trouble, long begun, long ended) {}

  private final World world;
  private final List<Trouble> choice;
  private final Random random;
  private final Semaphore ended = new Semaphore(0);
  private final List<Made> made = new ArrayList<>();
  private final Thread thread = new Thread(this::make, "troubles");
  private volatile boolean stop;
  private volatile @Nullable RuntimeException failure;

  /** Begins at once, with some of the troubles. */
  Troubles(World world, Collection<Trouble> some, long seed) {
    this.world = world;
    this.random = new Random(seed);
    this.choice = new ArrayList<>();
    for (Trouble trouble : some) {
      for (int i = 0; i < trouble.weight(); i++) {
        choice.add(trouble);
      }
    }
    thread.start();
  }

  void programEnded() {
    ended.release();
  }

  private void make() {
    try {
      while (!stop) {
        Trouble trouble = choice.get(random.nextInt(choice.size()));
        MySqlNode victim = world.servers().replica(1 + random.nextInt(2));
        long begun = History.now();
        unlessItEnds(() -> trouble.inflict(world, victim));
        try {
          ended.tryAcquire(2 + random.nextInt(8), LONGEST_MILLIS, TimeUnit.MILLISECONDS);
        } finally {
          unlessItEnds(() -> trouble.heal(world, victim));
          add(new Made(trouble, begun, History.now()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /**
   * A server that crashes over what is done to it is a killed one: it is started again, and told.
   */
  private void unlessItEnds(Runnable work) {
    try {
      work.run();
    } catch (MySqlClusterException e) {
      try {
        // its connections go before its process does
        await().atMost(UNTIL_ENDED).until(() -> !ended().isEmpty());
      } catch (ConditionTimeoutException all) {
        e.addSuppressed(all);
        throw e;
      }
      List<MySqlNode> ended = ended();
      System.out.println(ended + " ended by itself and is started again: " + e.getMessage());
      ended.forEach(MySqlNode::start);
    }
  }

  private List<MySqlNode> ended() {
    return world.servers().nodes().stream().filter(node -> !node.isRunning()).toList();
  }

  private synchronized void add(Made one) {
    made.add(one);
  }

  /** Those that were there at some time between two. */
  synchronized Set<Trouble> between(long begin, long end) {
    Set<Trouble> there = EnumSet.noneOf(Trouble.class);
    for (Made one : made) {
      if (one.begun() <= end && one.ended() >= begin) {
        there.add(one.trouble());
      }
    }
    return there;
  }

  synchronized Map<Trouble, Integer> counts() {
    Map<Trouble, Integer> counts = new EnumMap<>(Trouble.class);
    made.forEach(one -> counts.merge(one.trouble(), 1, Integer::sum));
    return counts;
  }

  /** Heals what there is, and makes no more. */
  @Override
  public void close() {
    stop = true;
    ended.release(Trouble.values().length * 4);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    RuntimeException failed = failure;
    if (failed != null) {
      throw new IllegalStateException("a trouble could not be made or healed", failed);
    }
  }
}
