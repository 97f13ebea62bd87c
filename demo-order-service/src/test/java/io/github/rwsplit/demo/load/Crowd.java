package io.github.rwsplit.demo.load;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Customers at a rate, a few of them at once; who goes is followed by another. */
final class Crowd {

  private static final int AT_ONCE = 8;

  private final ScheduledExecutorService threads;

  /**
   * Lets them in.
   *
   * @param rate requests a second, of all together
   */
  Crowd(ShopClient shop, Attempts attempts, CrowdFigures figures, int rate) {
    this.threads =
        Executors.newScheduledThreadPool(
            AT_ONCE,
            work -> {
              Thread thread = new Thread(work, "crowd");
              thread.setDaemon(true);
              return thread;
            });
    long period = TimeUnit.SECONDS.toNanos(AT_ONCE) / rate;
    for (int place = 0; place < AT_ONCE; place++) {
      var unused =
          threads.scheduleAtFixedRate(
              new Place(shop, attempts, figures),
              place * period / AT_ONCE,
              period,
              TimeUnit.NANOSECONDS);
    }
  }

  private static final class Place implements Runnable {

    private final ShopClient shop;
    private final Attempts attempts;
    private final CrowdFigures figures;
    private Customer customer;

    Place(ShopClient shop, Attempts attempts, CrowdFigures figures) {
      this.shop = shop;
      this.attempts = attempts;
      this.figures = figures;
      this.customer = comes();
    }

    private Customer comes() {
      figures.sessions.increment();
      return new Customer(shop, attempts, figures, figures.sessions.sum());
    }

    @Override
    public void run() {
      if (customer.isGone()) {
        customer = comes();
      }
      try {
        customer.act();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Nobody comes any more; waits for the answers that are due. */
  void leave() throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("customers must be served within 30 s, but were not");
    }
  }
}
