package io.github.rwsplit.demo.load;

import io.github.rwsplit.demo.load.Attempts.Attempt;
import io.github.rwsplit.demo.load.Attempts.Told;
import io.github.rwsplit.demo.load.ShopClient.Reply;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/**
 * One session that comes, orders, cancels, looks ten times as often, and goes. Holds what it reads
 * against what it wrote. Used by one thread at a time.
 */
final class Customer {

  /** One write to ten reads. */
  private static final int ONE_WRITE_IN = 11;

  private static final int FEWEST = 5;
  private static final int MOST = 25;

  private final ShopClient shop;
  private final Attempts attempts;
  private final CrowdFigures figures;
  private final String name;
  private final SplittableRandom random;
  private int requestsLeft;
  private Attempt order = new Attempt(1, 1, 1);

  /** 0: it does not know of any order for sure. */
  private long id;

  private String state = "";

  Customer(ShopClient shop, Attempts attempts, CrowdFigures figures, long number) {
    this.shop = shop;
    this.attempts = attempts;
    this.figures = figures;
    this.name = "customer-" + number;
    this.random = new SplittableRandom(number);
    this.requestsLeft = random.nextInt(FEWEST, MOST + 1);
  }

  boolean isGone() {
    return requestsLeft == 0;
  }

  /** One request. */
  void act() throws InterruptedException {
    requestsLeft--;
    figures.requests.increment();
    // who is new orders now or later, so that there is one write to ten reads in all
    if (random.nextInt(ONE_WRITE_IN) == 0) {
      write();
    } else {
      read();
    }
  }

  private void write() throws InterruptedException {
    if (id != 0 && state.equals("PAID") && random.nextBoolean()) {
      cancel();
    } else {
      order();
    }
  }

  private void order() throws InterruptedException {
    order = attempts.next();
    // until it is answered, nobody knows what there is
    id = 0;
    Told told = Told.UNKNOWN;
    try {
      Reply reply =
          shop.post(
              name,
              "/orders",
              Map.of(
                  "userId", order.user(), "skuId", order.article(), "quantity", order.quantity()));
      told = Told.by(reply.status());
      if (told == Told.DONE) {
        id = reply.body().path("id").asLong();
        state = reply.body().path("status").asString();
      }
    } catch (IOException | RuntimeException e) {
      figures.failed(name, e);
    }
    attempts.ordered(order, told, id);
    figures.wrote(told);
  }

  private void cancel() throws InterruptedException {
    long cancelled = id;
    id = 0;
    Told told = Told.UNKNOWN;
    try {
      told = Told.by(shop.post(name, "/orders/%d/cancel".formatted(cancelled), null).status());
    } catch (IOException | RuntimeException e) {
      figures.failed(name, e);
    }
    if (told == Told.DONE) {
      id = cancelled;
      state = "CANCELLED";
    }
    attempts.cancelled(cancelled, told);
    figures.wrote(told);
  }

  private void read() throws InterruptedException {
    int kind = random.nextInt(200);
    try {
      if (kind == 0) {
        answered(shop.get(name, "/reports/sales"));
      } else if (kind < 20) {
        answered(shop.get(name, "/catalog/" + (1 + random.nextInt(200))));
      } else if (kind < 30) {
        answered(shop.get(name, "/catalog?category=kitchen"));
      } else if (kind < 80) {
        list();
      } else {
        // an order of somebody else, as long as there is none of its own
        state(kind < 100 ? "/orders/%d" : "/orders/%d/status");
      }
    } catch (IOException | RuntimeException e) {
      figures.failed(name, e);
    }
  }

  private boolean answered(Reply reply) {
    if (!reply.ok()) {
      figures.failed(name, new IOException(reply.toString()));
    }
    return reply.ok();
  }

  private void state(String path) throws IOException, InterruptedException {
    if (id == 0) {
      answered(shop.get(name, path.formatted(1)));
      return;
    }
    Reply reply = shop.get(name, path.formatted(id));
    boolean lost = reply.status() == 404;
    if (lost || answered(reply)) {
      String found = lost ? "unknown" : reply.body().path("status").asString("");
      figures.checked(
          found.equals(state) ? null : "%s wrote %s, read %s".formatted(name, state, found));
    }
  }

  private void list() throws IOException, InterruptedException {
    Reply reply = shop.get(name, "/users/%d/orders?page=1&size=5".formatted(order.user()));
    if (!answered(reply) || id == 0) {
      return;
    }
    boolean there = false;
    for (JsonNode item : reply.body().path("items")) {
      there |= item.path("id").asLong() == id && item.path("status").asString("").equals(state);
    }
    figures.listed(there);
  }
}
