package io.github.rwsplit.benchmarks;

import com.github.pagehelper.PageHelper;
import io.github.rwsplit.RwSplit;
import java.util.concurrent.Callable;

/** How the read is made. */
public enum Scenario {
  /** By itself. */
  SINGLE {
    @Override
    Callable<Item> read(Application application) {
      ItemMapper mapper = application.mapper();
      return () -> mapper.find(1);
    }
  },

  /** In a transaction of its own, on the primary everywhere. */
  TRANSACTION {
    @Override
    Callable<Item> read(Application application) {
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
  PAGE {
    @Override
    Callable<Item> read(Application application) {
      ItemMapper mapper = application.mapper();
      return () ->
          PageHelper.<Item>startPage(1, 10).<Item>doSelectPage(() -> mapper.find(1)).get(0);
    }
  },

  /** In a session that wrote, with a position that a replica has to have. */
  SESSION {
    @Override
    Callable<Item> read(Application application) throws Exception {
      ItemMapper mapper = application.mapper();
      RwSplit.inSession("somebody", () -> mapper.raise(1));
      return () -> RwSplit.inSession("somebody", () -> mapper.findInSession(1));
    }
  };

  /** The call that is measured. */
  abstract Callable<Item> read(Application application) throws Exception;

  /** Whether a contestant that splits reads a replica in it. */
  boolean leavesThePrimary() {
    return this != TRANSACTION;
  }
}
