package io.github.rwsplit.connection;

import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.RwSplit;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Another thread inherits nothing by itself, and all of it by a snapshot. */
class SnapshotTest {

  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    thread.shutdownNow();
  }

  @Test
  void session_onAnotherThread_isKnownByASnapshotOnly() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      Callable<String> read = () -> both.items().session(1);
      RwSplit.inSession(
          "user-1",
          () -> {
            assertThat(thread.submit(RwSplit.snapshot().wrap(read)).get()).isEqualTo("R1");
            both.items().rename(new Item(1, "Pnew"));
            assertThat(thread.submit(RwSplit.snapshot().wrap(read)).get()).isEqualTo("Pnew");
            assertThat(
                    CompletableFuture.supplyAsync(
                            () -> both.items().session(1), RwSplit.snapshot().wrap(thread))
                        .get())
                .isEqualTo("Pnew");
            return null;
          });
      Future<String> without =
          thread.submit(() -> RwSplit.inSession("user-2", () -> both.items().session(1)));
      assertThat(without.get()).isEqualTo("R1");
    }
  }

  @Test
  void hint_onAnotherThread_holdsInsideTheSnapshotOnly() throws Exception {
    try (TwoDatabases both = TwoDatabases.open()) {
      Callable<String> read = () -> both.items().eventual(1);
      RwSplit.withConsistency(
          STRONG,
          () -> {
            assertThat(thread.submit(read).get()).isEqualTo("R1");
            assertThat(thread.submit(RwSplit.snapshot().wrap(read)).get()).isEqualTo("P1");
            assertThat(thread.submit(read).get()).isEqualTo("R1");
            return null;
          });
    }
  }
}
