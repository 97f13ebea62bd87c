package io.github.rwsplit.demo.load;

import io.github.rwsplit.demo.load.Attempts.Attempt;
import io.github.rwsplit.demo.load.Attempts.Told;
import io.github.rwsplit.demo.load.ShopClient.Reply;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Orders without a pause, by a few at once, until nobody takes connections any more. */
final class Writers {

  private final ExecutorService threads;
  private final List<CompletableFuture<Void>> all = new ArrayList<>();
  private final AtomicInteger acknowledged = new AtomicInteger();

  Writers(ShopClient shop, Attempts attempts, int number) {
    this.threads = Executors.newFixedThreadPool(number);
    for (int i = 0; i < number; i++) {
      String session = "writer-" + i;
      all.add(CompletableFuture.runAsync(() -> writeUntilGone(shop, attempts, session), threads));
    }
  }

  private void writeUntilGone(ShopClient shop, Attempts attempts, String session) {
    boolean gone = false;
    while (!gone) {
      Attempt order = attempts.next();
      Told told = Told.UNKNOWN;
      long id = 0;
      try {
        Reply reply =
            shop.post(
                session,
                "/orders",
                Map.of(
                    "userId", order.user(),
                    "skuId", order.article(),
                    "quantity", order.quantity()));
        told = Told.by(reply.status());
        id = reply.body().path("id").asLong();
      } catch (ConnectException e) {
        // nothing was sent
        told = Told.REFUSED;
        gone = true;
      } catch (IOException e) {
        // no answer, or half of one: told nothing
        id = 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        gone = true;
      }
      attempts.ordered(order, told, id);
      if (told == Told.DONE) {
        acknowledged.incrementAndGet();
      }
    }
  }

  int acknowledged() {
    return acknowledged.get();
  }

  /** Waits until all have found the service gone. */
  void awaitGone() throws Exception {
    try {
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    } finally {
      threads.shutdownNow();
    }
  }
}
