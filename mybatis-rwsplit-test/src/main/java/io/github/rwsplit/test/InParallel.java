package io.github.rwsplit.test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Does the same to several servers at the same time. */
final class InParallel {

  private InParallel() {}

  /** Returns when all are done; throws what the first failed one threw. */
  static void run(List<MySqlNode> nodes, Consumer<MySqlNode> action) {
    InParallel.<MySqlNode, @Nullable Object>map(
        nodes,
        node -> {
          action.accept(node);
          return null;
        });
  }

  /** The same with a result of each, in the order of what was given. */
  static <S, T extends @Nullable Object> List<T> map(List<S> all, Function<S, T> action) {
    List<CompletableFuture<T>> running = new ArrayList<>();
    for (S one : all) {
      CompletableFuture<T> done = new CompletableFuture<>();
      // a thread each: the common pool may have one thread only, and these mostly wait
      Thread thread =
          new Thread(
              () -> {
                try {
                  done.complete(action.apply(one));
                } catch (RuntimeException | Error e) {
                  done.completeExceptionally(e);
                }
              },
              "mysql-cluster-" + (running.size() + 1));
      thread.setDaemon(true);
      thread.start();
      running.add(done);
    }
    try {
      CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
      return running.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
