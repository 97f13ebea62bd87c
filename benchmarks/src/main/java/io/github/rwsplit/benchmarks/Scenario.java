package io.github.rwsplit.benchmarks;

import com.github.pagehelper.PageHelper;
import io.github.rwsplit.RwSplit;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** How the read is made. */
public enum Scenario {
  /** By itself. */
  SINGLE("by itself") {
    @Override
    Callable<Item> read(Application application, int sessions) {
      ItemMapper mapper = application.mapper();
      return () -> mapper.find(1);
    }
  },

  /** In a transaction of its own, on the primary everywhere. */
  TRANSACTION("in a transaction") {
    @Override
    Callable<Item> read(Application application, int sessions) {
      ItemMapper mapper = application.mapper();
      return () -> {
        Item item = application.transactions().execute(status -> mapper.find(1));
        if (item == null) {
          throw new IllegalStateException("there is no such item");
        }
        return item;
      };
    }
  },

  /** A page of PageHelper's: a count and a read. */
  PAGE("a page of PageHelper's") {
    @Override
    Callable<Item> read(Application application, int sessions) {
      application.addPager();
      ItemMapper mapper = application.mapper();
      return () ->
          PageHelper.<Item>startPage(1, 10).<Item>doSelectPage(() -> mapper.find(1)).get(0);
    }
  },

  /** In a session that wrote, with a position that a replica has to have. */
  SESSION("in a session that wrote") {
    @Override
    Callable<Item> read(Application application, int sessions) throws Exception {
      ItemMapper mapper = application.mapper();
      String[] keys =
          IntStream.range(0, sessions).mapToObj(i -> "somebody-" + i).toArray(String[]::new);
      for (String key : keys) {
        RwSplit.inSession(key, () -> mapper.raise(1));
      }
      application.mustRemember(sessions);
      AtomicInteger turn = new AtomicInteger();
      return () ->
          RwSplit.inSession(
              keys[Math.floorMod(turn.getAndAdd(STRIDE), keys.length)],
              () -> mapper.findInSession(1));
    }
  };

  /** Far from the one before, so that no memory is warm of it; prime to any power of ten. */
  private static final int STRIDE = 7_919;

  private final String label;

  Scenario(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * The call that is measured.
   *
   * @param sessions how many have written before, where it is about them
   */
  abstract Callable<Item> read(Application application, int sessions) throws Exception;

  /** Whether a contestant that splits reads a replica in it. */
  boolean leavesThePrimary() {
    return this != TRANSACTION;
  }
}
