package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {

  @TempDir Path root;
  private CacheFolder cache;

  @BeforeEach
  void makeCache() {
    cache = new CacheFolder(root);
  }

  @Test
  void once_makerFails_leavesNothingAndIsTriedAgain() throws IOException {
    assertThatThrownBy(
            () ->
                cache.once(
                    "thing",
                    folder -> {
                      Files.writeString(folder.resolve("half"), "x");
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");

    Path made = cache.once("thing", folder -> Files.writeString(folder.resolve("whole"), "x"));

    assertThat(made).isDirectoryContaining("glob:**whole").isDirectoryNotContaining("glob:**half");
    assertThat(root).isDirectoryNotContaining("glob:**draft-*");
  }

  @Test
  void once_draftOfDeadProcess_isRemovedAndNotUsed() throws IOException {
    Path left = Files.createDirectory(root.resolve("draft-thing-123"));

    cache.once("thing", folder -> Files.writeString(folder.resolve("whole"), "x"));

    assertThat(left).doesNotExist();
  }

  @Test
  void once_twoAtATime_makeItOnce() {
    AtomicInteger made = new AtomicInteger();
    CacheFolder.Maker maker = folder -> made.incrementAndGet();
    CompletableFuture<?>[] both = new CompletableFuture<?>[2];
    for (int i = 0; i < both.length; i++) {
      both[i] =
          CompletableFuture.runAsync(
              () -> assertThat(catchThrowable(() -> cache.once("thing", maker))).isNull());
    }
    CompletableFuture.allOf(both).join();

    assertThat(made).hasValue(1);
  }

  @Test
  void tryLock_held_givesNothingUntilItIsClosed() throws IOException {
    FileChannel first = Objects.requireNonNull(cache.tryLock("a"));
    assertThat(cache.tryLock("a")).isNull();

    first.close();

    try (FileChannel again = cache.tryLock("a")) {
      assertThat(again).isNotNull();
    }
  }
}
