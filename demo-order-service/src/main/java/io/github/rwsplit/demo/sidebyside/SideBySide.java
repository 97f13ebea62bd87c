package io.github.rwsplit.demo.sidebyside;

import io.github.rwsplit.demo.web.Refusal;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Lets the three strategies run at once, each as an application of its own with a pool and rows of
 * its own, on the demo's servers. One run at a time. Safe for use by many threads.
 */
@Component
@ConditionalOnBean(MySqlCluster.class)
public final class SideBySide implements SmartInitializingSingleton {

  private static final Logger log = LoggerFactory.getLogger(SideBySide.class);
  private static final long BETWEEN_POINTS_MILLIS = 500;

  private final MySqlCluster servers;
  private final Clock clock;
  private @Nullable Recording last;
  private @Nullable Thread running;
  private int runs;

  SideBySide(MySqlCluster servers, Clock clock) {
    this.servers = servers;
    this.clock = clock;
  }

  /** Makes the table before the web server opens, so that every replica has it by then. */
  @Override
  public void afterSingletonsInstantiated() {
    List<String> rows = new ArrayList<>();
    for (Strategy strategy : Strategy.values()) {
      for (int i = 0; i < Contender.SESSIONS; i++) {
        rows.add("(%d, 0)".formatted(Contender.row(strategy, i)));
      }
    }
    try (Connection connection = servers.primary().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS side_by_side"
              + " (id BIGINT NOT NULL PRIMARY KEY, version BIGINT NOT NULL)");
      statement.execute("INSERT IGNORE INTO side_by_side VALUES " + String.join(", ", rows));
    } catch (SQLException e) {
      throw new IllegalStateException("The table of the side-by-side runs could not be made", e);
    }
  }

  /**
   * Begins a run.
   *
   * @throws Refusal 409 while another one goes on
   */
  public synchronized void start(int seconds) {
    if (running != null) {
      throw Refusal.conflict("running", "A run is under way. Wait for its end.");
    }
    Recording recording = new Recording(++runs, seconds);
    last = recording;
    Thread thread = new Thread(() -> run(recording, seconds), "side-by-side-run");
    thread.setDaemon(true);
    running = thread;
    thread.start();
  }

  /** The last run; where there was none, an empty one. */
  public synchronized RunReport report() {
    return last == null ? RunReport.NONE : last.report();
  }

  /** Ends the run, if one goes on. */
  @EventListener(ContextClosedEvent.class)
  public synchronized void stop() {
    if (running != null) {
      running.interrupt();
    }
  }

  private void run(Recording recording, int seconds) {
    String problem = null;
    List<Contender> contenders = new ArrayList<>();
    try {
      MySqlNode primary = servers.primary();
      List<MySqlNode> replicas =
          servers.replicas().stream().filter(node -> !node.name().startsWith("report")).toList();
      for (Strategy strategy : Strategy.values()) {
        contenders.add(new Contender(strategy, primary, replicas));
      }
      // versions grow from run to run: a replica that is late must not seem to be ahead
      long version = clock.millis();
      contenders.forEach(contender -> contender.start(version));
      record(recording, contenders, seconds);
    } catch (InterruptedException e) {
      problem = "The run was stopped.";
    } catch (RuntimeException e) {
      log.warn("The side-by-side run has ended early: {}", e.getMessage(), e);
      problem = "The run has ended early; the service's log says why.";
    } finally {
      contenders.forEach(Contender::end);
      contenders.forEach(Contender::close);
      synchronized (this) {
        recording.ended(problem);
        running = null;
      }
    }
  }

  private static void record(Recording recording, List<Contender> contenders, int seconds)
      throws InterruptedException {
    long begun = System.nanoTime();
    long end = begun + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() - end < 0) {
      Thread.sleep(BETWEEN_POINTS_MILLIS);
      double at = Math.round((System.nanoTime() - begun) / 1e8) / 10.0;
      recording.add(at, contenders.stream().map(contender -> contender.tally().sums()).toList());
    }
  }
}
