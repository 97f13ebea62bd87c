package io.github.rwsplit.test;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** Does the same to several servers at the same time. */
final class InParallel {

  private InParallel() {}

  /** Returns when all are done; throws what the first failed one threw. */
  static void run(List<MySqlNode> nodes, Consumer<MySqlNode> action) {
    List<CompletableFuture<Void>> running =
        nodes.stream()
            .map(
                node -> {
                  CompletableFuture<Void> done = new CompletableFuture<>();
                  // a thread each: the common pool may have one thread only, and these mostly wait
                  Thread thread =
                      new Thread(
                          () -> {
                            try {
                              action.accept(node);
                              done.complete(null);
                            } catch (RuntimeException e) {
                              done.completeExceptionally(e);
                            }
                          },
                          "mysql-cluster-" + node.name());
                  thread.setDaemon(true);
                  thread.start();
                  return done;
                })
            .toList();
    try {
      CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
