package io.github.rwsplit.demo.load;

import io.github.rwsplit.test.MySqlCluster;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Starts and stops the sessions. One load at a time; it ends by itself, so that a page that was
 * closed does not fill the tables for ever. Safe for use by many threads.
 */
@Component
@ConditionalOnBean(MySqlCluster.class)
public final class Load {

  private static final long LONGEST_MINUTES = 10;
  private static final LoadPlan USUAL = new LoadPlan(40, 80, 8);

  private final Environment environment;
  private final JsonMapper json;
  private @Nullable ScheduledExecutorService threads;
  private @Nullable ShopClient shop;
  private LoadFigures figures = new LoadFigures();
  private LoadPlan plan = USUAL;
  private int runs;

  Load(Environment environment, JsonMapper json) {
    this.environment = environment;
    this.json = json;
  }

  /** Begins anew, with all figures at 0; a load that runs ends. */
  public synchronized void start(LoadPlan wanted) {
    stop();
    plan = wanted;
    figures = new LoadFigures();
    runs++;
    ScheduledExecutorService started =
        Executors.newScheduledThreadPool(
            wanted.sessions(),
            work -> {
              Thread thread = new Thread(work, "load");
              thread.setDaemon(true);
              return thread;
            });
    threads = started;
    long period = TimeUnit.SECONDS.toNanos(wanted.sessions()) / wanted.rate();
    for (int i = 0; i < wanted.sessions(); i++) {
      var unused =
          started.scheduleAtFixedRate(
              new LoadSession(shop(), figures, wanted.readShare(), i, Integer.toString(runs)),
              i * period / wanted.sessions(),
              period,
              TimeUnit.NANOSECONDS);
    }
    var unused = started.schedule(() -> end(started), LONGEST_MINUTES, TimeUnit.MINUTES);
  }

  /** Ends the load; its figures stay. */
  @EventListener(ContextClosedEvent.class)
  public synchronized void stop() {
    ScheduledExecutorService running = threads;
    if (running != null) {
      end(running);
    }
  }

  /** What was found up to now. */
  public synchronized LoadReport report() {
    return figures.report(threads != null, plan);
  }

  private synchronized void end(ScheduledExecutorService running) {
    running.shutdownNow();
    if (threads == running) {
      threads = null;
    }
  }

  private ShopClient shop() {
    ShopClient known = shop;
    if (known == null) {
      known =
          new ShopClient(
              json, "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port"));
      shop = known;
    }
    return known;
  }
}
