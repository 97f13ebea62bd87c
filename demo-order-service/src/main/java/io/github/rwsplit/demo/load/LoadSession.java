package io.github.rwsplit.demo.load;

import io.github.rwsplit.demo.load.ShopClient.Reply;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * One customer, who orders, cancels, and looks in between. Knows what it has written, and compares.
 * Used by one thread at a time.
 */
final class LoadSession implements Runnable {

  private static final Logger log = LoggerFactory.getLogger(LoadSession.class);

  /** Of all reads, in percent: those of the order's state, and those of the list; else catalog. */
  private static final int STATES = 60;

  private static final int LISTS = 30;
  private static final int FIRST_USER = 1_900;
  private static final int ARTICLES = 200;

  /** An answer like any other: the next order is of another article. */
  private static final int SOLD_OUT = 409;

  private final ShopClient shop;
  private final LoadFigures figures;
  private final int readShare;
  private final String name;
  private final int user;
  private final SplittableRandom random;

  /** 0: it does not know of any order for sure. */
  private long order;

  private String state = "";

  LoadSession(ShopClient shop, LoadFigures figures, int readShare, int number, String run) {
    this.shop = shop;
    this.figures = figures;
    this.readShare = readShare;
    this.name = "load-%s-%d".formatted(run, number);
    this.user = FIRST_USER + number;
    this.random = new SplittableRandom(number);
  }

  @Override
  public void run() {
    try {
      if (order == 0 || random.nextInt(100) >= readShare) {
        write();
      } else {
        read();
      }
    } catch (IOException | RuntimeException e) {
      // the service is the thing that is watched: what it does not answer is counted
      log.debug("{} was not answered", name, e);
      figures.failed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() throws IOException, InterruptedException {
    long before = order;
    boolean cancels = before != 0 && state.equals("PAID");
    // until it is answered, nobody knows what there is
    order = 0;
    Reply reply =
        cancels
            ? shop.post(name, "/orders/%d/cancel".formatted(before), null)
            : shop.post(
                name,
                "/orders",
                Map.of("userId", user, "skuId", 1 + random.nextInt(ARTICLES), "quantity", 1));
    if (reply.status() == SOLD_OUT) {
      return;
    }
    if (!reply.ok()) {
      figures.failed();
      return;
    }
    order = reply.body().path("id").asLong();
    state = reply.body().path("status").asString();
    figures.written();
  }

  private void read() throws IOException, InterruptedException {
    int kind = random.nextInt(100);
    if (kind < STATES) {
      readState();
    } else if (kind < STATES + LISTS) {
      readList();
    } else {
      Reply reply = shop.get(name, "/catalog/" + (1 + random.nextInt(ARTICLES)));
      if (reply.ok()) {
        figures.eventual(false);
      } else {
        figures.failed();
      }
    }
  }

  private void readState() throws IOException, InterruptedException {
    Reply reply = shop.get(name, "/orders/%d/status".formatted(order));
    String found = reply.status() == 404 ? "unknown" : reply.body().path("status").asString("");
    if (!reply.ok() && reply.status() != 404) {
      figures.failed();
    } else if (found.equals(state)) {
      figures.current();
    } else {
      figures.stale("%s wrote %s to order %d and read %s".formatted(name, state, order, found));
    }
  }

  private void readList() throws IOException, InterruptedException {
    Reply reply = shop.get(name, "/users/%d/orders?page=1&size=5".formatted(user));
    if (!reply.ok()) {
      figures.failed();
      return;
    }
    boolean there = false;
    for (JsonNode item : reply.body().path("items")) {
      there |= item.path("id").asLong() == order && item.path("status").asString("").equals(state);
    }
    figures.eventual(!there);
  }
}
